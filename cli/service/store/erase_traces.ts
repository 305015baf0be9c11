import { DatabaseSync } from "node:sqlite";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { OperatorError } from "../../command/operator_error.ts";
import { requireRoom } from "./disk_fault.ts";
import { retryLocked } from "../../../domain/store/watched_store.ts";

const LOCK_WAIT_MS = 2000;
const LOOK_EVERY_MS = 50;
const LOOKS = 100;

/**
 * Rewrites the file of a store, so that no bytes of deleted rows are left in it or its log (`-wal`). Deno KV deletes
 * without overwriting: the bytes stay in free pages, gaps and the log until something else overwrites them. Other
 * processes may have the file open: they can read meanwhile, and their writes wait.
 *
 * @throws {OperatorError} If the disk has no room for a second file, or this program lacks permissions.
 * @throws {StoreTroubleError} If other processes keep the file locked.
 */
export async function eraseFileTraces(path: string): Promise<void> {
  const file = new DatabaseSync(path);
  try {
    file.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`);
    requireRoom(path, usedBytes(file), "to write the store anew");
    // deno-lint-ignore require-await -- SQLite works synchronously and throws if the file is locked.
    await retryLocked(async () => vacuum(file));
    for (let look = 0; look < LOOKS; look++) {
      if (isLogEmptied(file)) return;
      // Another process reads from the log.
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    throw new StoreTroubleError("locked");
  } finally {
    file.close();
  }
}

function vacuum(file: DatabaseSync): void {
  try {
    file.exec("vacuum");
  } catch (error) {
    // VACUUM attaches a database, for which Deno requires all permissions.
    if (!/too many attached/.test(String(error))) throw error;
    throw new OperatorError("Only `deno task review erase` has the permissions to write the file anew.");
  }
}

function usedBytes(file: DatabaseSync): number {
  const { bytes } = file.prepare(
    "select (page_count - freelist_count) * page_size as bytes " +
      "from pragma_page_count, pragma_freelist_count, pragma_page_size",
  ).get() as { readonly bytes: number };
  return bytes;
}

/** Moves the log into the file and empties it (`PRAGMA wal_checkpoint` of SQLite). True if that succeeded. */
function isLogEmptied(file: DatabaseSync): boolean {
  const { busy } = file.prepare("pragma wal_checkpoint(truncate)").get() as { readonly busy: number };
  return busy === 0;
}
