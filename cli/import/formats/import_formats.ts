import { z } from "zod";
import { isJsonObject, type JsonObject } from "../cells/source_row.ts";
import descriptions from "./formats.json" with { type: "json" };
import { FormatDescription, type ImportFormat, importFormat, OWN_FIELDS } from "./import_format.ts";
import { type RowGroup, rowsUnder } from "./row_groups.ts";
import type { JsonPath } from "../bytes/json_positions.ts";

const REVIEW_TYPES = ["Review", "UserReview", "CriticReview", "EmployerReview"];

/** Finds all schema.org reviews, in lists or single members, with the reviewed item around them. */
function reviewLists(value: unknown, path: JsonPath = [], place?: JsonObject): readonly RowGroup[] {
  const around = place === undefined ? {} : { place };
  if (Array.isArray(value)) {
    const rows = value.filter(isReview);
    const others = value.filter((item) => !isReview(item)).flatMap((item) => reviewLists(item, path, place));
    return rows.length === 0 ? others : [{ path, rows, ...around }, ...others];
  }
  if (!isJsonObject(value)) return [];
  if (isReview(value)) return [{ path, rows: [value], ...around }];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === "object"
      ? reviewLists(member, [...path, name], value["@type"] === undefined ? place : { itemReviewed: value })
      : []
  );
}

function isReview(value: unknown): value is JsonObject {
  return isJsonObject(value) &&
    [value["@type"]].flat().some((type) => REVIEW_TYPES.includes(String(type).replace(/^.*[/:]/, "")));
}

/** A review with only its first author, and with its rating as "8/10" if the best one is not 5. */
function plainReview(members: JsonObject): JsonObject {
  const rating = [members.reviewRating].flat()[0];
  const author = [members.author].flat()[0];
  if (!isJsonObject(rating)) return { ...members, author };
  const { ratingValue, bestRating } = rating;
  const hasScale = bestRating !== undefined && String(bestRating) !== "5" && /^[\d.,]+$/.test(String(ratingValue));
  const scaled = hasScale ? `${ratingValue}/${bestRating}` : ratingValue;
  return { ...members, author, reviewRating: { ...rating, ratingValue: scaled } };
}

/** Name of our own format as a table. */
export const OWN_CSV = "reviews-csv";

const SHAPES: Readonly<Record<string, Partial<Pick<ImportFormat, "findRows" | "plainRow">>>> = {
  "wordpress-export": { findRows: wordpressComments },
  "app-store": { findRows: feedEntries, plainRow: withoutLabels },
  "provenexpert": { findRows: ratingsById },
  "google-product-feed": { findRows: productFeedReviews, plainRow: withScaledRating },
  "google-merchant-feed": { findRows: merchantFeedReviews, plainRow: withScaledRating },
  "feefo": { findRows: feefoReviews },
  "g2": {
    findRows: (document) => rowsWith(document, ["attributes", "answers", "comment_answers"]),
    plainRow: withAnswers,
  },
  "stamped": { plainRow: withVerified },
  "reviews-io": { plainRow: withPublicReply },
  "schema-org": { findRows: (document) => reviewLists(document), plainRow: plainReview },
  "reviews-json": { findRows: publishedReviews },
};

/** The formats that can be recognised. The service's own come last, because their member names are common words. */
export const IMPORT_FORMATS: readonly ImportFormat[] = z.array(FormatDescription).parse(descriptions)
  .map((description) => {
    const format = importFormat({ ...description, ...description.ownIds && { fields: OWN_FIELDS } });
    return { ...format, ...SHAPES[description.name] };
  })
  // The service's own format also exists as NDJSON, one review per line, and as a table (see `own_csv.ts`).
  .flatMap((format) =>
    !format.ownIds ? [format] : [
      format,
      { ...format, name: "ndjson", containers: ["ndjson"] },
      { ...format, name: OWN_CSV, containers: ["csv"], marks: [...format.marks, ["owner_reply.text"]], ignored: [] },
    ]
  );

/** The names of all formats; "csv" needs a column map. */
export const IMPORT_FORMAT_NAMES: readonly string[] = [...IMPORT_FORMATS.map(({ name }) => name), "csv"];

/** Returns the format with this name. Throws a RangeError if there is none. */
export function formatNamed(name: string): ImportFormat {
  const format = IMPORT_FORMATS.find((format) => format.name === name);
  if (format === undefined) throw new RangeError(`There is no format "${name}".`);
  return format;
}

function publishedReviews(document: unknown): readonly RowGroup[] {
  if (Array.isArray(document)) return [{ path: [], rows: document }];
  const { reviews } = Object(document);
  return Array.isArray(reviews) ? [{ path: ["reviews"], rows: reviews }] : [];
}

const DESCRIBED = ["business", "taxonomy", "insights", "settings", "labels"] as const;

/** What a full export describes besides reviews, not validated: `settings` of pages and sources, `labels` of a labeller. */
export type Described = Readonly<Partial<Record<typeof DESCRIBED[number], unknown>>>;

/** What a document of a format describes besides reviews. */
export function describedIn({ name }: ImportFormat, document: unknown): Described {
  const members = Object(name === "reviews-json" ? document : null);
  return Object.fromEntries(
    DESCRIBED.flatMap((part) => (members[part] ?? null) === null ? [] : [[part, members[part]]]),
  );
}

function wordpressComments(document: unknown): readonly RowGroup[] {
  const channel = isJsonObject(document) && isJsonObject(document.rss) ? document.rss.channel : null;
  if (!isJsonObject(channel) || channel["wp:wxr_version"] === undefined) return [];
  const authors = new Set(objects(channel["wp:author"]).map((author) => author["wp:author_id"]));
  // Skip drafts: not even their names may be published.
  const items = objects(channel.item).filter((item) => (item["wp:status"] ?? "publish") === "publish");
  const ratingOf = (comment: JsonObject) =>
    objects(comment["wp:commentmeta"]).find((meta) => meta["wp:meta_key"] === "rating")?.["wp:meta_value"];
  const rows = items.flatMap((item) => {
    const comments = objects(item["wp:comment"]).map((comment) => ({ ...comment, rating: ratingOf(comment) }));
    const isReply = (comment: JsonObject) =>
      authors.has(comment["wp:comment_user_id"]) && comment["wp:comment_approved"] === "1" &&
      comment.rating === undefined;
    const replies = Map.groupBy(comments.filter(isReply), (reply: JsonObject) => reply["wp:comment_parent"]);
    return comments.filter((comment) => !isReply(comment)).map((comment: JsonObject) => ({
      ...comment,
      post_title: item.title,
      reply: replies.get(comment["wp:comment_id"])?.[0],
    }));
  });
  return [{ path: ["rss", "channel", "item"], rows, place: channel }];
}

function feedEntries(document: unknown): readonly RowGroup[] {
  const feed = isJsonObject(document) ? document.feed : null;
  if (!isJsonObject(feed)) return [];
  const rows = objects(feed.entry).filter((entry) => entry["im:rating"] !== undefined)
    .map((entry) => ({ ...entry, app: feed.id }));
  // The feed of an app without reviews, but no other feed.
  const isOfApps = rows.length > 0 || JSON.stringify(feed.id ?? "").includes("itunes.apple.com");
  return isOfApps ? [{ path: ["feed", "entry"], rows }] : [];
}

/** Finds the reviews of Google's feed of product reviews. Their source is the platform that collects them, or the shop. */
function productFeedReviews(document: unknown): readonly RowGroup[] {
  const { feed, rows } = feedReviews(document);
  if (feed === null || feed.merchants !== undefined || rows.some((row) => row.mid !== undefined)) return [];
  const [aggregator, publisher] = [objects(feed.aggregator)[0], objects(feed.publisher)[0]];
  const collector = { collector: aggregator?.name ?? publisher?.name };
  const ofProducts = rows.map(({ products, reviewer_images, pros, cons, ...row }) => ({
    ...row,
    ...collector,
    product: objects(Object(products).product)[0]?.product_name,
    photos: objects(Object(reviewer_images).reviewer_image).map(({ url }) => url),
    pros: [Object(pros).pro].flat().join("\n"),
    cons: [Object(cons).con].flat().join("\n"),
  }));
  return [{ path: ["feed", "reviews", "review"], rows: ofProducts, ...publisher && { place: publisher } }];
}

/** Finds the reviews of Google's feed of merchant reviews, by merchant. Deleted ones hide an earlier version. */
function merchantFeedReviews(document: unknown): readonly RowGroup[] {
  const { feed, rows } = feedReviews(document);
  const merchants = objects(Object(feed?.merchants).merchant);
  if (merchants.length === 0) return [];
  const deleted = objects(Object(feed?.deleted_reviews).deleted_review).map((row) => ({ ...row, deleted: "yes" }));
  return merchants.map((place) => ({
    path: ["feed", "reviews", "review"],
    rows: [...rows, ...deleted].filter(({ mid }: JsonObject) => mid === place.id || merchants.length === 1),
    place,
  }));
}

/** Finds ratings that are members named by their ids. */
function ratingsById(document: unknown): readonly RowGroup[] {
  const ratings: unknown = Object(document).ratings;
  if (!Array.isArray(ratings) && !isJsonObject(ratings)) return [];
  const rows = Array.isArray(ratings) ? ratings : Object.entries(ratings).map(([id, one]) => ({ id, ...Object(one) }));
  return [{ path: ["ratings"], rows }];
}

function feedReviews(document: unknown) {
  const feed = isJsonObject(document) && isJsonObject(document.feed) ? document.feed : null;
  return { feed: feed?.reviews === undefined ? null : feed, rows: objects(Object(feed?.reviews).review) };
}

/** Writes a rating of a feed as "8/10" if its best one is not 5. */
function withScaledRating(row: JsonObject): JsonObject {
  const { overall, "overall@max": best = "5" } = Object(row.ratings);
  return { ...row, rating: best === "5" ? overall : `${overall}/${best}` };
}

/** Unwraps `label`, which JSON has for an element's text. Of a list it keeps the first item: XML has texts twice. */
function withoutLabels(entry: JsonObject): JsonObject {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return plain(value[0]);
    if (!isJsonObject(value)) return value;
    return value.label !== undefined && value.label !== "" ? value.label : withoutLabels(value);
  };
  const named = Object.entries(entry).filter(([name]) => !name.includes("@"));
  return Object.fromEntries(named.map(([name, value]) => [name, plain(value)]));
}

/** Converts the verification level to a flag: 2 is a verified buyer, 0 an unverified one. */
function withVerified(members: JsonObject): JsonObject {
  const { reviewVerifiedType: type } = members;
  return type === undefined ? members : { ...members, verified: Number(type) > 0 };
}

/**
 * Finds the parts of the API's rows: the review of the service, and those of products, marked if the row has both. Each
 * gets the members of the row, the merchant's comments as its reply, and the customer's later ones.
 */
function feefoReviews(document: unknown): readonly RowGroup[] {
  return rowsWith(document, ["service", "products"]).flatMap(({ path, rows }) =>
    rows.map((row, index) => ({ path: [...path, index], rows: feefoParts(row) }))
  );
}

/** Finds rows under `reviews` if the first has one of the members; none in any other document. */
function rowsWith(document: unknown, members: readonly string[]): readonly RowGroup[] {
  const found = rowsUnder("reviews")(document);
  const first = found[0]?.rows[0];
  return isJsonObject(first) && members.some((name) => first[name] !== undefined) ? found : [];
}

function feefoParts(row: unknown): readonly JsonObject[] {
  const { service, products, ...members } = isJsonObject(row) ? row : {};
  const services = objects(service);
  return [...services, ...objects(products)].map((part, index) => {
    // The type of a comment, such as MERCHANT_COMMENT, or its author shows who wrote it.
    const written = (by: RegExp) => objects(part.thread).filter(({ type, author }) => by.test(`${type} ${author}`));
    const words = (by: RegExp) => written(by).map(({ comment }) => comment).join("\n");
    return {
      ...members,
      ...part,
      part_rating: isJsonObject(part.rating) ? part.rating.rating : undefined,
      replies: words(/merchant/i),
      replied_at: written(/merchant/i).map(({ created_at, date }) => created_at ?? date)[0],
      added: words(/customer/i),
      ...index > 0 && services.length > 0 && { beside: true },
    };
  });
}

/** Joins the answers, each under its question. */
function withAnswers({ attributes, ...others }: JsonObject): JsonObject {
  const members: JsonObject = isJsonObject(attributes) ? { ...others, ...attributes } : others;
  const answers = objects(Object.values(Object(members.comment_answers ?? members.answers)));
  const answered = answers.filter(({ value }) => typeof value === "string" && value !== "")
    .map(({ text, value }) => `${text} ${value}`);
  return { ...members, ...answered.length > 0 && { answered: answered.join("\n") } };
}

/** Joins the author's names and adds the first public reply. Private replies are for the reviewer only. */
function withPublicReply(members: JsonObject): JsonObject {
  const [reviewer] = objects(members.reviewer);
  const author = [reviewer?.first_name, reviewer?.last_name].filter(Boolean).join(" ");
  const reply = objects(members.replies).find((one) => !Number(one.private));
  return { ...members, author, ...reply !== undefined && { reply } };
}

function objects(value: unknown): readonly JsonObject[] {
  return [value].flat().filter(isJsonObject);
}
