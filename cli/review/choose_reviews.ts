import { type CommandLine, type CommandOptions, UsageError } from "../command/run_command.ts";
import { shownName } from "../../terminal/print.ts";
import { reviewTable, type StoredReview } from "./stored_reviews.ts";
import { editDistance } from "../../domain/insights/text/spelling.ts";
import { foldText } from "../../domain/normalize_text.ts";
import { CalendarDate } from "../../domain/string_formats.ts";
import type { Review } from "../../domain/review.ts";

/** Command line options of a filter. */
export const FILTER_OPTIONS: CommandOptions = {
  author: { type: "string" },
  text: { type: "string" },
  source: { type: "string" },
};

/** Its description in the help of a command. */
export const FILTER_HELP = `  --author NAME   reviews of this author: the whole name, in any case
  --text WORDS    reviews whose text or reply contains these words
  --source NAME   reviews from this source`;

/** Further options of a filter for lists only: a low rating is no reason to hide a review. */
export const LIST_OPTIONS: CommandOptions = {
  rating: { type: "string" },
  "max-rating": { type: "string" },
  since: { type: "string" },
  unanswered: { type: "boolean" },
};

/** Their description in the help of a command. */
export const LIST_HELP = `  --rating N      reviews with N stars
  --max-rating N  reviews with at most N stars
  --since DATE    reviews from this day on, such as 2026-11-01
  --unanswered    reviews without a reply`;

/** Command line options that choose reviews. */
export const CHOICE_OPTIONS: CommandOptions = { ...FILTER_OPTIONS, all: { type: "boolean" } };

/** Its description in the help of a command. */
export const CHOICE_HELP = `${FILTER_HELP}
  --all           all matching reviews; otherwise several are only listed`;

/** Command line options of what changes reviews. */
export const PLAN_OPTIONS: CommandOptions = { "dry-run": { type: "boolean" }, json: { type: "boolean" } };

/** Its description in the help of a command. */
export const PLAN_HELP = `  --dry-run       say what would happen and write nothing
  --json          print the plan as one object, for programs`;

/** No review matches, not even approximately, or has the id. */
export class NoneChosenError extends UsageError {}

const SHORTEST_ID = 6;

const LONGEST_ID = 26;
const LISTED = 20;

/** Chooses among the reviews of a store. Throws a UsageError if none matches. */
type ReviewChoice = (reviews: readonly StoredReview[]) => readonly StoredReview[];

/** Command that chooses reviews, and the states it accepts. */
export interface ChoicePurpose {
  /** Name of the command, such as `hide`. */
  readonly verb: string;
  readonly states: readonly StoredReview["state"][];
}

/**
 * Reads the choice of a command line, by ids or by a filter.
 *
 * @throws {UsageError} If it has neither, or both.
 */
export function reviewChoice(line: CommandLine, { verb, states }: ChoicePurpose): ReviewChoice {
  const ids = line.files.map(idPrefix);
  const filter = filterOption(line);
  if (ids.length > 0 && !filter.isEmpty) {
    throw new UsageError(`${verb} takes ids, or --author, --text and --source; not both at once.`);
  }
  if (ids.length === 0 && filter.isEmpty) {
    throw new UsageError(`${verb} needs the id of a review, or --author, --text or --source; list shows the ids.`);
  }
  if (ids.length > 0) {
    return (reviews) => {
      const found = [...new Set(ids.map((id) => reviewWithId(reviews, id)))];
      const other = found.find(({ state }) => !states.includes(state));
      if (other === undefined) return found;
      throw new UsageError(
        `Review ${other.review.id} is ${other.state}; ${verb} takes reviews that are ${states.join(" or ")}.`,
      );
    };
  }
  return (reviews) => {
    const found = reviews.filter(({ review, state }) => states.includes(state) && filter.matches(review));
    if (found.length === 0) throw notFound(reviews.filter(({ review }) => filter.almostMatches(review)));
    if (found.length === 1 || line.flag("all")) return found;
    throw new UsageError(
      `${found.length} reviews match. Name their ids, or add --all:\n${candidates(found)}`,
    );
  };
}

const SHORTEST_PART = 3;
const MOST_SLIPS = 2;
const MOST_NAMES = 10;

/** Authors whose name shares a part with a name, or differs from one in at most two letters. */
export function namesNear(author: string, reviews: readonly StoredReview[]): readonly string[] {
  const parts = partsOf(foldText(author)).filter(({ length }) => length >= SHORTEST_PART);
  const isNear = (name: string) =>
    partsOf(foldText(name)).some((part) =>
      parts.some((wanted) => part === wanted || part.length > SHORTEST_PART && editDistance(part, wanted) <= MOST_SLIPS)
    );
  return [...new Set(reviews.map(({ review }) => review.author))].filter(isNear).slice(0, MOST_NAMES);
}

/** Makes the error for no match. A part of a name is never enough to change a review: `Jo` would hide John's too. */
function notFound(similar: readonly StoredReview[]): UsageError {
  if (similar.length === 0) return new NoneChosenError("No review matches.");
  return new UsageError(
    `No author has exactly this name. Give the id or the whole name of one of these:\n${candidates(similar)}`,
  );
}

function idPrefix(text: string): string {
  const id = text.toUpperCase();
  if (/^[0-9A-HJKMNP-TV-Z]+$/.test(id) && id.length >= SHORTEST_ID && id.length <= LONGEST_ID) return id;
  throw new UsageError(
    `"${shownName(text)}" is not an id; expected are ${SHORTEST_ID} to ${LONGEST_ID} characters of an id, which list ` +
      `shows. For the reviews of an author, write --author "${shownName(text)}".`,
  );
}

function reviewWithId(reviews: readonly StoredReview[], id: string): StoredReview {
  const found = reviews.filter(({ review }) => review.id.startsWith(id));
  const [one] = found;
  if (one === undefined) {
    throw new NoneChosenError(`No review has an id that begins with ${id}; list shows the ids.`);
  }
  if (found.length === 1) return one;
  throw new UsageError(
    `${found.length} ids begin with ${id}. Give more characters of one:\n${candidates(found)}`,
  );
}

function candidates(found: readonly StoredReview[]): string {
  return reviewTable(found.slice(0, LISTED)) + (found.length > LISTED ? `\n… and ${found.length - LISTED} more` : "");
}

interface ReviewFilter {
  readonly isEmpty: boolean;
  readonly matches: (review: Review) => boolean;
  /** True if the review would match with a part of the author's name. */
  readonly almostMatches: (review: Review) => boolean;
}

/**
 * Reads the filter of a command line. All given options must match.
 *
 * @throws {UsageError} If an option is empty or invalid.
 */
export function filterOption(line: CommandLine): ReviewFilter {
  const [author, text, source] = ["author", "text", "source"].map((name) => {
    const value = line.text(name);
    if (value !== null && value.trim() === "") throw new UsageError(`--${name} is empty; give what to look for.`);
    return value === null ? null : foldText(value);
  });
  const [rating, most] = [starsOption(line, "rating"), starsOption(line, "max-rating")];
  const since = line.text("since");
  if (since !== null && !CalendarDate.safeParse(since).success) {
    throw new UsageError(`--since is ${JSON.stringify(since)}; allowed is a day such as 2026-11-01.`);
  }
  const matchesRest = (review: Review) =>
    (rating === null || review.rating === rating) && (most === null || review.rating <= most) &&
    (since === null || review.date >= since) && (!line.flag("unanswered") || review.owner_reply === null) &&
    (source == null || foldText(review.source) === source) &&
    (text == null || textsOf(review).some((one) => foldText(one).includes(text)));
  return {
    isEmpty: author === null && text === null && source === null,
    matches: (review) => (author == null || foldText(review.author) === author) && matchesRest(review),
    almostMatches: (review) => author != null && holdsWords(foldText(review.author), author) && matchesRest(review),
  };
}

function starsOption(line: CommandLine, name: string): number | null {
  const text = line.text(name);
  if (text === null || /^[1-5]$/.test(text)) return text === null ? null : Number(text);
  throw new UsageError(`--${name} is ${JSON.stringify(text)}; allowed is a whole number from 1 to 5.`);
}

/** True if each word begins a part of the name: `ann a` finds `Ash, Ann`. */
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
