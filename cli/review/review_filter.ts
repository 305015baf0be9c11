import { foldText } from "../../domain/fold_text.ts";
import type { Review } from "../../domain/review.ts";
import { type CommandLine, type CommandOptions, UsageError } from "../command/run_command.ts";

/** Chooses reviews by what they say of themselves. */
export interface ReviewFilter {
  /** Whether nothing is filtered. */
  readonly isEmpty: boolean;
  readonly matches: (review: Review) => boolean;
}

/** The options of a filter. */
export const FILTER_OPTIONS: CommandOptions = {
  author: { type: "string" },
  text: { type: "string" },
  source: { type: "string" },
};

/** What the help of a command says of them. */
export const FILTER_HELP = `  --author NAME   reviews of this author; upper and lower case are alike
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
  return {
    isEmpty: author === null && text === null && source === null,
    matches: (review) =>
      (author === null || foldText(review.author) === author) &&
      (source === null || foldText(review.source) === source) &&
      (text == null || textsOf(review).some((one) => foldText(one).includes(text))),
  };
}

function textsOf({ text, owner_reply }: Review): readonly string[] {
  return [text ?? "", owner_reply?.text ?? ""];
}
