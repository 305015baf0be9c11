import { SmallDisk } from "../../../soak/small_disk.ts";

/** Mounts a disk of eight megabytes. Rejects if this user cannot mount. */
export async function smallDisk(): Promise<SmallDisk> {
  return await SmallDisk.mount(await Deno.makeTempDir({ prefix: "reviews-disk-" }), 8);
}

/** True if disks can be mounted here; warns if not. */
export async function canMount(): Promise<boolean> {
  try {
    await using _disk = await smallDisk();
    return true;
  } catch (error) {
    // deno-lint-ignore no-console -- A test that is skipped has to say why.
    console.warn(`Tests with disks of their own are skipped: ${error}`);
    return false;
  }
}
