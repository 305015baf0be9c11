import { isJsonObject } from "../cells/object_row.ts";
import type { RowReader } from "../cells/row_reader.ts";
import { isEmptyValue } from "../cells/source_row.ts";
import { type ImportFormat, importFormat } from "./import_format.ts";

/**
 * The format in which this service publishes: `{business, aggregate_rating, reviews}`, or only the reviews, and its export
 * of everything, which adds `taxonomy` and `insights`. The aggregate rating is ignored, because it is computed from the
 * reviews.
 */
export const REVIEWS_JSON = importFormat({
  name: "reviews-json",
  containers: ["json"],
  marks: ["author", "source"],
  fields: {
    id: "id",
    author: "author",
    author_avatar_url: "author_avatar_url",
    rating: "rating",
    date: "date",
    text: "text",
    source: "source",
    source_url: "source_url",
    reply_text: "owner_reply.text",
    reply_date: "owner_reply.date",
    verified: "verified",
    mentioned_technicians: "mentioned_technicians",
    mentioned_services: "mentioned_services",
    photos: "attributes.photos",
    product: "attributes.product",
    visit_type: "attributes.visit_type",
    place_as_given: "attributes.place",
    rating_as_given: "attributes.rating_as_given",
    aliases: "aliases",
    hidden_at: "hidden_at",
  },
  ignored: "owner_reply.*|attributes.*",
  source: null,
  anonymousAuthor: null,
  ownIds: true,
  skip: (reader) => {
    refuseOddReply(reader);
    return null;
  },
  findRows: (document) => {
    if (Array.isArray(document)) {
      return { groups: [{ path: [], rows: document, place: null }], business: null };
    }
    if (!isJsonObject(document) || !Array.isArray(document.reviews)) return null;
    return {
      groups: [{ path: ["reviews"], rows: document.reviews, place: null }],
      business: document.business ?? null,
      taxonomy: document.taxonomy ?? null,
      insights: document.insights ?? null,
    };
  },
});

// A reply that is a mere string has no members; without this check it would be dropped silently.
function refuseOddReply(reader: RowReader): void {
  const reply = reader.cell(["owner_reply"]);
  if (isEmptyValue(reply.value) || isJsonObject(reply.value)) return;
  reader.refuse(reply, "an object with text and date, or null");
}

/** Reviews as this service publishes them, one JSON object per line. */
export const NDJSON: ImportFormat = { ...REVIEWS_JSON, name: "ndjson", containers: ["ndjson"] };
