import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { countedInsights } from "./counted_insights.ts";

/** The sample dataset with insights of an operator's own in which nothing is measured that counting does not give. */
export function unmeasuredDataset(): Dataset {
  const sample = sampleDataset();
  return { ...sample, operatorInsights: countedInsights(sample.business, sample.reviews) };
}
