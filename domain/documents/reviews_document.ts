import { z } from "zod";
import { encodeTexts } from "../buffers.ts";
import { Business } from "../business.ts";
import { Review } from "../review.ts";
import { AggregateRating, aggregateRating } from "./aggregate_rating.ts";

/** The document `/reviews.json`: the business, its aggregate rating and all its reviews. */
export const ReviewsDocument = z.object({
  business: Business,
  aggregate_rating: AggregateRating,
  reviews: z.array(Review).max(10_000_000).meta({ description: "All reviews, newest first." }),
}).meta({ id: "ReviewsDocument", description: "The business and all its published reviews." });

/** The document that the schema of the same name describes. */
export type ReviewsDocument = Readonly<z.output<typeof ReviewsDocument>>;

const LINES_OF_PIECE = 64;
const LINE_FEED = 0x0a;
const decoder = new TextDecoder();

/**
 * Serialises `/reviews.json`: the head, then one review per line. Diffs stay readable, and any range of reviews can be
 * cut out without serialising it again.
 *
 * @param reviews Newest first (see `compareReviews`).
 * @returns UTF-8 bytes; deterministic.
 */
export function writeReviewsDocument(business: Business, reviews: readonly Review[]): Uint8Array<ArrayBuffer> {
  const head = JSON.stringify({ business, aggregate_rating: aggregateRating(reviews) });
  return encodeTexts(piecesOf(head.slice(0, -1) + ',"reviews":[\n', reviews));
}

/** Pieces of the document, because a string has at most about 500 million characters. */
function* piecesOf(head: string, reviews: readonly Review[]): Generator<string> {
  yield head;
  for (let from = 0; from < reviews.length; from += LINES_OF_PIECE) {
    const lines = reviews.slice(from, from + LINES_OF_PIECE).map((review) => JSON.stringify(review)).join(",\n");
    yield from + LINES_OF_PIECE < reviews.length ? lines + ",\n" : lines + "\n";
  }
  yield "]}\n";
}

/**
 * Finds the offsets of the reviews in a document of {@linkcode writeReviewsDocument}.
 *
 * @returns Byte offsets, one per review and one more. The review of rank `i` is `bytes.subarray(offsets[i], offsets[i +
 * 1] - 2)`, because a separator of two bytes follows.
 */
export function reviewOffsets(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  // The last two line feeds are those after the last review and after the document.
  const last = count - 2;
  const offsets = new Uint32Array(last + 1);
  for (let rank = 0, at = -1; rank <= last; rank++) {
    at = bytes.indexOf(LINE_FEED, at + 1);
    offsets[rank] = at + 1;
  }
  // The last review is followed by a line feed only, all others by a comma and a line feed.
  if (last > 0) offsets[last]! += 1;
  return offsets;
}

/**
 * Parses a document of {@linkcode writeReviewsDocument} line by line: as one text, 100,000 reviews took twice the time
 * and, with an emoji among them, twice the memory.
 */
export function readReviewsDocument(bytes: Uint8Array): Pick<ReviewsDocument, "business" | "reviews"> {
  const offsets = reviewOffsets(bytes);
  return { business: readHead(bytes, offsets).business, reviews: [...readReviews(bytes, offsets)] };
}

/** Parses the head of the document; no review is parsed. */
export function readHead(bytes: Uint8Array, offsets: Uint32Array): Omit<ReviewsDocument, "reviews"> {
  // The head ends where the first review begins; closed, it is valid JSON.
  return JSON.parse(decoder.decode(bytes.subarray(0, offsets[0])) + "]}");
}

/** Parses the reviews one by one, so that not all are in memory at once. */
export function* readReviews(bytes: Uint8Array, offsets: Uint32Array): Generator<Review> {
  for (let rank = 0; rank < offsets.length - 1; rank++) {
    yield completed(JSON.parse(decoder.decode(bytes.subarray(offsets[rank], (offsets[rank + 1] ?? 0) - 2))));
  }
}

/** Adds the members that reviews of older stores lack, in the order in which an import writes them. */
function completed(review: Review | Omit<Review, "verification" | "incentive">): Review {
  if ("verification" in review) return review;
  const { mentioned_technicians, mentioned_services, attributes, aliases, ...rest } = review;
  return {
    ...rest,
    verification: rest.verified ? "business" : "none",
    incentive: null,
    mentioned_technicians,
    mentioned_services,
    ...attributes !== undefined && { attributes },
    ...aliases !== undefined && { aliases },
  };
}
