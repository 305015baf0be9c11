import { createHash } from "node:crypto";
import { z } from "zod";
import type { LabellerIdentity } from "../../labeller_identity.ts";
import type { Review } from "../../review.ts";

/** Polarities of a label. */
export const POLARITIES = ["positive", "neutral", "negative"] as const;

const Offset = z.int().min(0).max(1_000_000);

/** The labels of one review, as the store keeps them. They contain no text. */
export const ReviewLabels = z.strictObject({
  /** Language tag of the text (RFC 5646), without region. */
  language: z.string().regex(/^[a-z]{2,3}$/),
  aspects: z.array(z.strictObject({
    id: z.string().min(1).max(100),
    polarity: z.enum(POLARITIES),
    /** Begin and end of the passage, in UTF-16 code units of the text. */
    start: Offset,
    end: Offset,
  })).max(100),
  /** Ids of problems. */
  problems: z.array(z.string().min(1).max(100)).max(100),
});

/** The labels that the schema of the same name describes. */
export type ReviewLabels = Readonly<z.output<typeof ReviewLabels>>;

/** The labels of a dataset: which labeller they are of, and those of each review that has some. */
export interface DatasetLabels {
  readonly labeller: LabellerIdentity;
  /** Labels of a review with this text and these stars; undefined without. */
  readonly of: (review: LabelledText) => ReviewLabels | undefined;
}

/** What a label depends on: the text and the stars of a review. */
export type LabelledText = Pick<Review, "text" | "rating">;

/** Returns the key of a review's labels, a hash of all that the labeller is told of it. */
export function textKey({ text, rating }: LabelledText): string {
  return hashOf([rating, text]);
}

/** Returns the SHA-256 of a value as JSON. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
