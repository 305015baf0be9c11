import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import type { Business } from "../../../domain/business.ts";
import { type EntityInsight, InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../domain/review.ts";
import { computedInsights } from "./computed_insights.ts";

/** The sample dataset as if its business had imported it. */
export function ownDataset(members: Partial<Dataset> = {}): Dataset {
  const { business, ...others } = sampleDataset();
  return { ...others, business: { ...business, sample: false }, ...members };
}

/** The sample dataset with insights in which all figures are known. */
export function measuredDataset(): Dataset {
  const sample = sampleDataset();
  const counted = countedInsights(sample.business, sample.reviews);
  const ids = sample.reviews.slice(0, 40).map(({ id }) => id);
  const aspect = (id: string, label: string, positive: number) => ({
    id,
    label,
    mention_count: 40,
    positive_count: positive,
    neutral_count: 1,
    negative_count: 39 - positive,
    positive_pct: positive * 2.5,
    score: 0.5,
    trend: "stable",
    top_phrases: ["on time", "within the window"],
    example_review_ids: ids,
  });
  const technicians = counted.entities.technicians.map((entity) => ({ ...entity, positive_pct: 91.5, score: 0.8 }));
  const operatorInsights = InsightsDocument.parse({
    ...counted,
    model: "measured-for-tests",
    overall_sentiment: { score: 0.62, positive_pct: 78, neutral_pct: 4, negative_pct: 18 },
    aspects: [aspect("punctuality", "Punctuality", 31), aspect("price", "Price and value", 20)],
    topics: [{
      id: "arrival-window",
      label: "Arrival window",
      mention_count: 12,
      score: -0.2,
      example_review_ids: ids.slice(0, 9),
    }],
    entities: {
      ...counted.entities,
      technicians: [...technicians, { ...technicians[0], id: "former-helper", label: "Former Helper" }],
    },
    temporal: { ...counted.temporal, trend: "improving" },
    faq: [{
      question: "Do they come on time?",
      answer: "Mostly: the window is kept in nine of ten visits.",
      source_review_ids: ids,
    }],
    summary: "Customers praise clear prices and criticise late arrivals.",
    pull_quote: "Dog got a biscuit.",
  });
  return { ...sample, operatorInsights };
}

/** The sample dataset with insights that contain only counts and no sentiment. */
export function unmeasuredDataset(): Dataset {
  const sample = sampleDataset();
  return { ...sample, operatorInsights: countedInsights(sample.business, sample.reviews) };
}

/**
 * The insights that follow from counting: dates, monthly figures and mentions. Everything about sentiment is left out.
 *
 * @param reviews Newest first.
 */
export function countedInsights(business: Business, reviews: readonly Review[]): InsightsDocument {
  const document = computedInsights(business, reviews, builtInTaxonomy("general"));
  const { entities, temporal, per_review: perReview } = document;
  const counted = (all: readonly EntityInsight[]) =>
    all.map(({ id, label, mention_count, average_rating, example_review_ids }) => ({
      ...{ id, label, mention_count, average_rating, example_review_ids },
      ...{ positive_pct: null, trend: null, score: null },
    }));
  const named = Object.entries(perReview).filter(([, { technicians, services, service_areas: areas }]) =>
    technicians.length + services.length + areas.length > 0
  );
  return {
    ...document,
    model: "counts-1",
    overall_sentiment: { score: null, positive_pct: null, neutral_pct: null, negative_pct: null },
    entities: {
      technicians: counted(entities.technicians),
      services: counted(entities.services),
      problems: [],
      service_areas: counted(entities.service_areas),
    },
    temporal: { monthly: temporal.monthly.map((month) => ({ ...month, score: null })), trend: null },
    per_review: Object.fromEntries(
      named.map(([id, one]) => [id, { ...one, sentiment: null, score: null, aspects: [], problems: [], topics: [] }]),
    ),
    ...{ aspects: [], topics: [], faq: [], summary: null, pull_quote: null },
  };
}
