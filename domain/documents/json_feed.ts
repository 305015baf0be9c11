import { z } from "zod";
import { type Business, titled } from "../business.ts";
import { Review } from "../review.ts";
import { type EntryHistory, entryId, entryText, entryTitle, NO_HISTORY, publishedTime } from "./feed_entries.ts";
import { absoluteUrl, hubUrl, reviewUrl, type Site } from "../site.ts";

const url = z.url().max(2048);

const JsonFeedAuthor = z.object({
  name: Review.shape.author,
  avatar: url.optional().meta({ description: "Picture of the reviewer." }),
})
  .meta({ id: "JsonFeedAuthor", description: "Who wrote the review." });

const JsonFeedHub = z.object({
  type: z.enum(["WebSub"]).meta({ description: "Its protocol." }),
  url: url.meta({ description: "Where to subscribe." }),
})
  .meta({ id: "JsonFeedHub", description: "A WebSub hub." });

const JsonFeedReview = z.object({
  id: Review.shape.id,
  rating: Review.shape.rating,
  source: Review.shape.source,
  verified: Review.shape.verified,
  verification: Review.shape.verification,
  incentive: Review.shape.incentive,
  relation: Review.shape.relation,
}).meta({ id: "JsonFeedReview", description: "What a feed item has no member for." });

const JsonFeedItem = z.object({
  id: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/).max(45).meta({ description: "The id of the entry in `/feed.xml`." }),
  url: url.meta({ description: "The review's page here." }),
  external_url: url.optional().meta({ description: "The review at its source, where it has a page." }),
  title: z.string().min(1).max(300).meta({ description: "The stars and the reviewer." }),
  content_text: z.string().min(1).max(201_000).meta({
    description: "The review, or a sentence that states the stars if it has no words; then the reply.",
  }),
  date_published: z.iso.datetime().meta({ description: "The day of the review at midnight UTC." }),
  date_modified: z.iso.datetime().optional().meta({
    description: "When a change of the review was last published; absent without one.",
  }),
  authors: z.array(JsonFeedAuthor).min(1).max(1).meta({ description: "The reviewer." }),
  _review: JsonFeedReview,
}).meta({ id: "JsonFeedItem", description: "One review as a feed item." });

/** The document `/api/feed.json`: JSON Feed 1.1 of the newest reviews. */
export const JsonFeed = z.object({
  version: z.enum(["https://jsonfeed.org/version/1.1"]).meta({ description: "The version of JSON Feed." }),
  title: z.string().min(1).max(600).meta({ description: "Whose reviews these are." }),
  home_page_url: url.meta({ description: "A page for people." }),
  feed_url: url.meta({ description: "This feed." }),
  description: z.string().min(1).max(5000).meta({ description: "What the feed is." }),
  hubs: z.array(JsonFeedHub).min(1).max(1).meta({ description: "Where changes of the feed can be subscribed to." }),
  items: z.array(JsonFeedItem).max(50).meta({ description: "The newest reviews, newest first." }),
}).meta({ id: "JsonFeed", description: "JSON Feed 1.1 of the newest reviews." });

/** The feed that the schema of the same name describes. */
export type JsonFeed = Readonly<z.output<typeof JsonFeed>>;

/**
 * JSON Feed of the newest reviews (JSON Feed 1.1).
 *
 * @param newest At most 50 reviews, newest first.
 */
export function jsonFeed(
  business: Business,
  newest: readonly Review[],
  site: Site,
  { changed }: EntryHistory = NO_HISTORY,
): JsonFeed {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: titled(business, `Reviews of ${business.name}`),
    home_page_url: absoluteUrl(site, "/"),
    feed_url: absoluteUrl(site, "/api/feed.json"),
    description: titled(business, `The newest reviews of ${business.name}.`),
    hubs: [{ type: "WebSub", url: hubUrl(site) }],
    items: newest.map((review) => ({
      id: entryId(review.id),
      url: reviewUrl(site, review.id),
      ...(review.source_url === null ? {} : { external_url: review.source_url }),
      title: entryTitle(review),
      content_text: entryText(review, business),
      date_published: publishedTime(review),
      ...changed.has(review.id) && { date_modified: changed.get(review.id) },
      authors: [{
        name: review.author,
        ...(review.author_avatar_url === null ? {} : { avatar: review.author_avatar_url }),
      }],
      _review: {
        id: review.id,
        rating: review.rating,
        source: review.source,
        verified: review.verified,
        verification: review.verification,
        incentive: review.incentive,
        ...review.relation !== undefined && { relation: review.relation },
      },
    })),
  };
}
