import { readDatasetLabels } from "../domain/dataset/label_rows.ts";
import { readPublished } from "../domain/dataset/dataset_store.ts";
import { archivedBodies, archivedInsights, archivedJson } from "../domain/dataset/dataset_archive.ts";
import { earlierAnalyses } from "../domain/dataset/archive_dataset.ts";
import type { DatasetHead } from "../domain/dataset/dataset_head.ts";
import { aggregateRating } from "../domain/documents/aggregate_rating.ts";
import type { InsightsDocument, Trend } from "../domain/documents/insights_document.ts";
import { readReviewsDocument, type ReviewsDocument } from "../domain/documents/reviews_document.ts";
import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { FEWEST_REVIEWS } from "../domain/insights/evidence_minimum.ts";
import { starCheck, type StarDoubt } from "../domain/insights/figures/star_check.ts";
import { lexiconInsights } from "../domain/insights/lexicon_insights.ts";
import { type OfferedSubject, offeredSubjects } from "../domain/insights/offered_subjects.ts";
import { seriousReviews } from "../domain/insights/serious_complaints.ts";
import { rounded, wholePercents } from "../domain/insights/rounding.ts";
import type { Taxonomy } from "../domain/insights/taxonomy/taxonomy.ts";
import {
  chosenTaxonomy,
  isOffering,
  subjectsOf,
  type TaxonomyChoice,
} from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { strengthsOf } from "../domain/insights/figures/strengths.ts";
import { namedDate, type Review } from "../domain/review.ts";
import { facetKey } from "../domain/search/review_facets.ts";
import type { Store } from "../domain/store/store.ts";
import { counted, escapedControls, print, untilPipeCloses } from "../terminal/print.ts";
import {
  type CommandLine,
  type CommandOptions,
  dayOption,
  refuseArguments,
  runCommand,
  UsageError,
} from "./command/run_command.ts";
import { cutText, padText, terminalText } from "../terminal/terminal_text.ts";
import { doubtLines } from "./import/dataset_lines.ts";
import { withHubStore } from "../service/store/open_store.ts";

const HELP = `Report on one screen what the published reviews say.

  deno task insights [options]

The figures agree with /insights.json. Those in parentheses count reviews.

  --since DAY, --until DAY
              only reviews from this day on, up to this day (YYYY-MM-DD)
  --source NAME
              only reviews of this source
  --json      one object, for programs
  --help      this text

KV_PATH names the store.`;

const OPTIONS: CommandOptions = {
  since: { type: "string" },
  until: { type: "string" },
  source: { type: "string" },
  json: { type: "boolean" },
};

interface PublishedInsights extends Pick<ReviewsDocument, "business" | "reviews"> {
  readonly head: DatasetHead;
  /** Computed, or the operator's own. */
  readonly insights: InsightsDocument;
  readonly choice: TaxonomyChoice | null;
  /** The taxonomy of the insights, unless they are the operator's own. */
  readonly taxonomy: Taxonomy;
}

function insightsCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "insights");
  const isChosen = reviewChoice(line);
  return withHubStore(async (kv) => {
    const published = await readInsights(kv, isChosen);
    const { business, reviews, choice, taxonomy, insights: { per_review: _, ...insights } } = published;
    const reader = textReader(business, taxonomy);
    return untilPipeCloses(() => {
      const isOwn = published.head.operator_insights;
      const doubts = isOwn ? [] : starCheck(reviews, reader);
      const offered = isOwn || !isOffering(business, choice, reviews) ? [] : offeredSubjects(business, reviews, choice);
      const subjects = offered.map(({ language, words, ...noun }) => ({ ...noun, words: { [language]: words } }));
      print(
        line.flag("json")
          ? escapedControls(JSON.stringify({ business: business.name, doubts, insights, subjects }, null, 2))
          : insightsReport(published, doubts, offered),
      );
      return 0;
    });
  });
}

type ReviewChoice = (review: Review) => boolean;

function reviewChoice(line: CommandLine): ReviewChoice | null {
  const [since, until] = ["since", "until"].map((name) => dayOption(line, name, "allowed is a day such as 2026-10-31"));
  const source = line.text("source");
  if (since !== undefined && until !== undefined && since > until) {
    throw new UsageError(`--until is ${until}; allowed is a day that is not before --since ${since}.`);
  }
  if (since === undefined && until === undefined && source === null) return null;
  return (review) =>
    (since === undefined || review.date >= since) && (until === undefined || review.date <= until) &&
    (source === null || facetKey(review.source) === facetKey(source));
}

/**
 * Reads what is published. For a choice of reviews, computes the insights from the kept analyses.
 *
 * @throws {UsageError} If nothing is published, or nothing of the choice, or an operator's own insights.
 */
async function readInsights(kv: Store, isChosen: ReviewChoice | null): Promise<PublishedInsights> {
  const { before: { value: head }, archive } = await readPublished(kv);
  if (head === null || archive === null) {
    throw new UsageError("There are no reviews to report: import some first.");
  }
  const { business, reviews: all } = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
  const choice = archivedJson(archive, "taxonomy");
  const taxonomy = chosenTaxonomy(choice, business);
  if (isChosen === null) return { head, business, reviews: all, choice, taxonomy, insights: archivedInsights(archive) };
  if (head.operator_insights) {
    throw new UsageError("The published insights are your own; --since, --until and --source need computed ones.");
  }
  const reviews = all.filter(isChosen);
  if (reviews.length === 0) {
    const sources = [...new Set(all.map(({ source }) => source))].join(", ");
    throw new UsageError(
      `No review is of this period and source. The reviews are from ${all.at(-1)?.date} to ${all[0]?.date}, ` +
        `their sources are: ${sources}.`,
    );
  }
  const labels = await readDatasetLabels(kv, { business, taxonomy });
  const { overview, perReview } = lexiconInsights(business, reviews, taxonomy, earlierAnalyses(archive, all), labels);
  return {
    head,
    business,
    reviews,
    choice,
    taxonomy,
    insights: { ...overview, per_review: Object.fromEntries(perReview()) },
  };
}

const COLUMNS = 80;
const LABEL_COLUMNS = 24;
const PHRASE_COLUMNS = 24;
const [MOST_ASPECTS, MOST_PROBLEMS, MOST_SERIOUS, MOST_OFFERED, MONTHS] = [10, 5, 5, 10, 6];

const TRENDS: Readonly<Record<Trend, string>> = {
  improving: "Ratings have risen over the last three full months.",
  stable: "Ratings of the last three months do not clearly differ from the three before.",
  declining: "Ratings have fallen over the last three full months.",
  insufficient_data: "The last six full months have too few reviews to tell a trend.",
};

function insightsReport(
  published: PublishedInsights,
  doubts: readonly StarDoubt[],
  offered: readonly OfferedSubject[],
): string {
  const { head, business, reviews, insights: { per_review, ...texts } } = published;
  // Labels and phrases may come from reviews or an operator's file: none may control the terminal or break its line.
  const plain: typeof texts = JSON.parse(
    JSON.stringify(texts),
    (_, value: unknown) => typeof value === "string" ? terminalText(value) : value,
  );
  const { date_range: { earliest, latest }, overall_sentiment: sentiment, model } = plain;
  const sections = [
    [
      terminalText(business.name),
      counted(reviews.length, "review") +
      (earliest === null || latest === null ? "" : ` from ${earliest} to ${latest}`) +
      (reviews.length === 0 ? "" : `, ${shown(aggregateRating(reviews).rating_value, 1)} stars on average`),
      ...sentiment.positive_pct === null ? [] : [
        wholePercents([sentiment.positive_pct, sentiment.neutral_pct ?? 0, sentiment.negative_pct ?? 0])
          .map((share, at) => `${share}% ${["positive", "neutral", "negative"][at]}`).join(", "),
      ],
      ...head.operator_insights ? [`Insights by ${model}, your own`] : [],
    ],
    mainLines(plain),
    [...aspectLines(plain), ...fewLines(published)],
    problemLines(plain, per_review),
    seriousLines(reviews),
    offeredLines(offered),
    monthLines(plain),
  ];
  const remarks = doubtLines(doubts).map((line) => `\n\n${terminalText(line)}`);
  return sections.filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => cutText(line, COLUMNS).trimEnd()).join("\n")).join("\n\n") + remarks.join("");
}

type Insights = Omit<InsightsDocument, "per_review">;

function shown(figure: number | null, decimals = 0): string {
  return figure === null ? "-" : rounded(figure, decimals).toFixed(decimals);
}

function mainLines(insights: Insights): readonly string[] {
  const { strengths, complaints, changes } = strengthsOf(insights);
  const line = (title: string, named: readonly (readonly [label: string, count: number])[]) =>
    named.length === 0 ? [] : [`${title}: ${named.map(([label, count]) => `${label} (${count})`).join(", ")}`];
  const changed = (which: Trend) =>
    changes.filter(({ trend }) => trend === which).map(({ subject }) =>
      [subject.label, subject.mention_count] as const
    );
  return [
    ...line("Strengths", strengths.map(({ label, positive_count }) => [label, positive_count])),
    ...line("Complaints", complaints.map(({ subject, count }) => [subject.label, count])),
    ...line("Improving", changed("improving")),
    ...line("Declining", changed("declining")),
  ];
}

function aspectLines({ aspects }: Insights): readonly string[] {
  if (aspects.length === 0) return ["The insights name no aspect."];
  const rows = aspects.toSorted((a, b) => b.mention_count - a.mention_count).slice(0, MOST_ASPECTS);
  return [
    `${"ASPECT".padEnd(LABEL_COLUMNS)}  REVIEWS  PRAISE  CRITICISM  IN THEIR WORDS`,
    ...rows.map(({ label, mention_count, positive_count, negative_count, top_phrases: [phrase] }) =>
      padText(label, LABEL_COLUMNS) + `${mention_count}`.padStart(9) + `${positive_count}`.padStart(8) +
      `${negative_count}`.padStart(11) + (phrase === undefined ? "" : `  “${cutText(phrase, PHRASE_COLUMNS)}”`)
    ),
  ];
}

/** The subjects that the owner has chosen and too few reviews name for a figure. */
function fewLines({ head, choice, taxonomy, insights: { per_review } }: PublishedInsights): readonly string[] {
  if (head.operator_insights) return [];
  const analyses = Object.values(per_review);
  return subjectsOf(choice).subjects.flatMap(({ label }) => {
    const id = taxonomy.aspects.find((aspect) => aspect.label === label)?.id;
    const judging = analyses.filter(({ aspects }) => aspects.some((aspect) => aspect.id === id)).length;
    return id === undefined || judging >= FEWEST_REVIEWS
      ? []
      : [`${terminalText(label)}: named by ${counted(judging, "review")}; it is shown from ${FEWEST_REVIEWS}.`];
  });
}

/** Problems by the number of unhappy reviews: happy ones often mention a fault because it was repaired. */
function problemLines({ entities }: Insights, perReview: InsightsDocument["per_review"]): readonly string[] {
  const analyses = Object.entries(perReview);
  const rows = entities.problems.map((problem) => {
    const telling = analyses.filter(([, { problems }]) => problems.includes(problem.id));
    const ids = telling.filter(([, { sentiment }]) => sentiment === "negative").map(([id]) => id);
    // An operator's own insights may count a problem without naming its reviews.
    return { ...problem, ids, unhappy: telling.length === 0 ? null : ids.length };
  }).filter(({ mention_count, unhappy }) => mention_count > 0 && unhappy !== 0)
    .sort((a, b) => (b.unhappy ?? b.mention_count) - (a.unhappy ?? a.mention_count)).slice(0, MOST_PROBLEMS);
  if (rows.length === 0) return ["The insights name no problem."];
  return [
    `${"PROBLEM".padEnd(LABEL_COLUMNS)}  REVIEWS  UNHAPPY  STARS  EXAMPLE`,
    ...rows.map(({ label, mention_count, average_rating, example_review_ids: examples, ids, unhappy }) =>
      padText(label, LABEL_COLUMNS) + `${mention_count}`.padStart(9) + shown(unhappy).padStart(9) +
      shown(average_rating, 1).padStart(7) + `  ${examples.find((id) => ids.includes(id)) ?? examples[0] ?? ""}`
    ),
  ];
}

/** The newest reviews with a serious complaint, for the owner to read. */
function seriousLines(reviews: readonly Review[]): readonly string[] {
  const rows = seriousReviews(reviews).slice(0, MOST_SERIOUS);
  return rows.length === 0 ? [] : [
    `${"MAY TELL OF".padEnd(LABEL_COLUMNS)}  DAY         REVIEW`,
    ...rows.map(({ review, kinds }) =>
      `${padText(kinds.join(", "), LABEL_COLUMNS)}  ${namedDate(review).padEnd(10)}  ${review.id}`
    ),
  ];
}

/** The nouns that the owner may choose as subjects, the first ten. */
function offeredLines(offered: readonly OfferedSubject[]): readonly string[] {
  if (offered.length === 0) return [];
  return [
    `${"SUBJECT TO CHOOSE".padEnd(LABEL_COLUMNS)}  REVIEWS  SENTENCE`,
    ...offered.slice(0, MOST_OFFERED).map(({ label, reviews, sentence }) =>
      `${padText(terminalText(label), LABEL_COLUMNS)}${`${reviews}`.padStart(9)}  “${terminalText(sentence)}”`
    ),
    "Choose in deno task admin, or as subjects of the business file.",
  ];
}

function monthLines({ temporal: { trend, monthly } }: Insights): readonly string[] {
  const months = monthly.toSorted((a, b) => a.month < b.month ? -1 : 1).slice(-MONTHS);
  const row = (title: string, cells: readonly string[]) =>
    title.padEnd(7) + cells.map((cell) => cell.padStart(9)).join("");
  return [
    ...months.length === 0 ? [] : [
      row("MONTH", months.map(({ month }) => month)),
      row("REVIEWS", months.map(({ review_count }) => `${review_count}`)),
      row("STARS", months.map(({ average_rating }) => shown(average_rating, 1))),
    ],
    trend === null ? "The trend was not measured." : TRENDS[trend],
  ];
}

/** Runs `deno task insights`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, insightsCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
