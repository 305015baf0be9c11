import { isErasedId } from "../dataset/erased_marks.ts";
import { ENGLISH_POLICY, filledText, type PolicyLanguage } from "../documents/policy_answers.ts";
import type { PublicHiding } from "../dataset/dataset_archive.ts";
import { type Review, type WithheldState, withheldState } from "../review.ts";
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

/** The id of the review of a rank, which must exist. Decodes only this. */
export function idAt({ offsets, documents }: Snapshot, rank: number): string {
  const start = offsets[rank]! + ID_START;
  return decoder.decode(documents["/reviews.json"].bodies.identity.bytes.subarray(start, start + ID_LENGTH));
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

/**
 * Rank of the review with exactly this id, or null. Binary search over the ids in the buffer, without decoding them: a
 * page of changes has a thousand.
 */
export function rankOfId({ byId, offsets, documents }: Snapshot, id: string): number | null {
  const { bytes } = documents["/reviews.json"].bodies.identity;
  let [low, high] = [0, byId.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const rank = byId[middle] ?? 0;
    const start = (offsets[rank] ?? 0) + ID_START;
    let same = 0;
    while (same < ID_LENGTH && bytes[start + same] === id.charCodeAt(same)) same++;
    if (same === ID_LENGTH) return id.length === ID_LENGTH ? rank : null;
    if (bytes[start + same]! < id.charCodeAt(same)) low = middle + 1;
    else high = middle;
  }
  return null;
}

/** Why there is no published review with an id. */
export type MissingReview =
  | { readonly state: "unknown" | "erased" }
  | { readonly state: WithheldState } & PublicHiding;

/**
 * Returns why there is no published review with an id. Takes microseconds and does not read the store, because the
 * public may request any id.
 */
export function missingReview({ erased, hidings }: Snapshot, id: string): MissingReview {
  if (isErasedId(erased, id)) return { state: "erased" };
  const hiding = hidings.get(id);
  return hiding === undefined ? { state: "unknown" } : { state: withheldState(hiding.reason), ...hiding };
}

/** Returns a sentence on why there is no published review with an id; for a withheld one with day and reason. */
export function missingSentence(
  missing: MissingReview,
  { words, day }: Pick<PolicyLanguage, "words" | "day"> = ENGLISH_POLICY,
): string {
  if (!("reason" in missing)) return words[`review_${missing.state}`];
  const { reason, on } = missing;
  return reason === "not_verified" || reason === "not_published"
    ? filledText(words[`review_${reason}`], { day: day(on) })
    : filledText(words.review_hidden, { day: day(on), reason: words[`reason_${reason}`] });
}
