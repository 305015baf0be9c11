import { absoluteUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { quoted } from "../wording/quoted.ts";

/** Id of the summary of all reviews in `search` and `fetch`. */
export const OVERVIEW_ID = "overview";

/** The summary of all reviews as a result of `search`. */
export function overviewDocument({ business, reviewCount }: Snapshot, site: Site) {
  return {
    id: OVERVIEW_ID,
    title: `Overview of all ${reviewCount} reviews of ${quoted(business.name)}`,
    url: absoluteUrl(site, "/"),
  };
}
