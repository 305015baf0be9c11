import { DatabaseSync } from "node:sqlite";
import { retryLocked } from "../../../domain/store/retry_locked.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { OperatorError } from "../../command/operator_error.ts";
import { diskRoom } from "./disk_fault.ts";

const LOCK_WAIT_MS = 2000;
const LOOK_EVERY_MS = 50;
const LOOKS = 100;

/**
 * Writes the file of a store anew, so that nothing of deleted rows is left in it, nor in its log (`-wal`); others may
 * have it open. Deno KV deletes without overwriting: what was deleted stays in free pages, in the gaps of others and in
 * the log for as long as nothing else takes its place. Others can read meanwhile, and writes wait.
 *
 * @throws {OperatorError} If the disk has no room for a second one, or this program may not do everything.
 * @throws {StoreTroubleError} If others keep it locked.
 */
export async function eraseFileTraces(path: string): Promise<void> {
  const file = new DatabaseSync(path);
  try {
    file.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`);
    requireRoomFor(path, usedBytes(file));
    // deno-lint-ignore require-await -- SQLite is asked synchronously, and says by an error that the file is locked.
    await retryLocked(async () => vacuum(file));
    for (let look = 0; look < LOOKS; look++) {
      if (isLogEmptied(file)) return;
      // Somebody reads what stands in the log.
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
    // Deno lets no program attach a database that may not do everything, and VACUUM attaches one.
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

function requireRoomFor(path: string, bytes: number): void {
  const { free, needed } = diskRoom(path);
  if (free - needed >= bytes) return;
  const megabytes = (count: number) => (Math.max(0, count) / 1_000_000).toFixed(1);
  throw new OperatorError(
    `The disk of the store has room for ${megabytes(free - needed)} MB, and ${megabytes(bytes)} MB are needed to ` +
      "write the store anew. Free some space on it.",
  );
}

/** Moves the log into the file and empties it (SQLite, `PRAGMA wal_checkpoint`). */
function isLogEmptied(file: DatabaseSync): boolean {
  const { busy } = file.prepare("pragma wal_checkpoint(truncate)").get() as { readonly busy: number };
  return busy === 0;
}
