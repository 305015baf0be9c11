import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { type StoreFault, StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { faultOf, writingFault } from "./disk_fault.ts";
import type { FileReader } from "./file_reader.ts";
import { isStoreFile } from "./kv_location.ts";
import { DatabaseSync } from "node:sqlite";
import { retryLocked } from "../../../domain/store/watched_store.ts";

// Commits of another process take a fraction of this time.
const LOCKED_AFTER_MS = 8000;

/**
 * Opens a file with Deno KV and writes to it once.
 *
 * @returns Deno KV, or why the file can be read but not written.
 * @throws {StoreTroubleError} If there is no room for a new file, or the file is damaged.
 * @throws {ForeignDatabaseError} If it is the database of another application.
 * @throws {Error} If it is a folder or a pipe, or can neither be read nor written.
 */
export async function openFile(path: string, reader: FileReader): Promise<Deno.Kv | StoreFault> {
  refuseOthers(path);
  const isThere = fileSize(path) > 0;
  if (isThere) await inspect(path, reader);
  const disk = writingFault(path);
  if (disk === "disk_full" || disk === "disk_read_only") {
    return isThere ? disk : Promise.reject(new StoreTroubleError(disk));
  }
  // Deno KV would wait for the lock forever and could not be closed.
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

/** Throws for a folder, and for a pipe, whose opening would wait for its other end. */
function refuseOthers(path: string): void {
  let isFile = true;
  try {
    ({ isFile } = Deno.statSync(path));
  } catch {
    // The open call reports a missing or unreadable file.
  }
  if (!isFile) throw new Error("it is no file");
}

/**
 * Creates a file that only its owner may read, because it will hold secrets of subscribers. SQLite gives its log files
 * the same mode. The open call reports a failure.
 */
function createPrivately(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch {
    // Another process was first, or the folder is not writable.
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

/** Returns the size of a file in bytes; 0 if it does not exist. */
export function fileSize(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}

/**
 * A text that changes with each commit to a store file, unless two fall into one tick of the file's clock. SQLite writes
 * each into the log beside the file. Null if unknown, such as for other stores.
 */
export function fileMark(path: string | undefined): string | null {
  if (path === undefined || !isStoreFile(path)) return null;
  try {
    const { size, mtime } = Deno.statSync(`${path}-wal`);
    return `${size} ${mtime?.getTime()}`;
  } catch {
    return null;
  }
}

const LOCK_LOOK_EVERY_MS = 100;

/** True if another process holds the lock of a file for `longest` milliseconds. */
async function isLockedFor(path: string, longest: number): Promise<boolean> {
  const start = performance.now();
  while (isLocked(path)) {
    if (performance.now() - start >= longest) return true;
    await new Promise((resolve) => setTimeout(resolve, LOCK_LOOK_EVERY_MS));
  }
  return false;
}

/** Tries to take the lock, and releases it. False for another fault of the file, which the open call reports. */
function isLocked(path: string): boolean {
  let file: DatabaseSync | null = null;
  try {
    file = new DatabaseSync(path);
    file.exec("begin immediate; rollback");
    return false;
  } catch (error) {
    return /database is locked/.test(String(error));
  } finally {
    file?.close();
  }
}

/**
 * True if another process, such as a service, has the file of a store open. Tries SQLite's exclusive lock, which fails
 * while another process has the file open, and releases it. Call it before this process opens the store.
 *
 * @returns Null if unknown.
 */
export function isHeldElsewhere(path: string): boolean | null {
  let file: DatabaseSync | null = null;
  try {
    if (!Deno.statSync(path).isFile) return null;
    file = new DatabaseSync(path);
    file.exec("pragma locking_mode = exclusive; select count(*) from sqlite_master");
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    return /database is locked/.test(String(error)) ? true : null;
  } finally {
    file?.close();
  }
}
