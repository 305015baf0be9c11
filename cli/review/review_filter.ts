import { foldText } from "../../domain/fold_text.ts";
import type { Review } from "../../domain/review.ts";
import { type CommandLine, type CommandOptions, UsageError } from "../command/run_command.ts";

/** Chooses reviews by what they say of themselves. */
export interface ReviewFilter {
  /** Whether nothing is filtered. */
  readonly isEmpty: boolean;
  readonly matches: (review: Review) => boolean;
  /** Whether it would match if a part of the author's name were enough. */
  readonly almostMatches: (review: Review) => boolean;
}

/** The options of a filter. */
export const FILTER_OPTIONS: CommandOptions = {
  author: { type: "string" },
  text: { type: "string" },
  source: { type: "string" },
};

/** What the help of a command says of them. */
export const FILTER_HELP = `  --author NAME   reviews of this author, the whole name; case is no matter
  --text WORDS    reviews whose text or reply holds these words
  --source NAME   reviews that were written there`;

/**
 * The filter that the command line describes: all that is given must hold.
 *
 * @throws {UsageError} If an option is empty.
 */
export function filterOption(line: CommandLine): ReviewFilter {
  const [author, text, source] = ["author", "text", "source"].map((name) => {
    const value = line.text(name);
    if (value !== null && value.trim() === "") throw new UsageError(`--${name} is empty; give what to look for.`);
    return value === null ? null : foldText(value);
  });
  const matchesRest = (review: Review) =>
    (source == null || foldText(review.source) === source) &&
    (text == null || textsOf(review).some((one) => foldText(one).includes(text)));
  return {
    isEmpty: author === null && text === null && source === null,
    matches: (review) => (author == null || foldText(review.author) === author) && matchesRest(review),
    almostMatches: (review) => author != null && holdsWords(foldText(review.author), author) && matchesRest(review),
  };
}

/** Whether a name has every word, or the beginning of every word: `ann a` finds `Ash, Ann`. */
function holdsWords(name: string, words: string): boolean {
  const parts = partsOf(name);
  const wanted = partsOf(words);
  return wanted.length > 0 && wanted.every((word) => parts.some((part) => part.startsWith(word)));
}

function partsOf(name: string): readonly string[] {
  return name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

function textsOf({ text, owner_reply }: Review): readonly string[] {
  return [text ?? "", owner_reply?.text ?? ""];
}
