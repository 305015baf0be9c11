import { statfsSync } from "node:fs";
import { type StoreFault, StoreTroubleError } from "../../../domain/store/store_trouble.ts";

// SQLite needs some hundred KiB to write anything, and the disk is looked at ten times a second only: what fills it faster
// than 160 MB a second is noticed by a write that fails. Of a small disk less is kept.
const KEPT_FREE_BYTES = 16 * 1024 * 1024;
const KEPT_FREE_SHARE = 0.05;

/** How much room the disk of a file has. */
export interface DiskRoom {
  /** Bytes that this user may still write. */
  readonly free: number;
  /** With fewer free bytes the disk counts as full. */
  readonly needed: number;
}

/** Reads how much room the disk of a file has; where that cannot be asked, it is boundless. */
export function diskRoom(path: string): DiskRoom {
  // The service may read the file and not its folder; a file that is still to be made has only its folder.
  for (const place of [path, folderOf(path)]) {
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
 * Why a file cannot be written to, as far as the system tells. To be called only while this process has no SQLite file
 * open: closing another descriptor of it would drop SQLite's locks.
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

/** What an error of the store says about its file; null when it says nothing. */
export function faultOf(error: unknown): StoreFault | null {
  if (error instanceof StoreTroubleError) return error.fault;
  const text = String(error);
  if (/malformed|not a database|disk image/i.test(text)) return "damaged";
  if (/disk is full|no space left/i.test(text)) return "disk_full";
  if (/read-?only/i.test(text)) return "disk_read_only";
  if (/disk I\/O error|unable to open database/i.test(text)) return "disk_failing";
  return null;
}

function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at === -1 ? "." : at === 0 ? "/" : path.slice(0, at);
}
