import { z } from "zod";
import { CalendarDate } from "./calendar_date.ts";
import { WebUrl } from "./web_url.ts";

/** The reply of the business to a review. */
export const OwnerReply = z.object({
  text: z.string().min(1).max(100_000).meta({ description: "The reply, as plain text." }),
  date: CalendarDate.meta({ description: "The day of the reply." }),
}).meta({
  id: "OwnerReply",
  description: "The reply of the business to a review.",
});

/** What a source says of a review beyond the words. A member that the source does not give is absent. */
export const ReviewAttributes = z.object({
  photos: z.array(WebUrl).min(1).max(20).optional().meta({ description: "Pictures that the reviewer has added." }),
  product: z.string().min(1).max(200).optional().meta({ description: "The product that is reviewed." }),
  visit_type: z.string().min(1).max(200).optional().meta({
    description: "The kind of visit, such as a journey with the family.",
  }),
  place: z.string().min(1).max(200).optional().meta({
    description: "The place that is reviewed, such as a branch, by its id or name at the source.",
  }),
  rating_as_given: z.string().min(1).max(40).optional().meta({
    description: "The rating as its source has it, when it is not in whole stars: 9/10, 4.5, recommended.",
  }),
}).meta({
  id: "ReviewAttributes",
  description: "What the source says of the review beyond its words. A member that it does not give is absent.",
});

/** The attributes that the schema of the same name describes. */
export type ReviewAttributes = Readonly<z.output<typeof ReviewAttributes>>;

/**
 * One published review. Every key but `attributes` and `aliases` is present; unknown values are null, as
 * is `text` for a rating without words.
 */
export const Review = z.object({
  id: z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "Expected a ULID of 26 characters").meta({
    description: "ULID; stable over imports, the key by which reviews are merged.",
    maxLength: 26,
  }),
  author: z.string().min(1).max(200).meta({ description: "The name the reviewer shows." }),
  author_avatar_url: WebUrl.nullable().meta({ description: "Picture of the reviewer, or null." }),
  rating: z.int().min(1).max(5).meta({ description: "Whole stars." }),
  date: CalendarDate.meta({ description: "The day of the review." }),
  text: z.string().min(1).max(100_000).nullable().meta({
    description: "What the reviewer wrote, as plain text; null for a rating without words.",
  }),
  source: z.string().min(1).max(100).meta({ description: "Where the review was written." }),
  source_url: WebUrl.nullable().meta({ description: "The review at its source, or null." }),
  owner_reply: OwnerReply.nullable(),
  verified: z.boolean().meta({
    description:
      "False where the source says that it is not verified; such reviews are left out. True where it says so or says nothing.",
  }),
  mentioned_technicians: z.array(z.string().min(1).max(200)).max(100).meta({
    description: "Names of the technicians that the text mentions.",
  }),
  mentioned_services: z.array(z.string().min(1).max(200)).max(100).meta({
    description: "Ids of the services that the text mentions.",
  }),
  attributes: ReviewAttributes.optional().meta({
    description: "What the source says of the review beyond its words; absent when it says nothing.",
  }),
  aliases: z.array(z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/).max(26)).min(1).max(100).optional().meta({
    description: "Other ids under which the same review has been published; absent when there is none.",
  }),
}).meta({ id: "Review", description: "One verified review." });

/** The review that the schema of the same name describes. */
export type Review = Readonly<z.output<typeof Review>>;

/** Sort order of reviews in every document: by date, then by id, both descending. */
export function compareReviews(a: Review, b: Review): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** A rating in words: `1 star out of 5`. */
export function ratingText(rating: number): string {
  return `${rating} ${rating === 1 ? "star" : "stars"} out of 5`;
}

/** Where people read that a review was written; null for rows of a table that named no source and are told to be of "csv". */
export function platformOf({ source }: Pick<Review, "source">): string | null {
  return source === "csv" ? null : source;
}

/** A review that is kept and not published, and since when: RFC 3339. */
export type HiddenReview = Review & { readonly hidden_at: string };

/**
 * A review from a file in the published form. Its mentions are those that the file states; the import adds those found
 * in the text. With `hidden_at` the file says that it is hidden; `unnumbered` is true where its source gives it no id, so
 * that its id is a hash of what it says.
 */
export type ImportedReview = Review & { readonly hidden_at?: string; readonly unnumbered?: boolean };
