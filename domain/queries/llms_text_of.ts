import { llmsText } from "../documents/llms_text.ts";
import type { Site } from "../site.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { aggregateRatingOf, insightsOf } from "./snapshot_insights.ts";

/** The text `/llms.txt` of a snapshot, which GET and the MCP resource share. */
export function llmsTextOf(snapshot: Snapshot, site: Site): string {
  return llmsText(snapshot.business, aggregateRatingOf(snapshot), insightsOf(snapshot).date_range, site);
}
