import { reviewAnalyzer } from "../../../domain/insights/analysis/analyze_review.ts";
import type { AnalyzedReview } from "../../../domain/insights/analysis/analyzed_review.ts";
import { textReader } from "../../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../../domain/insights/subjects/trained_detector.ts";
import { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../domain/review.ts";
import { businessOf } from "../reviews/business_of.ts";
import { reviewOf } from "../reviews/review_of.ts";

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

/** The sentiment of each aspect that a text speaks of, and the problems that it tells of. */
export interface Said {
  readonly aspects: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Builds a reader of single texts under a taxonomy: the default one, unless another is given. */
export function saidUnder(
  taxonomy: Taxonomy = builtInTaxonomy("home_services"),
): (text: string, rating?: number) => Said {
  return saidBy(reviewAnalyzer(textReader(business, taxonomy)));
}

/** The same by the rules alone, without the trained part: what they make of a text is evidence that it weighs. */
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
