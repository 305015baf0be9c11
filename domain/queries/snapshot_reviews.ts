import { isErasedId } from "../dataset/erased_marks.ts";
import type { Review, WithheldReason } from "../review.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

// In the prepared buffer every review begins with {"id":", and an id has 26 characters.
const ID_START = 7;
const ID_LENGTH = 26;
const decoder = new TextDecoder();

/** The bytes of the reviews from rank `from` up to, not including, `to`: a view of the prepared buffer, not a copy. */
export function reviewBytes(snapshot: Snapshot, from: number, to: number): Uint8Array<ArrayBuffer> {
  const { bytes } = snapshot.documents["/reviews.json"].bodies.identity;
  if (from >= to) return bytes.subarray(0, 0);
  return bytes.subarray(snapshot.offsets[from] ?? 0, (snapshot.offsets[to] ?? 2) - 2);
}

/** The review of a rank; 0 is the newest. Parses only this one. The rank must exist. */
export function reviewAt(snapshot: Snapshot, rank: number): Review {
  const review: Review = JSON.parse(decoder.decode(reviewBytes(snapshot, rank, rank + 1)));
  return review;
}

/** The review with an id, or null. Parses only this one. */
export function reviewById(snapshot: Snapshot, id: string): Review | null {
  const rank = reviewRank(snapshot, id);
  return rank === null ? null : reviewAt(snapshot, rank);
}

/** Rank of the review with an id or alias, or null. */
export function reviewRank(snapshot: Snapshot, id: string): number | null {
  return rankOfId(snapshot, id) ?? snapshot.byAlias.get(id) ?? null;
}

/** Rank of the review with exactly this id, or null. Binary search over the ids in the buffer. */
export function rankOfId({ byId, offsets, documents }: Snapshot, id: string): number | null {
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

const HIDDEN_BECAUSE: Readonly<Record<Exclude<WithheldReason, "not_verified">, string>> = {
  spam: "it is spam",
  not_a_customer: "its author was not a customer",
  personal_data: "it contains personal data",
  unlawful: "it is unlawful",
  off_topic: "it is about something else",
  duplicate: "it is a duplicate",
  other: "of another reason",
};

/** Why there is no published review with an id. */
interface MissingReview {
  readonly state: "erased" | "hidden" | "unknown";
  /** The same as a sentence for readers; of a hidden review with day and reason. */
  readonly sentence: string;
}

/**
 * Says why there is no published review with an id. Takes microseconds and does not read the store, because anybody may
 * ask for any id.
 */
export function missingReview({ erased, hidings }: Snapshot, id: string): MissingReview {
  if (isErasedId(erased, id)) return { state: "erased", sentence: "The review with this id was erased." };
  const hiding = hidings.get(id);
  if (hiding === undefined) return { state: "unknown", sentence: "There is no review with this id." };
  if (hiding.reason === "not_verified") {
    return { state: "hidden", sentence: `The review with this id is not shown: on ${hiding.on} it was not verified.` };
  }
  const why = hiding.reason === null ? "" : ` because ${HIDDEN_BECAUSE[hiding.reason]}`;
  return { state: "hidden", sentence: `The business hid the review with this id on ${hiding.on}${why}.` };
}
