import { type HiddenReview, type Review, withheldState } from "../review.ts";
import { starCounts } from "../documents/aggregate_rating.ts";
import { aliasesOf } from "./same_reviews.ts";

/**
 * Numbers of reviews by outcome of an import. Each imported review counts in exactly one member from `added` to
 * `joined`.
 */
export interface ImportChanges {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Not published, because their source does not verify them. */
  readonly unverified: number;
  /** Hidden by the operator before; they stay hidden. */
  readonly keptHidden: number;
  /** Erased before; left out. */
  readonly erased: number;
  /** Joined with another review of the import. */
  readonly joined: number;
  /** Published before the import but not after it, and neither hidden nor joined. */
  readonly withdrawn: number;
  /** Number of withdrawn reviews by source. */
  readonly withdrawnOf: ReadonlyMap<string, number>;
  /** Number of withdrawn reviews by stars, from one to five. */
  readonly withdrawnByStars: readonly number[];
  /** Number of previously published reviews that the import may withdraw. */
  readonly withdrawable: number;
  /** Updated reviews with another author or day, for example because two sources both number from 1. */
  readonly rewritten: number;
}

/** Reason why a review of an import is not published. */
export type Withheld = "unverified" | "keptHidden" | "erased";

interface ChangedReviews {
  readonly before: readonly Review[];
  readonly after: readonly Review[];
  /** Imported reviews under their current ids. */
  readonly imported: readonly Review[];
  /** Reasons why imported reviews are not published, by id. */
  readonly withheld: ReadonlyMap<string, Withheld>;
  readonly hidden: readonly HiddenReview[];
  /** Whether the import may withdraw a published review. */
  readonly isWithdrawable: (review: Review) => boolean;
}

/** Counts what an import changes. */
export function importChanges(
  { before, after, imported, withheld, hidden, isWithdrawable }: ChangedReviews,
): ImportChanges {
  const counts = { added: 0, updated: 0, unchanged: 0, unverified: 0, keptHidden: 0, erased: 0, joined: 0 };
  const [old, now, owners] = [byId(before), byId(after), aliasesOf(after)];
  const counted = new Set<string>();
  let rewritten = 0;
  for (const review of imported) {
    const id = now.has(review.id) ? review.id : owners.get(review.id) ?? review.id;
    const [known, published] = [old.get(id), now.get(id)];
    const reason = withheld.get(review.id);
    if (counted.has(id)) counts.joined++;
    else if (reason !== undefined || published === undefined) counts[reason ?? "joined"]++;
    else if (known === undefined) counts.added++;
    else if (known === published || JSON.stringify(known) === JSON.stringify(published)) counts.unchanged++;
    else {
      counts.updated++;
      if (known.author !== published.author || known.date !== published.date) rewritten++;
    }
    counted.add(id);
  }
  const isHidden = byId(hidden.filter(({ hidden_reason }) => withheldState(hidden_reason) === "hidden"));
  const gone = new Set(before.filter(({ id }) => !now.has(id) && !owners.has(id) && !isHidden.has(id)));
  // Counts `gone` too: reviews that their source no longer verifies or publishes are withdrawn in any case.
  const withdrawable = before.filter((review) => gone.has(review) || isWithdrawable(review)).length;
  const withdrawnOf = new Map<string, number>();
  for (const { source } of gone) withdrawnOf.set(source, (withdrawnOf.get(source) ?? 0) + 1);
  return { ...counts, withdrawn: gone.size, withdrawnOf, withdrawnByStars: starCounts(gone), withdrawable, rewritten };
}

function byId(reviews: readonly Review[]): ReadonlyMap<string, Review> {
  return new Map(reviews.map((review) => [review.id, review]));
}
