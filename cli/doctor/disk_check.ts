import type { DiskRoom } from "../service/file_store/disk_fault.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

/** An import writes a revision beside the published one, and its log on top. */
const REVISIONS_OF_ROOM = 3;
const LEAST_ROOM_BYTES = 50_000_000;

/**
 * Judges how much room the disk of a store has.
 *
 * @param revisionBytes Length of the published revision.
 */
export function checkDisk({ free, needed }: DiskRoom, revisionBytes: number): Finding {
  if (free === Infinity) {
    return warning("disk", "The system does not tell how full the disk is.", "Look at it yourself.");
  }
  const room = `The disk of the store has ${shownBytes(free)} free.`;
  if (free < needed) {
    const text = `${room} With less than ${shownBytes(needed)} it counts as full: nothing is written.`;
    return fault("disk", text, "Free some space on it.");
  }
  const wanted = needed + Math.max(LEAST_ROOM_BYTES, REVISIONS_OF_ROOM * revisionBytes);
  if (free >= wanted) return ok("disk", room);
  return warning("disk", `${room} The next imports need ${shownBytes(wanted)}.`, "Free some space on it.");
}

function shownBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
