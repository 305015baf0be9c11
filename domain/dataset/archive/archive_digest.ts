import { encodedBody } from "../../documents/representation.ts";

/** What the digest of an archive is made of. */
export interface DigestedContent {
  /** Entity tag of `/insights.json` without a coding. */
  readonly insights: string;
  /** Entity tag of `/reviews.json` without a coding. */
  readonly reviews: string;
  /** The chosen taxonomy as JSON; null for the default one. */
  readonly taxonomy: string | null;
  /** What is hidden as JSON; null for nothing. */
  readonly hidden: string | null;
  /** How the pages look as JSON; null for the default. */
  readonly pages: string | null;
}

/** The digest of an archive: equal ones mean equal data. */
export function archiveDigest({ insights, reviews, taxonomy, hidden, pages }: DigestedContent): string {
  const others = [hidden, pages].filter((part) => part !== null);
  const tags = [insights, reviews, taxonomy ?? "null", ...others].join();
  return encodedBody(new TextEncoder().encode(tags)).entityTag.slice(1, -1);
}
