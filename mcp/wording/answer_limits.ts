import { Buffer } from "node:buffer";

/**
 * How many bytes of JSON an answer's data may have. Clients refuse answers of more than 25,000
 * tokens; a token is about three bytes of JSON with ids in it.
 */
export const MOST_DATA_BYTES = 72_000;

/** How many characters of reviews an answer's text shows in all. */
export const MOST_TEXT_CHARACTERS = 30_000;

/** How many characters of one very long review an answer shows. */
export const MOST_REVIEW_CHARACTERS = 12_000;

/** How many bytes a document may have to be read as one resource; a larger one is fetched by HTTP. */
export const MOST_RESOURCE_BYTES = 4_000_000;

/** As many of the first items as their JSON, taken together, fits into so many bytes. */
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
