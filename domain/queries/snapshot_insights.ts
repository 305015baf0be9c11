import type { AggregateRating } from "../documents/aggregate_rating.ts";
import type { ReviewAnalysis } from "../documents/insights_document.ts";
import {
  analysisBytes,
  type InsightsOverview,
  readAnalysis,
  readInsightsOverview,
} from "../documents/insights_rows.ts";
import { readDocumentHead } from "../documents/reviews_document.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reviewRank } from "./snapshot_reviews.ts";
import { llmsText } from "../documents/llms_text.ts";
import type { Site } from "../site.ts";

const parsedInsights = new WeakMap<Snapshot, InsightsOverview>();
const readRatings = new WeakMap<Snapshot, AggregateRating>();

/**
 * Insights of a snapshot without `per_review` (see {@linkcode analysisOf}), parsed at the first use. The parsed
 * analyses would take several times the memory of the document.
 */
export function insightsOf(snapshot: Snapshot): InsightsOverview {
  const known = parsedInsights.get(snapshot);
  if (known !== undefined) return known;
  const insights = readInsightsOverview(insightsBytes(snapshot));
  parsedInsights.set(snapshot, insights);
  return insights;
}

/** Analysis of the review with an id; null if there is none. Parses only this one. */
export function analysisOf(snapshot: Snapshot, id: string): ReviewAnalysis | null {
  const start = snapshot.analyses[reviewRank(snapshot, id) ?? -1] ?? 0;
  return start === 0 ? null : readAnalysis(insightsBytes(snapshot), start);
}

/** Analysis of the review of a rank, as JSON: a view of the prepared buffer; null if there is none. */
export function analysisBytesAt(snapshot: Snapshot, rank: number): Uint8Array<ArrayBuffer> | null {
  const start = snapshot.analyses[rank] ?? 0;
  return start === 0 ? null : analysisBytes(insightsBytes(snapshot), start);
}

function insightsBytes({ documents }: Snapshot): Uint8Array<ArrayBuffer> {
  return documents["/insights.json"].bodies.identity.bytes;
}

/** Aggregate rating of a snapshot, read from the head of `/reviews.json`; no review is parsed. */
export function aggregateRatingOf(snapshot: Snapshot): AggregateRating {
  const known = readRatings.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/reviews.json"].bodies.identity;
  const { aggregate_rating } = readDocumentHead(bytes, snapshot.offsets);
  readRatings.set(snapshot, aggregate_rating);
  return aggregate_rating;
}

/** Text of `/llms.txt` for a snapshot; GET and the MCP resource share it. */
export function llmsTextOf(snapshot: Snapshot, site: Site): string {
  return llmsText(snapshot.business, aggregateRatingOf(snapshot), insightsOf(snapshot).date_range, site);
}
