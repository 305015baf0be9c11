import { POLICY_WORDS } from "./policy_words.ts";
import { type Business, titled } from "../business.ts";
import { ratingText, type Review } from "../review.ts";
import { absoluteUrl, hubUrl, reviewUrl, type Site } from "../site.ts";
import {
  type DeletedEntry,
  type EntryHistory,
  entryId,
  entryText,
  entryTitle,
  NO_HISTORY,
  publishedTime,
} from "./feed_entries.ts";

/**
 * Atom feed of the newest reviews (RFC 4287) with its hub (WebSub 4) and deleted entries (RFC 6721).
 *
 * @param newest At most 50 reviews, newest first.
 */
export function atomFeed(
  business: Business,
  newest: readonly Review[],
  site: Site,
  { changed, deleted }: EntryHistory = NO_HISTORY,
): string {
  const entries = newest.map((review) => ({
    review,
    updated: latest([publishedTime(review), changed.get(review.id)]),
  }));
  // RFC 4287 4.1.1 requires `updated` in an empty feed as well; a constant, because bytes must not depend on the clock.
  const updated = latest(["1970-01-01T00:00:00Z", deleted[0]?.at, ...entries.map(({ updated }) => updated)]);
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
${deleted.map(deletedEntry).join("")}${entries.map((one) => entry(one, business, site)).join("")}</feed>
`;
}

/** The latest of some times, RFC 3339 in UTC. */
function latest(times: readonly (string | undefined)[]): string {
  return times.filter((time) => time !== undefined).sort().at(-1) ?? "";
}

/**
 * Writes the tombstone of a removed entry (RFC 6721 3), which reveals nothing but id and time. Tombstones precede the
 * entries, where RFC 4287 allows extensions.
 */
function deletedEntry({ id, at }: DeletedEntry): string {
  return `  <at:deleted-entry ref="${entryId(id)}" when="${at}"/>\n`;
}

// Identify the kinds of categories (RFC 4287 4.2.2.2).
const VERIFICATION_SCHEME = "urn:review:verification";
const INCENTIVE_SCHEME = "urn:review:incentive";
const RELATION_SCHEME = "urn:review:relation";

function entry(
  { review, updated }: { readonly review: Review; readonly updated: string },
  business: Business,
  site: Site,
): string {
  const stars = ratingText(review.rating);
  const via = review.source_url === null ? "" : `\n    <link rel="via" href="${xml(iri(review.source_url))}"/>`;
  return `  <entry>
    <id>${entryId(review.id)}</id>
    <title>${xml(entryTitle(review))}</title>
    <updated>${updated}</updated>
    <published>${publishedTime(review)}</published>
    <author><name>${xml(review.author)}</name></author>
    <link rel="alternate" type="text/html" href="${xml(reviewUrl(site, review.id))}"/>${via}
    <category term="${review.rating}" label="${stars}"/>
    <category term="${review.verification}" scheme="${VERIFICATION_SCHEME}" label="${
    POLICY_WORDS[`vouched_${review.verification}`]
  }"/>${
    review.incentive === null
      ? ""
      : `\n    <category term="${xml(review.incentive)}" scheme="${INCENTIVE_SCHEME}" label="What the reviewer got"/>`
  }${
    review.relation === undefined
      ? ""
      : `\n    <category term="${review.relation}" scheme="${RELATION_SCHEME}" label="${
        POLICY_WORDS[`relation_${review.relation}`]
      }"/>`
  }
    <content type="text">${xml(entryText(review, business))}</content>
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
