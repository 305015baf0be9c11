import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { countedInsights } from "./counted_insights.ts";

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
      top_phrases: ["late"],
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
