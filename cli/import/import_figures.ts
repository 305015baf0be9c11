import { type Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import {
  addedStars,
  averageOf,
  reviewsIn,
  type StarCounts,
  starCounts,
} from "../../domain/documents/aggregate_rating.ts";
import { type Review, type WithheldState, withheldState } from "../../domain/review.ts";
import type { ImportChanges } from "../../domain/dataset/import_changes.ts";
import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import type { ImportFiles } from "./reading/import_result.ts";

const SHOWN_ROWS = 3;

type ReadFigures = Pick<ImportFiles, "rows" | "badRows" | "faultKinds" | "skipped" | "repeated">;

/**
 * Counts the rows of an import by outcome: `read` = `added` + `updated` + `unchanged` + the rows of `leftOut`. `withdrawn`
 * counts published reviews, not rows.
 *
 * @returns In `leftOut` rows by reason, as words that follow `Left out N rows: `, with the places of the first ones where
 * known. No count is 0.
 * @throws {Error} If the counts do not add up, which is a bug.
 */
export function importFigures(
  { rows, badRows, faultKinds, skipped, repeated }: ReadFigures,
  changes: ImportChanges,
) {
  const { added, updated, unchanged, withdrawn } = changes;
  const faulty = faultKinds.slice(0, SHOWN_ROWS).map(({ first: { file, line } }) => ({ file, line }));
  const leftOut = [
    ...skipped.values(),
    { reason: sentence("with problems"), rows: badRows, first: faulty },
    { reason: sentence("another version of the same review"), rows: repeated, first: [] },
    { reason: sentence("joined with another review of the files"), rows: changes.joined, first: [] },
    { reason: sentence("not verified"), rows: changes.unverified, first: [] },
    { reason: sentence("hidden by you"), rows: changes.keptHidden, first: [] },
    { reason: sentence("erased before"), rows: changes.erased, first: [] },
  ].filter(({ rows }) => rows > 0);
  const sum = leftOut.reduce((sum, { rows }) => sum + rows, added + updated + unchanged);
  if (sum !== rows) throw new Error(`The figures of the import do not add up: ${rows} rows were read, ${sum} counted.`);
  return { read: rows, added, updated, unchanged, leftOut, withdrawn };
}

/**
 * Counts the stars of reviews that an import leaves out or withdraws. Rows with problems count if their stars could be
 * read.
 *
 * @returns Groups that are not empty: the member of `average_with`, the subject of a sentence about it, and the stars.
 */
export function absentReviews(
  { badStars, skipped }: Pick<ImportFiles, "badStars" | "skipped">,
  { dataset: { hidden = [] }, changes }: ImportedDataset,
): readonly (readonly [name: string, doing: string, group: StarCounts])[] {
  const inState = (state: WithheldState, rows: number) =>
    starCounts(rows === 0 ? [] : hidden.filter(({ hidden_reason }) => withheldState(hidden_reason) === state));
  const groups = [
    ["not_verified", "Leaving out what is not verified", inState("not verified", changes.unverified)],
    ["not_published", "Leaving out what the source does not publish", inState("not published", skipped.size)],
    ["hidden", "Leaving out what you have hidden", inState("hidden", changes.keptHidden)],
    ["invalid", "Leaving out rows with problems", badStars],
    ["withdrawn", "Withdrawing reviews", changes.withdrawnByStars],
  ] as const;
  return groups.filter(([, , group]) => reviewsIn(group) > 0);
}

/** Number and average rating of reviews. The average has two decimals and is null without reviews. */
export interface PublishedFigures {
  readonly reviews: number;
  readonly average: number | null;
}

/** Counts reviews. */
export function publishedFigures(reviews: readonly Review[]): PublishedFigures {
  return { reviews: reviews.length, average: averageOf(starCounts(reviews)) };
}

/** Formats figures: `3 reviews, 4.33 stars`. */
export function shownFigures({ reviews: count, average }: PublishedFigures): Sentence {
  return average === null
    ? sentence("{count|# review|# reviews}", { count })
    : sentence("{count|# review|# reviews}, {average:stars} stars", { count, average });
}

/**
 * Shows how the average changes because some reviews are not published: `Leaving out what is not verified raises the
 * average: 4.50 stars without, 3.33 with it.`
 * @param doing Subject of the sentence.
 * @param published The published reviews.
 * @param group The other reviews.
 * @returns One line; none for an empty group.
 */
export function averageSentence(doing: Text, published: StarCounts, group: StarCounts): readonly Sentence[] {
  const [without, together] = [averageOf(published), averageOf(addedStars(published, group))];
  const count = reviewsIn(group);
  if (count === 0 || together === null) return [];
  if (without === null) {
    return [sentence("{doing} leaves no average: it was {together:stars} stars.", { doing, together })];
  }
  const parts = { doing, without, together, count };
  return [
    without > together
      ? sentence(
        "{doing} raises the average: {without:stars} stars without, {together:stars} with {count|it|them}.",
        parts,
      )
      : without < together
      ? sentence(
        "{doing} lowers the average: {without:stars} stars without, {together:stars} with {count|it|them}.",
        parts,
      )
      : sentence(
        "{doing} does not change the average: {without:stars} stars without, {together:stars} with {count|it|them}.",
        parts,
      ),
  ];
}
