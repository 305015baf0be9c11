import { z } from "zod";
import { CalendarDate, WebUrl } from "./string_formats.ts";

const OwnerReply = z.object({
  text: z.string().min(1).max(100_000).meta({ description: "The reply, as plain text." }),
  date: CalendarDate.meta({ description: "The day of the reply." }),
}).meta({ id: "OwnerReply", description: "The reply of the business to a review." });

/** Author of a review without a name, in data. Pages show the word of their language. */
export const ANONYMOUS = "Anonymous";

/** Parts of a date that a source names where it names no day. */
export const DATE_PRECISIONS = ["month", "year"] as const;

/** Part of a date that a source names. */
export type DatePrecision = typeof DATE_PRECISIONS[number];

/** Optional attributes of a review. Each is absent if the source does not give it. */
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
  date_precision: z.enum(DATE_PRECISIONS).optional().meta({
    description:
      "The part of `date` that the source names, when it names no day: May 2025, three weeks ago, a year ago.",
  }),
}).meta({
  id: "ReviewAttributes",
  description: "What the source says of the review beyond its words. A member that it does not give is absent.",
});

/** The attributes that the schema of the same name describes. */
export type ReviewAttributes = Readonly<z.output<typeof ReviewAttributes>>;

/** Who vouches that a review comes from a customer; see `Review`. */
export const VERIFICATIONS = ["purchase", "invitation", "platform", "business", "none"] as const;

/** Who vouches that a review comes from a customer. */
export type Verification = typeof VERIFICATIONS[number];

/**
 * Ties of an author to the business that readers must know (16 CFR 465.5): works for it, managers and owners too; acts
 * for it, as an agency does; is family of one of these.
 */
export const RELATIONS = ["employee", "agent", "family"] as const;

/** A tie of an author to the business. */
export type Relation = typeof RELATIONS[number];

/**
 * One published review. Every key except `attributes`, `aliases` and `relation` is present; unknown values are null. `text` is null
 * for a rating without words.
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
      "False where the source says that the review is not verified; the business chooses for each source whether such reviews are published. Otherwise true; `verification` says who vouches.",
  }),
  verification: z.enum(VERIFICATIONS).meta({
    description:
      "Who vouches that a customer wrote it. purchase: the source ties it to an order or booking. invitation: the source invited a customer. platform: a platform published it under its own checks. business: only the business vouches. none: the source says that it is not verified.",
  }),
  incentive: z.string().min(1).max(200).nullable().meta({
    description: "What the reviewer got for writing it; null if the source names nothing.",
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
  relation: z.enum(RELATIONS).optional().meta({
    description:
      "The author's tie to the business. employee: works for it, managers and owners too. agent: acts for it, as an agency does. family: is family of one of these. Absent if none is known.",
  }),
}).meta({ id: "Review", description: "One published review." });

/** The review that the schema of the same name describes. */
export type Review = Readonly<z.output<typeof Review>>;

/**
 * Paths of the members of a review, such as `owner_reply.text`. The list follows the schema, so a new member is in
 * everything that is made of it.
 */
export const REVIEW_PATHS: readonly string[] = pathsIn(Review);

function pathsIn(schema: z.ZodObject): readonly string[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    let plain: z.core.$ZodType = member;
    while (plain instanceof z.ZodNullable || plain instanceof z.ZodOptional) plain = plain.unwrap();
    return plain instanceof z.ZodObject ? pathsIn(plain).map((inner) => `${name}.${inner}`) : [name];
  });
}

/** Sorts reviews as every document lists them: by date, then by id, both descending. */
export function compareReviews(a: Review, b: Review): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** Value of `incentive` if the source states an incentive without naming it. */
export const UNNAMED_INCENTIVE = "not named";

/** Writes a rating in words: `1 star out of 5`. */
export function ratingText(rating: number): string {
  return `${rating} ${rating === 1 ? "star" : "stars"} out of 5`;
}

/** The part of a review's date, or of its reply's, that its source names: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export function namedDate({ date: own, attributes }: Pick<Review, "date" | "attributes">, date = own): string {
  const { date_precision: precision } = attributes ?? {};
  return precision === undefined ? date : date.slice(0, precision === "year" ? 4 : 7);
}

/** Name of a review's platform for readers. Null for "csv", the source of table rows that name no platform. */
export function platformOf({ source }: Pick<Review, "source">): string | null {
  return source === "csv" ? null : source;
}

/** Reasons for which an operator hides a review (ISO 20488 asks to record why a review is withheld). */
export const HIDDEN_REASONS = [
  "fake",
  "spam",
  "not_a_customer",
  "personal_data",
  "unlawful",
  "off_topic",
  "duplicate",
  "other",
] as const;

/**
 * Reasons why a stored review is not published: a decision of the operator; no stated reason (older exports); or the
 * source, which marks it as unverified or does not publish it either.
 */
export const WITHHELD_REASONS = [...HIDDEN_REASONS, "not_stated", "not_verified", "not_published"] as const;

/** Reason why a stored review is not published. */
export type WithheldReason = typeof WITHHELD_REASONS[number];

/** State of a stored review that is not published. Only `hidden` is a decision of the operator. */
export type WithheldState = "hidden" | "not verified" | "not published";

/** Returns the state of a review that is withheld for a reason. */
export function withheldState(reason: WithheldReason | undefined): WithheldState {
  return reason === "not_verified" ? "not verified" : reason === "not_published" ? "not published" : "hidden";
}

/** Since when and why a review is hidden. */
export interface HiddenMark {
  /** Time of hiding (RFC 3339). */
  readonly hidden_at: string;
  /** Absent from older exports. */
  readonly hidden_reason?: WithheldReason;
  /** Note of the operator, never published. */
  readonly hidden_note?: string;
}

/** The members of a {@linkcode HiddenMark}. */
export const HIDDEN_MEMBERS = Object.keys(
  { hidden_at: true, hidden_reason: true, hidden_note: true } satisfies Record<keyof HiddenMark, true>,
) as readonly (keyof HiddenMark)[];

/** A withheld review: stored but not published. */
export type HiddenReview = Review & HiddenMark;

/** Returns the mark of a hidden review; null for another review. */
export function hiddenMark(review: Partial<HiddenMark>): HiddenMark | null {
  if (review.hidden_at === undefined) return null;
  const given = HIDDEN_MEMBERS.filter((name) => review[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, review[name]])) as unknown as HiddenMark;
}

/** Returns a review without the mark of a hidden one. */
export function withoutHiddenMark<Kind extends Review>(
  review: Kind & Partial<HiddenMark>,
): Omit<Kind, keyof HiddenMark> {
  const plain: Kind & Partial<HiddenMark> = { ...review };
  for (const name of HIDDEN_MEMBERS) delete plain[name];
  return plain;
}

/**
 * A review of an import file, with the mentions that the file states. The import adds mentions that it finds in the
 * text. A `HiddenMark` marks a hidden review. `unnumbered` is true if the source gives no id; the id is then a hash of
 * the content. `unpublished` is true if the file says that the source does not publish the review.
 */
export type ImportedReview = Review & Partial<HiddenMark> & {
  readonly unnumbered?: boolean;
  readonly unpublished?: true;
};
