import { entityTag } from "../documents/representation.ts";

// Layout: 8 characters of the data's hash (6 bytes), 8 of the search's hash (6 bytes), 6 of the rank (4 bytes).
const HASH_LENGTH = 8;
const RANK_AT = 2 * HASH_LENGTH;
const LENGTH = RANK_AT + 6;
const FORM = /^[A-Za-z0-9_-]{21}[AQgw]$/;
// Base64url (RFC 4648 5), encoded by hand: nearly every search writes a cursor, and buffers took four times as long.
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Data and search for which a cursor is valid. */
export interface CursorScope {
  /** Entity tags of the data: equal for equal data. */
  readonly data: string;
  /** Entity tag of the data and the search, without limit and cursor. */
  readonly search: string;
}

/** Fault of a cursor. */
export interface CursorFault {
  readonly code: "malformed" | "other_revision" | "other_search";
  /** The fault and the remedy, in one sentence. */
  readonly cursorFault: string;
}

/** Writes the cursor of the page that begins with a rank: 22 characters of base64url (RFC 4648 5). */
export function writeCursor(scope: CursorScope, rank: number): string {
  let digits = "";
  for (let shift = 26; shift > 0; shift -= 6) digits += DIGITS[rank >>> shift & 63]!;
  return hashesOf(scope) + digits + DIGITS[(rank & 3) << 4]!;
}

/** Returns the first rank of a cursor's page, or a fault if the cursor is malformed or of another scope. */
export function readCursor(scope: CursorScope, cursor: string): number | CursorFault {
  const rank = rankIn(cursor);
  if (rank === null) return { code: "malformed", cursorFault: "Expected the next of an answer" };
  const hashes = hashesOf(scope);
  if (cursor.slice(0, HASH_LENGTH) !== hashes.slice(0, HASH_LENGTH)) {
    return {
      code: "other_revision",
      cursorFault: "This cursor is of another revision of the data; begin again without a cursor",
    };
  }
  if (cursor.slice(HASH_LENGTH, RANK_AT) !== hashes.slice(HASH_LENGTH)) {
    return {
      code: "other_search",
      cursorFault: "This cursor is of a search with other filters; repeat its filters, or begin again without a cursor",
    };
  }
  return rank;
}

/** Decodes the rank; null if the text is no cursor. */
function rankIn(cursor: string): number | null {
  if (!FORM.test(cursor)) return null;
  let rank = 0;
  for (let at = RANK_AT; at < LENGTH - 1; at++) rank = rank * 64 + DIGITS.indexOf(cursor[at]!);
  // The last digit contains two bits of the rank; its other four bits are 0.
  return rank * 4 + (DIGITS.indexOf(cursor[LENGTH - 1]!) >>> 4);
}

/**
 * Returns the prefixes of both hashes, joined. Caches that of the data, because all searches of a snapshot share it.
 */
function hashesOf({ data, search }: CursorScope): string {
  if (lastData?.data !== data) lastData = { data, hash: beginning(entityTag(data)) };
  return lastData.hash + beginning(search);
}

/** Prefix of the hash in an entity tag, after its quotation mark. */
function beginning(tag: string): string {
  return tag.slice(1, 1 + HASH_LENGTH);
}

let lastData: { readonly data: string; readonly hash: string } | undefined;
