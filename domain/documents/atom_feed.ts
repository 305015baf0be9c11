import { POLICY_WORDS } from "./policy_words.ts";
import { type Business, titled } from "../business.ts";
import { ratingText, type Review } from "../review.ts";
import { absoluteUrl, hubUrl, reviewUrl, type Site } from "../site.ts";
import { ulidToUuid } from "../review_id.ts";

interface DeletedEntry {
  readonly id: string;
  /** Time of removal, RFC 3339. */
  readonly at: string;
}

/** Maximum number of deleted entries: as many as the feed has entries. */
export const MOST_DELETED_ENTRIES = 50;
const DELETED_ENTRIES_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Deleted entries of the feed, newest first: reviews removed within 30 days of the newest publication, at most 50, unless
 * published again.
 *
 * @param publications Time and removed ids of each, the oldest first.
 * @param published Ids of the published reviews.
 */
export function deletedEntries(
  publications: readonly { readonly at: string; readonly removed: readonly string[] }[],
  published: Iterable<string>,
): readonly DeletedEntry[] {
  const oldest = Date.parse(publications.at(-1)?.at ?? "") - DELETED_ENTRIES_DAYS * DAY_MS;
  const entries = new Map<string, DeletedEntry>();
  for (const { at, removed } of publications.toReversed()) {
    if (Date.parse(at) < oldest) break;
    for (const id of removed) if (!entries.has(id)) entries.set(id, { id, at });
  }
  if (entries.size > 0) { for (const id of published) entries.delete(id); }
  return [...entries.values()].slice(0, MOST_DELETED_ENTRIES);
}

/**
 * Atom feed of the newest reviews (RFC 4287) with its hub (WebSub 4) and {@linkcode deletedEntries} (RFC 6721).
 *
 * @param newest At most 50 reviews, newest first.
 */
export function atomFeed(
  business: Business,
  newest: readonly Review[],
  site: Site,
  deleted: readonly DeletedEntry[] = [],
): string {
  // RFC 4287 4.1.1 requires `updated` in an empty feed as well; a constant, because bytes must not depend on the clock.
  const changed = `${newest[0]?.date ?? "1970-01-01"}T00:00:00Z`;
  const updated = [changed, deleted[0]?.at ?? changed].sort().at(-1);
  const tombstones = deleted.length === 0 ? "" : ` xmlns:at="http://purl.org/atompub/tombstones/1.0"`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${tombstones}>
  <id>${xml(absoluteUrl(site, "/feed.xml"))}</id>
  <title>${xml(titled(business, `Reviews of ${business.name}`))}</title>
  <subtitle>${xml(titled(business, `The newest reviews of ${business.name}.`))}</subtitle>
  <updated>${updated}</updated>
  <author><name>${xml(business.name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${xml(absoluteUrl(site, "/feed.xml"))}"/>
  <link rel="hub" href="${xml(hubUrl(site))}"/>
  <link rel="alternate" type="text/html" href="${xml(absoluteUrl(site, "/"))}"/>
${deleted.map(deletedEntry).join("")}${newest.map((review) => entry(review, site)).join("")}</feed>
`;
}

/**
 * Writes the tombstone of a removed entry (RFC 6721 3), which reveals nothing but id and time. Tombstones precede the
 * entries, where RFC 4287 allows extensions.
 */
function deletedEntry({ id, at }: DeletedEntry): string {
  return `  <at:deleted-entry ref="urn:uuid:${ulidToUuid(id)}" when="${at}"/>\n`;
}

// Identify the kinds of categories (RFC 4287 4.2.2.2).
const VERIFICATION_SCHEME = "urn:review:verification";
const INCENTIVE_SCHEME = "urn:review:incentive";

function entry(review: Review, site: Site): string {
  const stars = ratingText(review.rating);
  const via = review.source_url === null ? "" : `\n    <link rel="via" href="${xml(iri(review.source_url))}"/>`;
  return `  <entry>
    <id>urn:uuid:${ulidToUuid(review.id)}</id>
    <title>${xml(`${stars}, by ${review.author}`)}</title>
    <updated>${review.date}T00:00:00Z</updated>
    <published>${review.date}T00:00:00Z</published>
    <author><name>${xml(review.author)}</name></author>
    <link rel="alternate" type="text/html" href="${xml(reviewUrl(site, review.id))}"/>${via}
    <category term="${review.rating}" label="${stars}"/>
    <category term="${review.verification}" scheme="${VERIFICATION_SCHEME}" label="${
    POLICY_WORDS[`vouched_${review.verification}`]
  }"/>${
    review.incentive === null
      ? ""
      : `\n    <category term="${xml(review.incentive)}" scheme="${INCENTIVE_SCHEME}" label="What the reviewer got"/>`
  }
    <content type="text">${xml(review.text ?? `${stars}, without words.`)}</content>
  </entry>
`;
}

/** A URL as an IRI: percent-encodes characters that URL parsers accept and RFC 3987 2.2 does not. */
function iri(url: string): string {
  return new URL(url).href.replace(/["<>\\^`{|}]/g, encodeURIComponent);
}

function xml(text: string): string {
  return text.toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;").replaceAll("\r", "&#13;");
}
