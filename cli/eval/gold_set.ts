import { z } from "zod";
import { OperatorError } from "../command/operator_error.ts";

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
  /** What kind of business it is, where the text was written for one. */
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

/** What a labelled review says of one aspect, by the words that show it, and others in which it says so again. */
export type GoldMention = Readonly<z.infer<typeof Mention>>;

/** A labelled review with the name of the taxonomy whose ids its labels use. */
export type GoldReview = Readonly<z.infer<typeof Labelled>>;

/** A file of labelled reviews: one to learn from, one to measure changes by, one to look at once. */
export type GoldPart = "development" | "validation" | "held";

/** One sentence that is hard to read, with the polarity of its aspect, or of itself if the aspect is null. */
export type GoldProbe = Readonly<z.infer<typeof Probe>>;

/** A file that does not hold what it should. The message names the line. */
export class GoldFileError extends OperatorError {
  override readonly name = "GoldFileError";
}

/**
 * Reads labelled reviews, one JSON object a line.
 *
 * @throws {GoldFileError} If a line is no labelled review, or its words do not stand in its text.
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
 * @throws {GoldFileError} If a line is no probe.
 */
export function goldProbes(lines: string): readonly GoldProbe[] {
  return objectsOf(lines, Probe);
}

/** All words of a label: the first that show it, and those that say it again. */
export function passagesOf({ words, also = [] }: GoldMention): readonly string[] {
  return [words, ...also];
}

/** A text with every run of white space as one space: labels quote across line breaks. */
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
