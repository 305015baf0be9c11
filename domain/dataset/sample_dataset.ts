import type { ReviewsDocument } from "../documents/reviews_document.ts";
import type { Dataset } from "./dataset.ts";
import document from "./sample_dataset.json" with { type: "json" };

/**
 * The bundled sample: an invented home-service business and invented reviews, in the form of
 * `/reviews.json`. It fills an empty store, and the examples of the API description come from it.
 */
export function sampleDataset(): Dataset {
  const { business, reviews } = document as ReviewsDocument;
  return { business, reviews, operatorInsights: null, taxonomy: null, sample: true };
}
