import type { Review } from "./review.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

// Every review begins {"id":" in the prepared buffer, and an id has 26 characters.
const ID_START = 7;
const ID_LENGTH = 26;
const decoder = new TextDecoder();

/** The ranks of reviews in the order of their ids, to look one up by its id. */
export function ranksById(reviews: readonly Pick<Review, "id">[]): Uint32Array<ArrayBuffer> {
  const ids = reviews.map(({ id }) => id);
  return Uint32Array.from(ids.keys()).sort((a, b) => (ids[a] ?? "") < (ids[b] ?? "") ? -1 : 1);
}

/** The rank of the review with an id, or null when there is none. Takes O(log n) looks at the buffer. */
export function reviewRank({ byId, offsets, documents }: Snapshot, id: string): number | null {
  const { bytes } = documents["/reviews.json"].bodies.identity;
  let [low, high] = [0, byId.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const rank = byId[middle] ?? 0;
    const start = (offsets[rank] ?? 0) + ID_START;
    const found = decoder.decode(bytes.subarray(start, start + ID_LENGTH));
    if (found === id) return rank;
    if (found < id) low = middle + 1;
    else high = middle;
  }
  return null;
}
