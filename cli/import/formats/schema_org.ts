import type { JsonPath } from "../bytes/walk_json.ts";
import { isJsonObject, type JsonObject } from "../cells/object_row.ts";
import { importFormat } from "./import_format.ts";
import type { RowGroup } from "./row_groups.ts";

const REVIEW_TYPES = ["Review", "UserReview", "CriticReview", "EmployerReview"];

/**
 * Reviews as schema.org describes them (`Review`): JSON-LD, alone or in a page, and microdata of a page. A rating counts
 * on its own scale (`bestRating`).
 */
export const SCHEMA_ORG = importFormat({
  name: "schema-org",
  containers: ["json", "html"],
  marks: ["@type", "reviewRating.ratingValue|reviewRating|ratingValue"],
  fields: {
    id: "@id|identifier",
    author: "author.name|author",
    author_avatar_url: "author.image.url|author.image",
    rating: "reviewRating.ratingValue|reviewRating|ratingValue",
    date: "datePublished|dateCreated",
    title: "name|headline",
    text: "reviewBody|description|text",
    source: "publisher.name",
    source_url: "url",
    reply_text: "comment.text|comment.0.text",
    reply_date: "comment.dateCreated|comment.datePublished|comment.0.dateCreated|comment.0.datePublished",
    updated: "dateModified",
    photos: "image",
  },
  ignored: "@*|author.*|reviewRating.*|itemReviewed.*|publisher.*|inLanguage|comment.*|mainEntityOfPage*|isPartOf*|" +
    "negativeNotes*|positiveNotes*",
  source: "schema.org",
  html: true,
  place: {
    name: "itemReviewed.name",
    url: "itemReviewed.url",
    telephone: "itemReviewed.telephone",
    street_address: "itemReviewed.address.streetAddress",
    locality: "itemReviewed.address.addressLocality",
    region: "itemReviewed.address.addressRegion",
    postal_code: "itemReviewed.address.postalCode",
    country: "itemReviewed.address.addressCountry",
    latitude: "itemReviewed.geo.latitude",
    longitude: "itemReviewed.geo.longitude",
  },
  findRows: (document) => {
    const groups = reviewLists(document, [], null);
    return groups.length === 0 ? null : { groups, business: null };
  },
  plainRow: withScale,
});

/** All lists and single members that hold reviews, with the thing that is reviewed around them. */
function reviewLists(value: unknown, path: JsonPath, around: JsonObject | null): RowGroup[] {
  if (Array.isArray(value)) {
    const rows = value.filter(isReview);
    const group = { path, rows: value, place: around };
    if (rows.length === value.length && rows.length > 0) return [group];
    const single = rows.length > 0 ? [{ ...group, rows }] : [];
    return [...single, ...value.filter((item) => !isReview(item)).flatMap((item) => reviewLists(item, path, around))];
  }
  if (!isJsonObject(value)) return [];
  if (isReview(value)) return [{ path, rows: [value], place: around }];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === "object"
      ? reviewLists(member, [...path, name], value["@type"] === undefined ? around : { itemReviewed: value })
      : []
  );
}

function isReview(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  return [value["@type"]].flat().some((type) => REVIEW_TYPES.includes(String(type).replace(/^.*[/:]/, "")));
}

function withScale(members: JsonObject): JsonObject {
  const rating = [members.reviewRating].flat()[0];
  const author = [members.author].flat()[0];
  if (!isJsonObject(rating)) return { ...members, author };
  const { ratingValue, bestRating } = rating;
  const hasScale = bestRating !== undefined && String(bestRating) !== "5" && /^[\d.,]+$/.test(String(ratingValue));
  const scaled = hasScale ? `${ratingValue}/${bestRating}` : ratingValue;
  return { ...members, author, reviewRating: { ...rating, ratingValue: scaled } };
}
