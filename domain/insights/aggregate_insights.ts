import type { Business } from "../business.ts";
import { aggregateRating } from "../documents/aggregate_rating.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { compareReviews, type Review } from "../review.ts";
import type { Analyses } from "./analysis/analyze_reviews.ts";
import type { TextReader } from "./analysis/text_reader.ts";
import { aspectInsights } from "./figures/aspect_insights.ts";
import { entityInsights } from "./figures/entity_insights.ts";
import type { Evidence } from "./figures/evidence.ts";
import type { Doubt } from "./figures/star_check.ts";
import { groupEvidence } from "./figures/group_evidence.ts";
import { monthlyFigures } from "./figures/monthly_figures.ts";
import { perReview } from "./figures/per_review.ts";
import { overallSentiment } from "./figures/sentiment_counts.ts";
import { topicInsights } from "./figures/topic_insights.ts";
import { trends } from "./figures/trend.ts";
import { phraseNames } from "./phrases/phrase_names.ts";
import { faq } from "./prose/faq.ts";
import { proseLabels } from "./prose/prose_name.ts";
import { summary } from "./prose/summary.ts";
import { nameCheck } from "./quotes/name_check.ts";
import { anotherFirmCheck } from "./quotes/of_another_firm.ts";
import { otherComplaints } from "./quotes/other_complaints.ts";
import { pullQuote } from "./quotes/pull_quote.ts";
import type { Customer } from "./taxonomy/taxonomy.ts";

/**
 * A problem that fewer than one review in so many tells of may be an error of the analysis in all of them, and is not
 * listed: of two in five thousand both were.
 */
const READ_FOR_ONE = 2000;

/** An entry of the taxonomy: its id and its label. */
interface Labelled {
  readonly id: string;
  readonly label: string;
}

/** Everything the insights document is computed from. */
export interface AggregateInput {
  readonly business: Business;
  /** In any order; each id once. */
  readonly reviews: readonly Review[];
  /** By review id. A review without an analysis is counted, but adds no sentiment and no mentions. */
  readonly analyses: Analyses;
  readonly reader: TextReader;
  readonly taxonomy: {
    readonly version: number;
    /** What the business calls its customers; "customer" and "customers" if undefined. */
    readonly customer?: Customer | undefined;
    readonly aspects:
      readonly (Labelled & { readonly question?: string | undefined; readonly burden?: boolean | undefined })[];
    readonly problems: readonly Labelled[];
    readonly topics: readonly Labelled[];
  };
  /** Aspects and problems of which no verdict is published: their figures stay. None if left out. */
  readonly doubts?: readonly Doubt[];
  /** Name and version of the analyser, given as `model` in the document. */
  readonly model: string;
}

/**
 * Aggregates the analyses of single reviews into the document of `/insights.json`. Deterministic: the order of reviews
 * and analyses does not matter and no clock is read; `generated_at` is the day of the newest review.
 */
export function aggregateInsights(input: AggregateInput): InsightsDocument {
  const { business, analyses, taxonomy } = input;
  const reviews = [...input.reviews].sort(compareReviews);
  const customer = taxonomy.customer ?? { one: "customer", many: "customers" };
  const questions = new Map(
    taxonomy.aspects.flatMap(({ id, question }) => question === undefined ? [] : [[id, question]]),
  );
  const burdens = new Set(taxonomy.aspects.flatMap(({ id, burden }) => burden === true ? [id] : []));
  const evidence = groupEvidence(reviews, analyses);
  const isName = phraseNames(business);
  const { ofRatings, ofScores, ofComplaints } = trends(reviews);
  const aspects = aspectInsights(evidence.aspects, labelsOf(taxonomy.aspects), burdens, input.reader, isName, ofScores);
  const entities = {
    technicians: entityInsights(
      evidence.technicians,
      new Map(business.technicians.map(({ id, name }) => [id, name])),
      ofScores,
    ),
    services: entityInsights(evidence.services, labelsOf(business.services), ofScores),
    problems: entityInsights(evidence.problems, labelsOf(taxonomy.problems), ofComplaints)
      .filter(({ mention_count }) => mention_count * READ_FOR_ONE >= reviews.length),
    service_areas: entityInsights(evidence.service_areas, labelsOf(business.service_areas), ofScores),
  };
  const [latest, earliest] = [reviews[0]?.date ?? null, reviews.at(-1)?.date ?? null];
  const direction = ofRatings();
  const isFreeOfNames = nameCheck(business, evidence.all);
  const isOfAnother = anotherFirmCheck(business);
  const isOwn = (sentence: string) => isFreeOfNames(sentence) && !isOfAnother(sentence);
  const labelOf = proseLabels(textsOf(evidence.all));
  const languages = ranked(evidence.languages);
  const isSure = (kind: Doubt["kind"]) => ({ id }: { readonly id: string }) =>
    !(input.doubts ?? []).some((doubt) => doubt.kind === kind && doubt.id === id);
  const told = {
    aspects: aspects.filter(isSure("aspect")),
    entities: { ...entities, problems: entities.problems.filter(isSure("problem")) },
  };
  return {
    version: taxonomy.version,
    generated_at: latest === null ? null : `${latest}T00:00:00Z`,
    model: input.model,
    review_count: reviews.length,
    date_range: { earliest, latest },
    overall_sentiment: overallSentiment(evidence.all),
    aspects,
    entities,
    topics: topicInsights(evidence.topics, labelsOf(taxonomy.topics), input.reader, isName),
    languages,
    other_complaints: [...otherComplaints(evidence.all, input.reader, isOwn)],
    temporal: { monthly: monthlyFigures(reviews, evidence.all), trend: direction },
    per_review: perReview(evidence.all),
    faq: faq(business, told, evidence, input.reader, { customer, questions, isOwn }),
    summary: summary(business, {
      ...told,
      rating: aggregateRating(reviews),
      latest,
      languages,
      trend: direction,
      labelOf,
    }),
    pull_quote: pullQuote(business, evidence.all, input.reader, isOwn),
  };
}

function* textsOf(evidence: readonly Evidence[]): Generator<string> {
  for (const { review: { text } } of evidence) if (text !== null) yield text;
}

/** Most reviews first, then by tag. */
function ranked(languages: ReadonlyMap<string, number>): { language: string; review_count: number }[] {
  return [...languages].map(([language, review_count]) => ({ language, review_count }))
    .sort((a, b) => b.review_count - a.review_count || (a.language < b.language ? -1 : 1));
}

function labelsOf(entries: readonly Labelled[]): ReadonlyMap<string, string> {
  return new Map(entries.map(({ id, label }) => [id, label]));
}
