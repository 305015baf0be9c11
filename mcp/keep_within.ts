import { Buffer } from "node:buffer";

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
