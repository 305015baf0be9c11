import { absoluteUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { quoted } from "../wording/quoted.ts";

/** The id under which `search` and `fetch` know the summary of all reviews. */
export const OVERVIEW_ID = "overview";

/** How `search` names the summary of all reviews. */
export function overviewDocument({ business, reviewCount }: Snapshot, site: Site) {
  return {
    id: OVERVIEW_ID,
    title: `Overview of all ${reviewCount} reviews of ${quoted(business.name)}`,
    url: absoluteUrl(site, "/"),
  };
}
