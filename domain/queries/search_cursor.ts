import { entityTag } from "../documents/entity_tag.ts";

// Eight characters of a hash of the data, eight of one of the search, six of the rank: six bytes each, and four.
const HASH_LENGTH = 8;
const RANK_AT = 2 * HASH_LENGTH;
const LENGTH = RANK_AT + 6;
const FORM = /^[A-Za-z0-9_-]{21}[AQgw]$/;
// Base64url (RFC 4648 5), by hand as it is written for nearly every search: buffers took four times as long.
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** What a cursor belongs to. */
export interface CursorScope {
  /** Entity tags of the data: equal for equal data. */
  readonly data: string;
  /** Entity tag of the data and the search, without limit and cursor. */
  readonly search: string;
}

/** Why a cursor cannot be used. */
export interface CursorFault {
  readonly code: "malformed" | "other_revision" | "other_search";
  /** One sentence: what is wrong, and what to do. */
  readonly cursorFault: string;
}

/** The cursor of the page of a search that begins with a rank: 22 characters of base64url (RFC 4648 5). */
export function writeCursor(scope: CursorScope, rank: number): string {
  let digits = "";
  for (let shift = 26; shift > 0; shift -= 6) digits += DIGITS[rank >>> shift & 63]!;
  return hashesOf(scope) + digits + DIGITS[(rank & 3) << 4]!;
}

/** The rank with which the page of a cursor begins, or why there is no such page. */
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

/** The rank that stands in a text of the form of a cursor; null if the text has another. */
function rankIn(cursor: string): number | null {
  if (!FORM.test(cursor)) return null;
  let rank = 0;
  for (let at = RANK_AT; at < LENGTH - 1; at++) rank = rank * 64 + DIGITS.indexOf(cursor[at]!);
  // The last digit has two bits of the rank; the others are 0.
  return rank * 4 + (DIGITS.indexOf(cursor[LENGTH - 1]!) >>> 4);
}

/** The beginnings of both hashes. The data's is kept: all searches of a snapshot have the same. */
function hashesOf({ data, search }: CursorScope): string {
  if (lastData?.data !== data) lastData = { data, hash: beginning(entityTag(data)) };
  return lastData.hash + beginning(search);
}

/** An entity tag is a hash in base64url after a quotation mark. */
function beginning(tag: string): string {
  return tag.slice(1, 1 + HASH_LENGTH);
}

let lastData: { readonly data: string; readonly hash: string } | undefined;
