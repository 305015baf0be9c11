import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Store } from "../../domain/store/store.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { writingFault } from "./disk_fault.ts";
import { isStoreFile } from "./kv_location.ts";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { retryLocked } from "../../domain/store/watched_store.ts";

// Statements of Deno KV at the opening, which panics if one fails.
const OPENING = [
  "select count(*) from migration_state",
  "select version from data_version",
  "select count(*) from queue",
  "select count(*) from queue_running",
  "select count(*) from kv where expiration_ms >= 0",
];
// A table of every Deno KV store, from its first commit on.
const MARK = "migration_state";
const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'";

/** The file is an SQLite database of another application. Deno KV would create its tables in it. */
export class ForeignDatabaseError extends StoreTroubleError {
  constructor() {
    super("damaged");
  }
}

/**
 * Opens a file with Deno KV and writes to it once. Never opens one with which Deno KV would end the process.
 *
 * @throws {StoreTroubleError} If the disk is full or read-only, or the file may not be written, is damaged or locked.
 * @throws {ForeignDatabaseError} If it is the database of another application.
 * @throws {Error} If it is a folder or a pipe, or Deno KV cannot open it.
 */
export async function openFile(path: string): Promise<Deno.Kv> {
  refuseOthers(path);
  const fault = writingFault(path);
  if (fault !== null) throw new StoreTroubleError(fault);
  if (fileSize(path) > 0) await inspect(path);
  else createPrivately(path);
  return await tried(await Deno.openKv(path));
}

/** Reads an opened store and writes to it once. Closes it if that fails. */
export async function tried<S extends Store>(kv: S): Promise<S> {
  try {
    await retryLocked(() => readHead(kv));
    await retryLocked(() => kv.delete(["dataset", "probe"]));
    return kv;
  } catch (error) {
    kv.close();
    throw error;
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

/** Throws where Deno KV would panic, or would wait for a lock forever and could not be closed. Tables may be missing. */
async function inspect(path: string): Promise<void> {
  // deno-lint-ignore require-await -- SQLite works synchronously and throws if the file is locked.
  await retryLocked(async () => {
    withFile(path, { readOnly: true }, runOpening);
    withFile(path, {}, (file) => file.exec("begin immediate; rollback"));
  });
}

function runOpening(file: DatabaseSync): void {
  const tables = file.prepare(TABLES).all().map(({ name }) => name);
  if (tables.length > 0 && !tables.includes(MARK)) throw new ForeignDatabaseError();
  for (const statement of OPENING) {
    try {
      file.prepare(statement).get();
    } catch (error) {
      if (!/no such (?:table|column)/.test(String(error))) throw error;
    }
  }
}

/** Uses a file with SQLite, without Deno KV. */
export function withFile<T>(path: string, options: DatabaseSyncOptions, use: (file: DatabaseSync) => T): T {
  const file = new DatabaseSync(path, options);
  try {
    return use(file);
  } finally {
    file.close();
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

/**
 * True if another process, such as a service, has the file of a store open. Tries SQLite's exclusive lock, which fails
 * while another process has the file open, and releases it. Call it before this process opens the store.
 *
 * @returns Null if unknown.
 */
export function isHeldElsewhere(path: string): boolean | null {
  try {
    if (!Deno.statSync(path).isFile) return null;
    withFile(path, {}, (file) => file.exec("pragma locking_mode = exclusive; select count(*) from sqlite_master"));
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    return /database is locked/.test(String(error)) ? true : null;
  }
}
