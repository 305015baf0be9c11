import { Buffer } from "node:buffer";

/**
 * Maximum size of an answer's data in bytes of JSON. Clients refuse answers of more than 25,000 tokens; JSON with ids
 * has about three bytes a token.
 */
export const MOST_DATA_BYTES = 72_000;

/** Maximum number of characters of reviews in an answer's text. */
export const MOST_TEXT_CHARACTERS = 30_000;

/** Maximum number of characters shown of one very long review. */
export const MOST_REVIEW_CHARACTERS = 12_000;

/**
 * Maximum size in bytes of a document as a resource. HTTP serves larger ones: each answer here is a copy of its own, and
 * no model reads as much.
 */
export const MOST_RESOURCE_BYTES = 1_000_000;

/** The longest prefix of a list whose JSON fits into a number of bytes. */
export function keepWithin<Item>(items: readonly Item[], bytes: number): Item[] {
  const kept: Item[] = [];
  let used = 0;
  for (const item of items) {
    used += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (used > bytes) break;
    kept.push(item);
  }
  return kept;
}
