import { Buffer } from "node:buffer";
import type { InsightsDocument, ReviewAnalysis } from "./insights_document.ts";

/** Insights without `per_review`, which takes up nearly the whole document. */
export type InsightsOverview = Omit<InsightsDocument, "per_review">;

const MEMBER = '"per_review":{';
const ID_LENGTH = 26;
// Id, two quotation marks and the colon.
const ROW_HEAD = ID_LENGTH + 3;
const [QUOTE, COMMA, COLON, CLOSED] = [0x22, 0x2c, 0x3a, 0x7d];
// Text after the last row. A string cannot contain it, as its quotation mark would be escaped.
const AFTER_ROWS = '},"faq":';
const AFTER_ROWS_BYTES = new TextEncoder().encode(AFTER_ROWS);
const decoder = new TextDecoder();

/**
 * Finds analyses in a document of `writeInsightsDocument`.
 *
 * @returns A function that maps a review id to the byte offset of its analysis; 0 if there is none. Fast if called in
 * the order of the reviews, newest first.
 */
export function analysisFinder(bytes: Uint8Array): (id: string) => number {
  // Computed insights are in the order of the reviews; an operator's may be in any order.
  let next = firstRow(bytes);
  let all: ReadonlyMap<string, number> | undefined;
  return (id) => {
    if (rowId(bytes, next) !== id) return (all ??= allRows(bytes)).get(id) ?? 0;
    const start = next + ROW_HEAD;
    next = rowEnd(bytes, start) + 1;
    return start;
  };
}

function allRows(bytes: Uint8Array): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (let at = firstRow(bytes), id = rowId(bytes, at); id !== null; id = rowId(bytes, at)) {
    rows.set(id, at + ROW_HEAD);
    at = rowEnd(bytes, at + ROW_HEAD) + 1;
  }
  return rows;
}

/** The id of the row that begins at an offset; null after the last one. */
function rowId(bytes: Uint8Array, at: number): string | null {
  return bytes[at] === QUOTE ? decoder.decode(bytes.subarray(at + 1, at + 1 + ID_LENGTH)) : null;
}

/** Parses the analysis at an offset of {@linkcode analysisFinder}. */
export function readAnalysis(bytes: Uint8Array, start: number): ReviewAnalysis {
  return JSON.parse(decoder.decode(analysisBytes(bytes, start)));
}

/** JSON of the analysis at an offset of {@linkcode analysisFinder}: a view, not a copy. */
export function analysisBytes<Memory extends ArrayBufferLike>(
  bytes: Uint8Array<Memory>,
  start: number,
): Uint8Array<Memory> {
  return bytes.subarray(start, rowEnd(bytes, start));
}

/** Parses a document of `writeInsightsDocument` except `per_review`. */
export function readInsightsOverview(bytes: Uint8Array): InsightsOverview {
  const start = firstRow(bytes);
  const end = asBuffer(bytes).indexOf(AFTER_ROWS, start);
  const { per_review: _, ...overview }: InsightsDocument = JSON.parse(
    decoder.decode(bytes.subarray(0, start)) + decoder.decode(bytes.subarray(end)),
  );
  return overview;
}

function firstRow(bytes: Uint8Array): number {
  return asBuffer(bytes).indexOf(MEMBER) + MEMBER.length;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** End of the row that begins at `start`: the closing brace before another id or the end of the member. */
function rowEnd(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(CLOSED, start); at !== -1; at = bytes.indexOf(CLOSED, at + 1)) {
    if (isBeforeId(bytes, at + 1) || AFTER_ROWS_BYTES.every((byte, index) => bytes[at + 1 + index] === byte)) {
      return at + 1;
    }
  }
  return bytes.length;
}

function isBeforeId(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at + 2] ?? 0;
  return bytes[at] === COMMA && bytes[at + 1] === QUOTE && first >= 0x30 && first <= 0x37 &&
    bytes[at + 2 + ID_LENGTH] === QUOTE && bytes[at + 3 + ID_LENGTH] === COLON;
}
