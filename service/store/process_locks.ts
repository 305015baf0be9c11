import { isStoreFile } from "./kv_location.ts";
import type { ProcessLocks } from "../../websub/heartbeat.ts";

/**
 * Returns the locks of the processes that use a store file: a locked file for each in the folder `$KV_PATH.locks`. Null
 * where there are none: the store is no file, or this Deno cannot try a lock.
 *
 * A store file has processes of one machine alone, because SQLite shares memory between them. So the system knows whether
 * a holder lives. The lock of a paused process stays.
 */
export function processLocks(kvPath: string | undefined): ProcessLocks | null {
  if (kvPath === undefined || !isStoreFile(kvPath) || !("tryLock" in Deno.FsFile.prototype)) return null;
  const folder = `${kvPath}.locks`;
  const pathOf = (id: string) => `${folder}/${id}`;
  let held: { readonly id: string; readonly file: Deno.FsFile } | null = null;

  /** Returns the file if its lock is free, locked by this process from now on. */
  async function locked(id: string, create: boolean): Promise<Deno.FsFile | null> {
    const file = await Deno.open(pathOf(id), { write: true, create });
    if (await file.tryLock(true)) return file;
    file.close();
    return null;
  }

  /** Without the permission, or on a file system without locks, other processes judge by the heartbeats alone. */
  async function isLockable(id: string): Promise<boolean> {
    await Deno.mkdir(folder, { recursive: true });
    const file = await locked(id, true);
    if (file === null) return false;
    held = { id, file };
    const second = await locked(id, false);
    second?.close();
    return second === null;
  }

  function release(): void {
    if (held === null) return;
    // Removed first, so that nobody finds it free.
    Deno.removeSync(pathOf(held.id));
    held.file.close();
    held = null;
  }

  return {
    hold: async (id) => {
      try {
        release();
        return await isLockable(id);
      } catch {
        return false;
      }
    },
    isFree: async (id) => {
      const file = await locked(id, false).catch(() => null);
      file?.close();
      return file !== null;
    },
    forget: async (id) => {
      await Deno.remove(pathOf(id)).catch(() => {});
    },
    release: () => {
      try {
        release();
      } catch {
        // The folder was removed meanwhile.
      }
    },
  };
}
