import type { Review } from "../review.ts";
import { aliasesOf } from "./same_reviews.ts";

/** What became of the reviews of an import. Each one counts once, apart from `withdrawn` and `rewritten`. */
export interface ImportChanges {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Not verified, so not published. */
  readonly unverified: number;
  /** Hidden by the operator; they stay so. */
  readonly keptHidden: number;
  /** Erased before; they are left out. */
  readonly erased: number;
  /** Made one with another review of the import. */
  readonly joined: number;
  /** Reviews that were published before and are not any more; neither hidden nor made one with another. */
  readonly withdrawn: number;
  /** How many reviews were published before of what the import may withdraw. */
  readonly withdrawable: number;
  /** Known ids that belong to another author or another day now, as when two sources count from 1. */
  readonly rewritten: number;
}

/** An import without reviews that withdraws none. */
export const NO_CHANGES: ImportChanges = importChanges({
  before: [],
  after: [],
  imported: [],
  withheld: new Map(),
  hidden: [],
  isWithdrawable: () => false,
});

/** Why a review of an import is not published. */
export type Withheld = "unverified" | "keptHidden" | "erased";

/** Reviews before and after an import. */
export interface ChangedReviews {
  readonly before: readonly Review[];
  readonly after: readonly Review[];
  /** The reviews of the import, with the ids that they have now. */
  readonly imported: readonly Review[];
  /** Why reviews of the import are not published, by id. */
  readonly withheld: ReadonlyMap<string, Withheld>;
  /** Hidden ones afterwards. */
  readonly hidden: readonly Review[];
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
  const isHidden = byId(hidden);
  const gone = new Set(before.filter(({ id }) => !now.has(id) && !owners.has(id) && !isHidden.has(id)));
  // What the files call unverified goes as well, whatever else they may withdraw.
  const withdrawable = before.filter((review) => gone.has(review) || isWithdrawable(review)).length;
  return { ...counts, withdrawn: gone.size, withdrawable, rewritten };
}

function byId(reviews: readonly Review[]): ReadonlyMap<string, Review> {
  return new Map(reviews.map((review) => [review.id, review]));
}
