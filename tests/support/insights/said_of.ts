import { reviewAnalyzer } from "../../../domain/insights/analysis/analyze_review.ts";
import type { AnalyzedReview } from "../../../domain/insights/analysis/analyzed_review.ts";
import { textReader } from "../../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../../domain/insights/subjects/subject_detector.ts";
import { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../domain/review.ts";
import { businessOf, reviewOf } from "../reviews/review_of.ts";
import assert from "node:assert/strict";
import { polarWords, scorePolarWords } from "../../../domain/insights/sentiment/score_clause.ts";
import { sentimentLexicon } from "../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { splitClauses } from "../../../domain/insights/text/clause_split.ts";
import type { Business } from "../../../domain/business.ts";
import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { wholeDocument } from "../reviews/computed_insights.ts";
import { aggregateInsights } from "../../../domain/insights/aggregate_insights.ts";
import { STAND_IN_READER, STAND_IN_TAXONOMY, standInAnalysis } from "./stand_in_analysis.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../domain/dataset/publish_dataset.ts";
import { runCli, type TempStore, tempStore } from "../service/run_cli.ts";

/** Titles of the report's sections below the head, in order. */
export const REPORT_SECTIONS: readonly string[] = [
  "Aspects",
  "Who is praised",
  "What goes wrong",
  "Months",
];

/** The smallest valid insights file of an operator. */
export const NOTHING_MEASURED = {
  version: 1,
  model: "none",
  review_count: 0,
  date_range: {},
  overall_sentiment: {},
  entities: {},
  temporal: {},
};

/** A temporary store with a published dataset. */
export async function publishedStore(dataset: Dataset): Promise<TempStore> {
  const store = await tempStore();
  using kv = await Deno.openKv(store.kvPath);
  await publishDataset(kv, dataset, await readHead(kv), new Date());
  return store;
}

/** The output of `deno task insights` for a store; it must not fail. */
export async function insightsReportOf(store: TempStore, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli("insights", args, store.kvPath);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  return stdout;
}

/** One section of a report, by its title. */
export function reportSection(text: string, title: string): string {
  const from = text.indexOf(`\n\n${title}`);
  const ends = REPORT_SECTIONS.map((other) => text.indexOf(`\n\n${other}`, from + 1)).filter((at) => at > from);
  return text.slice(from + 2, Math.min(text.length, ...ends));
}

const BUILT_IN = sentimentLexicon();

/** The score of a text of exactly one clause, -1 to 1; by default with the built-in lexicon. */
export function clauseScore(text: string, lexicon = BUILT_IN): number {
  const [clause, ...others] = splitClauses(text);
  assert.ok(clause !== undefined && others.length === 0, text);
  return scorePolarWords(clause, polarWords(clause, lexicon));
}

/** A taxonomy of a theme park, as an operator would write one. */
export const PARK: Taxonomy = Taxonomy.parse({
  id: "theme_park",
  version: 1,
  customer: { one: "visitor", many: "visitors" },
  aspects: [
    {
      id: "queues",
      label: "Queues",
      question: "Are the queues short?",
      words: ["queue", "line", "wait", "waiting time"],
    },
    { id: "size", label: "Size", words: ["size", "big", "small", "huge", "space"] },
    { id: "parking", label: "Parking", words: ["parking", "car park", "park the car"] },
    { id: "climate", label: "Climate", words: ["air conditioning", "air con", "a/c", "heating"] },
    { id: "food", label: "Food", words: ["food", "meal", "snack", "restaurant"] },
    { id: "staff", label: "Staff", words: ["staff", "employee", "friendly", "rude"] },
    { id: "price", label: "Price", words: ["price", "ticket", "bill", "fee", "charge", "expensive"] },
    { id: "toilets", label: "Toilets", words: ["toilet", "restroom"] },
  ],
  problems: [{ id: "breakdown", label: "Breakdown", words: ["broke down", "out of order"] }],
  topics: [],
});

const business = businessOf({ name: "Acme" });

/** The sentiment of each aspect in a text, and the problems that it mentions. */
export interface Said {
  readonly aspects: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Builds a reader of single texts with a taxonomy. */
export function saidUnder(
  taxonomy: Taxonomy = builtInTaxonomy("home_services"),
): (text: string, rating?: number) => Said {
  return saidBy(reviewAnalyzer(textReader(business, taxonomy)));
}

/** Builds the same reader with rules alone, without the trained part, which uses their results as evidence. */
export function saidByRules(
  taxonomy: Taxonomy = builtInTaxonomy("home_services"),
): (text: string, rating?: number) => Said {
  const reader = textReader(business, taxonomy, byRulesAlone, (_mention, _rating, decided) => decided);
  return saidBy(reviewAnalyzer(reader));
}

function saidBy(analyze: (review: Review) => AnalyzedReview): (text: string, rating?: number) => Said {
  return (text, rating = 3) => {
    const { aspects, problems } = analyze(reviewOf({ text, rating }));
    return { aspects: Object.fromEntries(aspects.map(({ id, sentiment }) => [id, sentiment])), problems };
  };
}

/** Insights of reviews in the given order, from the stand-in analyser. */
export function aggregated(business: Business, reviews: readonly Review[]): InsightsDocument {
  const analyze = standInAnalysis(business);
  return wholeDocument(aggregateInsights({
    business,
    reviews,
    analyses: new Map(reviews.map((review) => [review.id, analyze(review)])),
    reader: STAND_IN_READER,
    taxonomy: STAND_IN_TAXONOMY,
    model: "stand-in-1",
  }));
}
