import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { starCheck } from "../../domain/insights/figures/star_check.ts";
import { doubtLines, fitLines } from "./taxonomy_lines.ts";
import { cutText, terminalText, wrapPieces } from "./terminal_text.ts";
import { barCells, counted, type Page, POSITIVE, sentimentBar, shownPercent, shownStars } from "./page.ts";
import { aspectsSection, praiseSection } from "./aspects_section.ts";
import { problemsSection } from "./problems_section.ts";
import type { Review } from "../../domain/review.ts";
import { reviewFigures } from "../../domain/documents/review_figures.ts";
import { reviewTallyBuilder } from "../../domain/documents/review_policy.ts";
import { aggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { languageName } from "../../domain/insights/text/language_of.ts";
import { escapedControls } from "../command/print.ts";
import { archivedBodies, archivedTaxonomy } from "../../domain/dataset/dataset_archive.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import { earlierAnalyses } from "../../domain/dataset/archive_dataset.ts";
import { lexiconInsights } from "../../domain/insights/lexicon_insights.ts";
import { facetKey } from "../../domain/search/review_facets.ts";
import { readPublished } from "../../domain/dataset/dataset_store.ts";
import { readReviewsDocument, type ReviewsDocument } from "../../domain/documents/reviews_document.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { UsageError } from "../command/run_command.ts";
import type { Store } from "../../domain/store/store.ts";

const MONTHS = 12;
const LONGEST_MONTH = 60;

/** The section on the last twelve months, or all with `--all`: number of reviews and average rating. */
function monthsSection(page: Page, { temporal }: InsightsDocument): readonly string[] {
  const title = page.paint("strong", "Months");
  const months = temporal.monthly.toSorted((a, b) => a.month < b.month ? 1 : -1)
    .slice(0, page.most === Infinity ? Infinity : MONTHS);
  if (months.length === 0) return [title, "The insights name no month."];
  const greatest = months.reduce((most, { review_count }) => Math.max(most, review_count), 0);
  const titles = "reviews  stars";
  const cells = Math.min(LONGEST_MONTH, page.width - "2026-11".length - titles.length - 4);
  return [
    `${title}   ${page.paint("faint", titles)}`,
    ...months.map(({ month, review_count, average_rating }) => {
      const figures = `${String(review_count).padStart(7)}  ${shownStars(average_rating).padStart(5)}`;
      return `${month}  ${figures}  ${POSITIVE.repeat(barCells(review_count, greatest, cells))}`.trimEnd();
    }),
  ];
}

/**
 * The report as JSON: doubts about the taxonomy and published insights, without those of single reviews. Characters
 * that could control a terminal are escaped.
 */
export function insightsJson({ head, business, reviews, insights, taxonomy }: PublishedDataset): string {
  const { per_review: _, ...said } = insights;
  const doubts = head.operator_insights ? [] : starCheck(reviews, textReader(business, taxonomy));
  return escapedControls(JSON.stringify({ business: business.name, doubts, insights: said }, null, 2));
}

const TRENDS: Readonly<Record<NonNullable<InsightsDocument["temporal"]["trend"]>, string>> = {
  improving: "Ratings have risen over the last three full months.",
  stable: "Ratings of the last three months do not clearly differ from the three before.",
  declining: "Ratings have fallen over the last three full months.",
  insufficient_data: "The last six full months have too few reviews to tell a trend.",
};
const LONGEST_BAR = 100;

/** The first section: business, number of reviews, period, average rating, trend and overall sentiment. */
function headSection(page: Page, { head, business, reviews, insights }: PublishedDataset): readonly string[] {
  const { model, date_range: { earliest, latest }, temporal: { trend } } = insights;
  const stars = aggregateRating(reviews).rating_value;
  const facts = [
    counted(reviews.length, "review"),
    ...earliest !== null && latest !== null ? [`from ${earliest} to ${latest}`] : [],
    ...stars === null ? [] : [`with ${shownStars(stars)} stars on average`],
  ];
  return [
    page.paint("strong", cutText(terminalText(business.name), page.width)),
    ...wrapPieces(facts, page.width),
    ...wrapPieces([
      `Insights by ${model}${head.operator_insights ? ", your own" : ""}.`,
      trend === null ? "The trend was not measured." : TRENDS[trend],
      ...foreignReviews(insights),
      ...head.sample ? ["This is the fictional sample data."] : [],
    ], page.width),
    ...figureLines(page, reviews),
    "",
    ...sentimentLines(page, insights.overall_sentiment),
  ];
}

/** Ratings by source, where there are several, and the replies. */
function figureLines(page: Page, reviews: readonly Review[]): readonly string[] {
  const tally = reviewTallyBuilder();
  for (const review of reviews) tally.add(review);
  const { ratings_by_source: sources, replies: { replied_count, replied_pct, median_days: days } } = reviewFigures(
    tally.finish(),
  );
  const shown = sources.map(({ source, review_count, rating_value }) =>
    `${terminalText(source)} ${shownStars(rating_value)} from ${review_count}`
  );
  return wrapPieces(
    [
      ...sources.length < 2 ? [] : [`By source: ${shown.join(", ")}.`],
      ...days === null ? [] : [
        `${counted(replied_count, "review")} with a reply (${replied_pct} %), half of the replies within ${
          counted(days, "day")
        }.`,
      ],
    ].flatMap((line) => line.split(" ")),
    page.width,
  );
}

function foreignReviews({ languages = [] }: InsightsDocument): readonly string[] {
  const count = languages.reduce((sum, { review_count }) => sum + review_count, 0);
  if (count === 0) return [];
  const named = languages.map(({ language, review_count }) => `${languageName(language)} ${review_count}`).join(", ");
  return [`Not in English, and counted by stars alone: ${counted(count, "review")} (${named}).`];
}

function sentimentLines(page: Page, sentiment: InsightsDocument["overall_sentiment"]): readonly string[] {
  const { positive_pct, neutral_pct, negative_pct } = sentiment;
  const shares = [positive_pct, neutral_pct, negative_pct] as const;
  if (shares.every((share) => share === null)) {
    return wrapPieces("The sentiment of the reviews was not measured.".split(" "), page.width);
  }
  const [positive, neutral, negative] = shares;
  return [
    sentimentBar(page, [positive ?? 0, neutral ?? 0, negative ?? 0], Math.min(page.width, LONGEST_BAR)),
    ...wrapPieces([
      `█ ${shownPercent(positive)} positive  `,
      `░ ${shownPercent(neutral)} neutral  `,
      `▓ ${shownPercent(negative)} negative`,
    ], page.width),
  ];
}

/** The whole report; an empty line separates the sections. */
export function insightsReport(page: Page, published: PublishedDataset): string {
  const insights = plainInsights(published.insights);
  const reviews = new Map(published.reviews.map((review) => [review.id, review]));
  const reader = textReader(published.business, published.taxonomy);
  const doubts = published.head.operator_insights ? [] : starCheck(published.reviews, reader);
  const misfits = published.head.operator_insights ? [] : fitLines(published);
  const remarks = [...doubtLines(doubts), ...misfits];
  const sections = [
    headSection(page, { ...published, insights }),
    aspectsSection(page, insights),
    praiseSection(page, insights, published.business),
    problemsSection(page, insights, reviews, reader),
    remarks.flatMap((line) => wrapPieces(terminalText(line).split(" "), page.width)),
    monthsSection(page, insights),
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n");
}

/** A copy with all strings as plain text, except those of single reviews, which are never shown. */
function plainInsights({ per_review, ...said }: InsightsDocument): InsightsDocument {
  const plain: typeof said = JSON.parse(
    JSON.stringify(said),
    (_, value: unknown) => typeof value === "string" ? terminalText(value) : value,
  );
  return { ...plain, per_review };
}

/** The published documents with their head. */
export interface PublishedDataset extends Pick<ReviewsDocument, "business" | "reviews"> {
  readonly head: DatasetHead;
  /** The published insights: computed, or the operator's own. */
  readonly insights: InsightsDocument;
  /** The taxonomy of the insights, unless they are the operator's own. */
  readonly taxonomy: Taxonomy;
}

/** Which reviews to report; null for any. */
export interface ReviewChoice {
  /** First and last day, YYYY-MM-DD. */
  readonly since: string | null;
  readonly until: string | null;
  /** Name of a source, in any case. */
  readonly source: string | null;
}

/**
 * Reads the published documents. For a choice of reviews the insights are computed from the kept analyses.
 *
 * @throws {UsageError} If nothing is published, or nothing of the choice, or an operator's own insights.
 * @throws {MissingArchiveError} If the published dataset is incomplete.
 */
export async function readPublishedDataset(kv: Store, choice: ReviewChoice | null = null): Promise<PublishedDataset> {
  const { before: { value: head }, archive } = await readPublished(kv);
  if (head === null || archive === null) {
    throw new UsageError("There are no reviews to report: import some, or start the service first.");
  }
  const document = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
  const taxonomy = chosenTaxonomy(archivedTaxonomy(archive), document.business);
  if (choice !== null) {
    if (head.operator_insights) {
      throw new UsageError("The published insights are your own; --since, --until and --source need computed ones.");
    }
    const reviews = chosenReviews(document.reviews, choice);
    const kept = earlierAnalyses(archive, document.reviews);
    const { overview, perReview } = lexiconInsights(document.business, reviews, taxonomy, kept);
    const insights = { ...overview, per_review: Object.fromEntries(perReview()) };
    return { head, insights, taxonomy, ...document, reviews };
  }
  const insights: InsightsDocument = JSON.parse(
    new TextDecoder().decode(archivedBodies(archive, "/insights.json").identity.bytes),
  );
  return { head, insights, taxonomy, ...document };
}

function chosenReviews(reviews: ReviewsDocument["reviews"], { since, until, source }: ReviewChoice) {
  const sources = [...new Set(reviews.map((review) => review.source))];
  if (source !== null && !sources.some((known) => facetKey(known) === facetKey(source))) {
    throw new UsageError(`No review is of the source ${JSON.stringify(source)}. There are: ${sources.join(", ")}.`);
  }
  const chosen = reviews.filter((review) =>
    (since === null || review.date >= since) && (until === null || review.date <= until) &&
    (source === null || facetKey(review.source) === facetKey(source))
  );
  if (chosen.length > 0) return chosen;
  throw new UsageError(
    `No review is of this period. The reviews are from ${reviews.at(-1)?.date} to ${reviews[0]?.date}.`,
  );
}
