import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { retryLocked } from "../../../domain/store/retry_locked.ts";
import { type StoreFault, StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { faultOf, writingFault } from "./disk_fault.ts";
import { isLockedFor } from "./file_lock.ts";
import type { FileReader } from "./file_reader.ts";

// Commits of another process take a fraction of it.
const LOCKED_AFTER_MS = 8000;

/**
 * Opens a file with Deno KV and writes to it once.
 *
 * @returns Why its disk does not let it be written to, where it can be read.
 * @throws {StoreTroubleError} If there is no room for a new file, or the file is damaged.
 * @throws {ForeignDatabaseError} If it is the database of another application.
 * @throws {Error} If it is a folder or a pipe; or what Deno KV says, if it can neither be read nor written.
 */
export async function openFile(path: string, reader: FileReader): Promise<Deno.Kv | StoreFault> {
  refuseOthers(path);
  const isThere = fileSize(path) > 0;
  if (isThere) await inspect(path, reader);
  const disk = writingFault(path);
  if (disk === "disk_full" || disk === "disk_read_only") {
    return isThere ? disk : Promise.reject(new StoreTroubleError(disk));
  }
  // Deno KV would wait for the lock without an end, and could not even be closed.
  if (isThere && await isLockedFor(path, LOCKED_AFTER_MS)) return "locked";
  if (!isThere) createPrivately(path);
  let kv: Deno.Kv | null = null;
  try {
    const opened = kv = await Deno.openKv(path);
    await retryLocked(() => readHead(opened));
    await retryLocked(() => opened.delete(["dataset", "probe"]));
    return opened;
  } catch (error) {
    kv?.close();
    const fault = faultOf(error);
    const cause = fault === null || fault === "damaged" ? fault : writingFault(path) ?? fault;
    if (cause === "damaged") throw new StoreTroubleError(cause);
    if (!isThere || cause === null || cause === "not_permitted") throw error;
    return cause;
  }
}

/** Refuses a folder, and a pipe, whose opening would wait for its other end. */
function refuseOthers(path: string): void {
  let isFile = true;
  try {
    ({ isFile } = Deno.statSync(path));
  } catch {
    // What cannot be looked at, or is not there, is for who opens it.
  }
  if (!isFile) throw new Error("it is no file");
}

/**
 * Makes a file that its owner alone may read: subscribers' secrets will stand in it. SQLite gives its log files the same
 * mode. What fails here is found again, and said, by who opens the file.
 */
function createPrivately(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch {
    // Another process was quicker, or nobody may write there.
  }
}

async function inspect(path: string, reader: FileReader): Promise<void> {
  try {
    await reader.inspect();
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    throw new StoreTroubleError(fault === "damaged" ? fault : writingFault(path) ?? fault);
  }
}

/** Bytes of a file; 0 if it is not there. */
export function fileSize(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}
