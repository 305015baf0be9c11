import { sentence } from "../../domain/sentences/sentence.ts";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../domain/operator_error.ts";
import { type StoreFault, StoreTroubleError } from "../../domain/store/store_trouble.ts";

// Reserve of the disk. SQLite needs some hundred KiB to write anything. The disk is polled five times a second, so only a
// writer faster than 160 MB a second makes a write fail. The share applies to small disks.
const KEPT_FREE_BYTES = 32 * 1024 * 1024;
const KEPT_FREE_SHARE = 0.05;

/** Free space on the disk of a file. */
export interface DiskRoom {
  /** Bytes that this user may still write. */
  readonly free: number;
  /** The disk counts as full below this number of free bytes. */
  readonly needed: number;
}

/** Reads the free space on the disk of a file; `Infinity` if the system does not report it. */
export function diskRoom(path: string): DiskRoom {
  // The folder serves for a file that does not exist yet. The service may have no permission for it.
  for (const place of [path, dirname(path)]) {
    try {
      const { bavail, bsize, blocks } = statfsSync(place);
      return { free: bavail * bsize, needed: Math.min(KEPT_FREE_BYTES, Math.floor(blocks * bsize * KEPT_FREE_SHARE)) };
    } catch {
      continue;
    }
  }
  return { free: Infinity, needed: 0 };
}

/**
 * Throws if the disk of a file lacks room for some more bytes.
 *
 * @param purpose What they are needed for, as the end of a sentence.
 * @throws {OperatorError} If there is no room.
 */
export function requireRoom(path: string, bytes: number, purpose: string): void {
  const { free, needed } = diskRoom(path);
  const room = Math.max(0, free - needed);
  if (room >= bytes) return;
  const [available, wanted] = [room, bytes].map((count) => (count / 1_000_000).toFixed(1));
  throw new OperatorError(
    sentence(
      "The disk of the store has room for {available} MB, and {wanted} MB are needed {purpose}. Free some space on it.",
      { available: available ?? "", wanted: wanted ?? "", purpose },
    ),
  );
}

/**
 * Returns why a file cannot be written; null if it can be, or the reason is unknown. Call it only while this process has
 * no SQLite file open: closing another descriptor of the file drops SQLite's locks.
 */
export function writingFault(path: string): StoreFault | null {
  const { free, needed } = diskRoom(path);
  if (free < needed) return "disk_full";
  try {
    Deno.openSync(path, { write: true }).close();
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "EROFS" ? "disk_read_only" : code === "EACCES" || code === "EPERM" ? "not_permitted" : null;
  }
}

/** Returns the fault of the file that an error of the store shows; null if it shows none. */
export function faultOf(error: unknown): StoreFault | null {
  if (error instanceof StoreTroubleError) return error.fault;
  const text = String(error);
  if (/malformed|not a database|disk image/i.test(text)) return "damaged";
  if (/disk is full|no space left/i.test(text)) return "disk_full";
  if (/read-?only/i.test(text)) return "disk_read_only";
  if (/disk I\/O error|unable to open database/i.test(text)) return "disk_failing";
  return null;
}
