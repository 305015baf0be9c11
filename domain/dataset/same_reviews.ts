import { compareReviews, type ImportedReview, type Review, ReviewAttributes } from "../review.ts";
import { foldedWords, isFullName } from "./identify_reviews.ts";

/** Reviews with different ids that seem to be the same review: equal author, day, stars and text. */
export type SameReviews = readonly [Review, Review, ...Review[]];

/**
 * Finds reviews that exist under several ids, for example because a source assigns new ids in each export. Reviews
 * without text must have an author with a full name. Reviews of different places never match.
 *
 * @param reviews All reviews, newest first.
 */
export function sameReviews(reviews: readonly Review[]): readonly SameReviews[] {
  const found: SameReviews[] = [];
  for (let from = 0; from < reviews.length;) {
    let to = from + 1;
    while (reviews[to]?.date === reviews[from]?.date && to < reviews.length) to++;
    if (to - from > 1) found.push(...sameOfDay(reviews.slice(from, to)));
    from = to;
  }
  return found;
}

function sameOfDay(reviews: readonly Review[]): readonly SameReviews[] {
  const byAuthor = Map.groupBy(
    reviews,
    ({ author, rating, attributes }) => `${rating}${author.toLowerCase()}\n${attributes?.place ?? ""}`,
  );
  return [...byAuthor.values()].filter(isSeveral).flatMap((alike) => {
    const groups = Map.groupBy(alike, ({ author, text }) => {
      if (text !== null) return `text ${foldedWords(text)}`;
      return isFullName(author) ? "no text" : null;
    });
    groups.delete(null);
    return [...groups.values()].filter(isSeveral);
  });
}

function isSeveral(reviews: readonly Review[]): reviews is [Review, Review, ...Review[]] {
  return reviews.length > 1;
}

/**
 * Merges each group into one review: preferably one published before, then one with a source URL, then the lowest id.
 * The others add missing members, and their ids as aliases.
 *
 * @param known Ids of reviews published before.
 * @returns All reviews, newest first.
 */
export function mergeSame(
  reviews: readonly Review[],
  groups: readonly SameReviews[],
  known: ReadonlySet<string>,
): readonly Review[] {
  const merged = new Map<string, Review | null>();
  for (const group of groups) {
    const [kept, ...others] = [...group].sort((a, b) =>
      Number(known.has(b.id)) - Number(known.has(a.id)) ||
      Number(b.source_url !== null) - Number(a.source_url !== null) || (a.id < b.id ? -1 : 1)
    );
    if (kept === undefined) continue;
    merged.set(kept.id, others.reduce(joined, kept));
    for (const { id } of others) merged.set(id, null);
  }
  return reviews.flatMap((review) => {
    const now = merged.get(review.id);
    return now === undefined ? [review] : now === null ? [] : [now];
  }).sort(compareReviews);
}

/** Maps each alias to the current id of its review. */
export function aliasesOf(reviews: readonly Review[]): ReadonlyMap<string, string> {
  return new Map(reviews.flatMap(({ id, aliases = [] }) => aliases.map((alias) => [alias, id] as const)));
}

/**
 * Replaces ids of imported reviews that are aliases by the current id, and adds missing members from the published
 * review. So operators may alternate between exports with old and new ids, and between sources.
 *
 * @param published Published reviews.
 */
export function withoutAliases(
  imported: readonly ImportedReview[],
  published: readonly Review[],
): readonly ImportedReview[] {
  const ids = new Map([...aliasesOf(published), ...aliasesOf(imported)]);
  if (ids.size === 0) return imported;
  const canonical = new Set(ids.values());
  const known = new Map(published.filter(({ id }) => canonical.has(id)).map((review) => [review.id, review]));
  const named = imported.map((review) => {
    const id = ids.get(review.id) ?? review.id;
    if (!canonical.has(id)) return review;
    const before = known.get(id);
    const now = { ...review, id };
    if (before === undefined) return now;
    // A copy from another source only completes the review. Otherwise two sources that are imported in turn would
    // overwrite each other, and each import would count a change.
    const isCopy = ids.has(review.id) && review.source !== before.source;
    if (!isCopy) return joined(now, before);
    return { ...joined(before, now), ...review.unpublished && { unpublished: review.unpublished } };
  });
  // The caller keeps the last review of each id, so put the one that already had the id after those with an alias.
  const isAlias = (_: unknown, place: number) => ids.has(imported[place]?.id ?? "");
  return [...named.filter(isAlias), ...named.filter((review, place) => !isAlias(review, place))];
}

type Nullable = { [Name in keyof Review]: null extends Review[Name] ? Name : never }[keyof Review] & string;

/** Whether a review without this member gets that of the same review under another id. */
const COMPLETED: Readonly<Record<Nullable, boolean>> = {
  author_avatar_url: true,
  text: false,
  source_url: true,
  owner_reply: true,
  incentive: false,
};

function joined(kept: ImportedReview, other: Review): ImportedReview {
  const { attributes, aliases, relation = other.relation, ...rest } = kept;
  const both = { ...other.attributes, ...attributes };
  const missing = (Object.keys(COMPLETED) as Nullable[]).filter((name) => COMPLETED[name] && kept[name] === null);
  const ids = new Set([...aliases ?? [], other.id, ...other.aliases ?? []]);
  ids.delete(kept.id);
  const others = [...ids].sort().slice(0, 100);
  return {
    ...rest,
    ...Object.fromEntries(missing.map((name) => [name, other[name]])),
    ...Object.keys(both).length > 0 && { attributes: ReviewAttributes.parse(both) },
    ...others.length > 0 && { aliases: others },
    ...relation !== undefined && { relation },
  };
}
