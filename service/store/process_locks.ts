import { isStoreFile } from "./kv_location.ts";
import type { ProcessLocks } from "../../websub/heartbeat.ts";

/**
 * Returns the locks of the processes that use a store file: a locked file for each in the folder `$KV_PATH.locks`. Null
 * if the store is no file, or if this Deno cannot try a lock.
 *
 * All processes of a store file run on one machine, because SQLite shares memory between them. So the system knows
 * whether a holder lives. A paused process keeps its lock.
 */
export function processLocks(kvPath: string | undefined): ProcessLocks | null {
  if (kvPath === undefined || !isStoreFile(kvPath) || !("tryLock" in Deno.FsFile.prototype)) return null;
  const folder = `${kvPath}.locks`;
  const pathOf = (id: string) => `${folder}/${id}`;
  let held: { readonly id: string; readonly file: Deno.FsFile } | null = null;

  /** Locks a file. Returns null if another process holds its lock. */
  async function locked(id: string, create: boolean): Promise<Deno.FsFile | null> {
    const file = await Deno.open(pathOf(id), { write: true, create });
    if (await file.tryLock(true)) return file;
    file.close();
    return null;
  }

  /** Returns false on a file system without locks. */
  async function takeLock(id: string): Promise<boolean> {
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
    const { id, file } = held;
    held = null;
    try {
      // Removed first, so that nobody finds it free.
      Deno.removeSync(pathOf(id));
    } catch {
      // Somebody has removed the folder.
    }
    file.close();
  }

  return {
    hold: async (id) => {
      release();
      // Without the permission other processes judge by the heartbeats alone.
      return await takeLock(id).catch(() => false);
    },
    isFree: async (id) => {
      const file = await locked(id, false).catch(() => null);
      file?.close();
      return file !== null;
    },
    forget: async (id) => {
      await Deno.remove(pathOf(id)).catch(() => {});
    },
    release,
  };
}
