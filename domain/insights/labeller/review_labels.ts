import { createHash } from "node:crypto";
import { z } from "zod";
import type { LabellerIdentity } from "../../labeller_identity.ts";
import type { Review } from "../../review.ts";

/** Polarities of a label. */
export const POLARITIES = ["positive", "neutral", "negative"] as const;
const SIGNS = { positive: 1, neutral: 0, negative: -1 } as const;

const Offset = z.int().min(0).max(1_000_000);
/** An entry of the taxonomy, and begin and end of the passage that shows it, in UTF-16 code units of the text. */
const Label = z.strictObject({ id: z.string().min(1).max(100), start: Offset, end: Offset });

/** The labels of one review, as the store keeps them. They contain no text. */
export const ReviewLabels = z.strictObject({
  aspects: z.array(Label.extend({ polarity: z.enum(POLARITIES) })).max(100),
  problems: z.array(Label).max(100),
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

/** Minimum number of reviews, as for any claim, before contradictions count against a labeller. */
const FEWEST_JUDGED = 5;

/** Compares labels with the stars of their reviews: a model that labels most reviews against their stars defames. */
export class StarComparison {
  /** Number of reviews with labels of a side, and with one or two, or four or five stars. */
  judged = 0;
  /** Number of these whose labels have the other side. */
  contradicting = 0;

  /** Adds the labels of a review. */
  add(rating: number, { aspects, problems }: ReviewLabels): void {
    const side = aspects.reduce((sum, { polarity }) => sum + SIGNS[polarity], -problems.length);
    if (rating === 3 || side === 0) return;
    this.judged++;
    if (side < 0 === rating > 3) this.contradicting++;
  }

  /** True if most labels contradict the stars, so that none is believed. */
  get isRefuted(): boolean {
    return this.judged >= FEWEST_JUDGED && 2 * this.contradicting > this.judged;
  }
}
