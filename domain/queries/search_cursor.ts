import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

// Six bytes of a hash of the data, six of one of the search, four of the rank.
const HASH_BYTES = 6;
const RANK_AT = 2 * HASH_BYTES;
const LENGTH = RANK_AT + 4;

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
  const bytes = Buffer.alloc(LENGTH);
  hashesOf(scope).copy(bytes);
  bytes.writeUInt32BE(rank, RANK_AT);
  return bytes.toString("base64url");
}

/** The rank with which the page of a cursor begins, or why there is no such page. */
export function readCursor(scope: CursorScope, cursor: string): number | CursorFault {
  const bytes = Buffer.from(cursor, "base64url");
  const hashes = hashesOf(scope);
  if (bytes.length !== LENGTH || bytes.toString("base64url") !== cursor) {
    return { code: "malformed", cursorFault: "Expected the next of an answer" };
  }
  if (hashes.compare(bytes, 0, HASH_BYTES, 0, HASH_BYTES) !== 0) {
    return {
      code: "other_revision",
      cursorFault: "This cursor is of another revision of the data; begin again without a cursor",
    };
  }
  if (hashes.compare(bytes, HASH_BYTES, RANK_AT, HASH_BYTES, RANK_AT) !== 0) {
    return {
      code: "other_search",
      cursorFault: "This cursor is of a search with other filters; repeat its filters, or begin again without a cursor",
    };
  }
  return bytes.readUInt32BE(RANK_AT);
}

/** The beginnings of both hashes. The data's is kept: all searches of a snapshot have the same. */
function hashesOf({ data, search }: CursorScope): Buffer {
  if (lastData?.data !== data) {
    lastData = { data, hash: createHash("sha256").update(data).digest().subarray(0, HASH_BYTES) };
  }
  const hashes = Buffer.alloc(RANK_AT);
  lastData.hash.copy(hashes);
  // An entity tag is a hash already, in base64url after a quotation mark.
  hashes.write(search.slice(1, 1 + HASH_BYTES / 3 * 4), HASH_BYTES, "base64url");
  return hashes;
}

let lastData: { readonly data: string; readonly hash: Buffer } | undefined;
