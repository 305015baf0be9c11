import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { countedInsights } from "./counted_insights.ts";

/** The sample dataset with insights that contain only counts and no sentiment. */
export function unmeasuredDataset(): Dataset {
  const sample = sampleDataset();
  return { ...sample, operatorInsights: countedInsights(sample.business, sample.reviews) };
}
