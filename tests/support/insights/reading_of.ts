import { reviewAnalyzer } from "../../../domain/insights/analysis/analyze_review.ts";
import type { AnalyzedReview } from "../../../domain/insights/analysis/analyzed_review.ts";
import { textReader } from "../../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../../domain/insights/subjects/subject_detector.ts";
import { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../domain/review.ts";
import { businessOf, reviewOf } from "../reviews/review_of.ts";
import type { Business } from "../../../domain/business.ts";
import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { computedInsights } from "../reviews/computed_insights.ts";

/** Builds a valid taxonomy of an operator; tests give only the members that matter. */
export function taxonomyOf(members: Readonly<Record<string, unknown>>): Taxonomy {
  return Taxonomy.parse({ id: "own", version: 1, aspects: [], problems: [], topics: [], ...members });
}

/** A taxonomy of a theme park, as an operator would write one. */
export const PARK: Taxonomy = taxonomyOf({
  id: "theme_park",
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
});

const business = businessOf({ name: "Acme" });

/** The sentiment of a text and of each aspect in it, and the problems and topics that it mentions. */
export interface Reading {
  readonly sentiment: string;
  readonly aspects: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  readonly topics: readonly string[];
}

/** Builds a reader of single texts with a taxonomy. */
export function readingUnder(
  taxonomy: Taxonomy = builtInTaxonomy("home_services"),
): (text: string, rating?: number) => Reading {
  return readingBy(reviewAnalyzer(textReader(business, taxonomy)));
}

/** Builds the same reader with rules alone, without the trained part, which uses their results as evidence. */
export function readingByRules(
  taxonomy: Taxonomy = builtInTaxonomy("home_services"),
): (text: string, rating?: number) => Reading {
  const reader = textReader(business, taxonomy, byRulesAlone, (_mention, _rating, decided) => decided);
  return readingBy(reviewAnalyzer(reader));
}

function readingBy(analyze: (review: Review) => AnalyzedReview): (text: string, rating?: number) => Reading {
  return (text, rating = 3) => {
    const { aspects, ...said } = analyze(reviewOf({ text, rating }));
    return { ...said, aspects: Object.fromEntries(aspects.map(({ id, sentiment }) => [id, sentiment])) };
  };
}

/** The analysis of a review that mentions nothing. */
export const EMPTY_ANALYSIS: AnalyzedReview = {
  sentiment: "neutral",
  score: 0,
  aspects: [],
  technicians: [],
  services: [],
  problems: [],
  service_areas: [],
  topics: [],
};

/** A taxonomy of aspects that few words speak of. */
const JUDGED: Taxonomy = taxonomyOf({
  aspects: [
    {
      id: "punctuality",
      label: "Punctuality",
      question: "Do the technicians arrive on time?",
      words: ["on time", "late", "window"],
    },
    { id: "pricing", label: "Pricing", question: "Are the prices fair?", words: ["price"] },
    { id: "cleanliness", label: "Cleanliness", words: ["clean", "mess"] },
  ],
  problems: [{ id: "leak", label: "Leaks", words: ["leak"] }],
  topics: [{ id: "weather", label: "Weather", words: ["cold", "winter"] }],
});

/** Insights of reviews under a taxonomy of few words. */
export function aggregated(business: Business, reviews: readonly Review[]): InsightsDocument {
  return computedInsights(business, reviews, JUDGED);
}
