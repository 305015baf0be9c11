import { z } from "zod";
import { OperatorError } from "../../domain/operator_error.ts";

const Polarity = z.enum(["positive", "neutral", "negative"]);
const Mention = z.strictObject({
  aspect: z.string().nullable(),
  polarity: Polarity,
  fault: z.enum(["business", "other", "customer", "nobody"]),
  problem: z.string().nullable(),
  words: z.string().min(1),
  also: z.array(z.string().min(1)).min(1).optional(),
});
const Labelled = z.strictObject({
  id: z.string().min(1),
  set: z.string().min(1),
  /** Kind of business, for a text written for one. */
  trade: z.string().min(1).optional(),
  taxonomy: z.string().min(1),
  stars: z.int().min(1).max(5),
  text: z.string().min(1),
  mentions: z.array(Mention),
});
const Probe = z.strictObject({
  id: z.string().min(1),
  kind: z.string().min(1),
  text: z.string().min(1),
  polarity: Polarity,
  aspect: z.string().nullable(),
});

/** A label of a review: an aspect or problem with the words that show it, and with further words that repeat it. */
export type GoldMention = Readonly<z.infer<typeof Mention>>;

/** A labelled review. Its labels use ids of the named taxonomy. */
export type GoldReview = Readonly<z.infer<typeof Labelled>>;

/** A set of labelled reviews: for learning, for measuring changes, or held out for a final test. */
export type GoldPart = "development" | "validation" | "held";

/** A difficult sentence with the polarity of its aspect, or of the sentence if the aspect is null. */
export type GoldProbe = Readonly<z.infer<typeof Probe>>;

/** An invalid file of labels. The message names the line. */
export class GoldFileError extends OperatorError {
  override readonly name = "GoldFileError";
}

/**
 * Reads labelled reviews, one JSON object a line.
 *
 * @throws {GoldFileError} If a line is not a labelled review, or the text lacks the words of a label.
 */
export function goldReviews(lines: string): readonly GoldReview[] {
  const reviews = objectsOf(lines, Labelled);
  for (const { id, text, mentions } of reviews) {
    const unknown = mentions.flatMap(passagesOf).find((words) => !spaced(text).includes(spaced(words)));
    if (unknown !== undefined) throw new GoldFileError(`The words "${unknown}" are not in review ${id}.`);
  }
  return reviews;
}

/**
 * Reads probes, one JSON object a line.
 *
 * @throws {GoldFileError} If a line is not a probe.
 */
export function goldProbes(lines: string): readonly GoldProbe[] {
  return objectsOf(lines, Probe);
}

/** All passages of a label: the first, and those that repeat it. */
export function passagesOf({ words, also = [] }: GoldMention): readonly string[] {
  return [words, ...also];
}

/** Finds the words of a label in a text, with any white space between them: labels quote across line breaks. */
export function spanOf(text: string, words: string): readonly { readonly from: number; readonly to: number }[] {
  const found = new RegExp(words.trim().split(/\s+/).map((word) => RegExp.escape(word)).join("\\s+")).exec(text);
  return found === null ? [] : [{ from: found.index, to: found.index + found[0].length }];
}

/** Replaces every run of white space by one space, because labels quote across line breaks. */
export function spaced(text: string): string {
  return text.replace(/\s+/g, " ");
}

function objectsOf<Schema extends z.ZodType>(lines: string, schema: Schema): readonly z.infer<Schema>[] {
  return lines.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (error) {
      throw new GoldFileError(`Line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
