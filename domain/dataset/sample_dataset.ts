import type { ReviewsDocument } from "../documents/reviews_document.ts";
import type { Dataset } from "./dataset.ts";
import { SAMPLE_PICTURES } from "./sample_pictures.ts";
import document from "./sample_dataset.json" with { type: "json" };

/**
 * The bundled sample: a fictional home-service business with fictional reviews, in the form of `/reviews.json`. A
 * service may serve it before the first import; it is never stored. Provides the examples of the API description.
 */
export function sampleDataset(): Dataset {
  const { business, reviews } = document as ReviewsDocument;
  const pages = { timeZone: "America/New_York", ...SAMPLE_PICTURES };
  return { business, reviews, operatorInsights: null, taxonomy: null, pages };
}
