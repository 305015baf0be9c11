import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const PIECE = new Uint8Array(1024 * 1024);
/**
 * Free bytes below which the disk is filled slowly, at 20 MB a second. The service checks the free space five times a
 * second. It must see less than 32 MiB before Deno's queue meets a full disk, which would end the process.
 */
const SLOWLY_FROM_BYTES = 48 * 1024 * 1024;
const SLOWLY_MS = 50;

/** A small file system in memory for a store. It can be filled to the last byte. */
export class SmallDisk implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  /** @throws {Error} If this user cannot mount file systems here. */
  static async mount(folder: string, megabytes: number): Promise<SmallDisk> {
    await run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
    return new SmallDisk(folder);
  }

  /** Path for the store file, which does not exist at first. */
  get kvPath(): string {
    return `${this.folder}/reviews.kv`;
  }

  /** Fills the disk to the last byte. */
  async fill(): Promise<void> {
    using file = await Deno.open(`${this.folder}/filling`, { append: true, create: true });
    // After a piece that does not fit, tries smaller ones until no byte is left.
    for (let size = PIECE.length; size >= 1;) {
      const { bavail, bsize } = await statfs(this.folder);
      if (bavail * bsize < SLOWLY_FROM_BYTES && size === PIECE.length) await wait(SLOWLY_MS);
      try {
        await file.write(PIECE.subarray(0, size));
      } catch (error) {
        if (!/no space/i.test(String(error))) throw error;
        size = Math.floor(size / 2);
      }
    }
  }

  /** Removes the files that `fill` wrote, if any. */
  async free(): Promise<void> {
    await Deno.remove(`${this.folder}/filling`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }

  /** Makes the disk read-only, or writable again. Fails while a file is open for writing. */
  async remount(how: "ro" | "rw"): Promise<void> {
    await run("mount", "-o", `remount,${how}`, this.folder);
  }

  /** Unmounts the disk: at once for new access, and finally when the last process has closed its files. */
  async [Symbol.asyncDispose](): Promise<void> {
    await run("umount", "-l", this.folder);
    await Deno.remove(this.folder);
  }
}

async function run(command: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args], stderr: "piped" }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
}

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
