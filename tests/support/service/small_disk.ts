/** A disk of its own, of a few megabytes. */
export interface SmallDisk extends AsyncDisposable {
  /** Where it is mounted. */
  readonly folder: string;
  /** A path for the store on it; the file does not exist yet. */
  readonly kvPath: string;
  /** Leaves no room on it. */
  readonly fill: () => Promise<void>;
  /** Takes away what `fill` wrote. */
  readonly free: () => Promise<void>;
  /** Mounts it for reading only, or for writing again. No file may be open for writing. */
  readonly remount: (how: "ro" | "rw") => Promise<void>;
}

const MEGABYTES = 8;

/** Makes a disk. Rejects where this user may not mount. */
export async function smallDisk(): Promise<SmallDisk> {
  const folder = await Deno.makeTempDir({ prefix: "reviews-disk-" });
  await run("mount", "-t", "tmpfs", "-o", `size=${MEGABYTES}m`, "tmpfs", folder);
  const filling = `${folder}/filling`;
  return {
    folder,
    kvPath: `${folder}/reviews.kv`,
    fill: async () => {
      using file = await Deno.open(filling, { create: true, append: true });
      // In steps down to a byte, so that nothing is left.
      for (let bytes = 1 << 20; bytes >= 1; bytes >>= 1) {
        const block = new Uint8Array(bytes);
        try {
          for (;;) await file.write(block);
        } catch (error) {
          if (!/no space/i.test(String(error))) throw error;
        }
      }
    },
    free: () => Deno.remove(filling),
    remount: (how) => run("mount", "-o", `remount,${how}`, folder),
    [Symbol.asyncDispose]: async () => {
      // At once for new users; it is gone as soon as the last process has let go of it.
      await run("umount", "-l", folder);
      await Deno.remove(folder);
    },
  };
}

/** Whether disks can be made here; says so aloud where they cannot. */
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

async function run(command: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args], stderr: "piped" }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
}
