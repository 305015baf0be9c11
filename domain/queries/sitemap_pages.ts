import { lastChange, type SitemapPage } from "../documents/sitemap.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { namedThings } from "./named_things.ts";
import { reviewAt } from "./snapshot_reviews.ts";

/** The pages that every service has. Those of the program alone have no day of change that is worth a visit. */
const OF_THE_DATA = ["/", "/summary"];
const OF_THE_PROGRAM = ["/developers", "/embed", "/docs"];
const REVIEWS_AT_ONCE = 1000;

/** The pages of a snapshot for search engines: fixed ones, then those of reviews, newest first. */
export interface SitemapPages {
  readonly count: number;
  /** The pages from one number up to, not including, another. Reads the reviews in turns, between other requests. */
  readonly between: (from: number, to: number) => Promise<readonly SitemapPage[]>;
}

/** The pages of a snapshot. */
export function sitemapPages(snapshot: Snapshot): SitemapPages {
  const kinds = ["technicians", "services"] as const;
  const subjects = kinds.flatMap((kind) =>
    namedThings(snapshot, kind).map(({ id }) => `/${kind}/${encodeURIComponent(id)}`)
  );
  const fixed: readonly SitemapPage[] = [
    ...[...OF_THE_DATA, ...subjects].map((path) => ({ path, lastModified: snapshot.publishedAt })),
    ...OF_THE_PROGRAM.map((path) => ({ path, lastModified: null })),
  ];
  return {
    count: fixed.length + snapshot.reviewCount,
    between: async (from, to) => {
      const pages = fixed.slice(from, to);
      const end = Math.min(to - fixed.length, snapshot.reviewCount);
      for (let rank = Math.max(0, from - fixed.length); rank < end; rank++) {
        if (pages.length % REVIEWS_AT_ONCE === REVIEWS_AT_ONCE - 1) await otherRequests();
        const review = reviewAt(snapshot, rank);
        pages.push({ path: `/reviews/${review.id}`, lastModified: lastChange(review) });
      }
      return pages;
    },
  };
}

function otherRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
