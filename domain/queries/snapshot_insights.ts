import type { InsightsDocument } from "../documents/insights_document.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const parsed = new WeakMap<Snapshot, InsightsDocument>();

/** The insights of a snapshot as an object. They are parsed when first asked for, once a snapshot. */
export function insightsOf(snapshot: Snapshot): InsightsDocument {
  const known = parsed.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/insights.json"].bodies.identity;
  const insights: InsightsDocument = JSON.parse(new TextDecoder().decode(bytes));
  parsed.set(snapshot, insights);
  return insights;
}
