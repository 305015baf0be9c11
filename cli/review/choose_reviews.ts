import { sentence } from "../../domain/sentences/sentence.ts";
import { type CommandLine, dayOption, numberOption, UsageError } from "../command/run_command.ts";
import { shownName } from "../../terminal/print.ts";
import { type Choice, choice } from "../command/choice.ts";
import { reviewCells, type StoredReview } from "./stored_reviews.ts";
import { editDistance } from "../../domain/insights/text/spelling.ts";
import { foldText } from "../../domain/normalize_text.ts";
import type { Review } from "../../domain/review.ts";

/** Options of commands that filter reviews, and their description in the help. */
export const FILTER = {
  options: { author: { type: "string" }, text: { type: "string" }, source: { type: "string" } },
  help: `  --author NAME   reviews of this author: the whole name, in any case
  --text WORDS    reviews whose text or reply contains these words
  --source NAME   reviews from this source`,
} as const;

/** Those of commands that change reviews. */
export const CHANGE = {
  options: {
    ...FILTER.options,
    all: { type: "boolean" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  help: `${FILTER.help}
  --all           all matching reviews; otherwise it asks which of several
  --dry-run       say what would happen and write nothing
  --json          print the plan as one object, for programs`,
} as const;

/** No review matches, not even approximately, or has the id. */
export class NoneChosenError extends UsageError {}

const SHORTEST_ID = 6;
const LONGEST_ID = 26;
const LISTED = 20;

/** Command that chooses reviews, and the states it accepts. */
export interface ChoicePurpose {
  /** Name of the command, such as `hide`. */
  readonly verb: string;
  readonly states: readonly StoredReview["state"][];
  /** The sentence if no review matches a filter. */
  readonly none?: string;
}

/** A filter of reviews. Each member that is neither null nor absent must match. */
type FilterWish = Partial<ReturnType<typeof filterWish>>;

/** The reviews that somebody chooses, by ids or else by a filter. */
export interface ReviewWish {
  /** Ids in upper case, or their first characters, at least six. */
  readonly ids: readonly string[];
  readonly filter: FilterWish;
  /** Whether all matching reviews are chosen. */
  readonly all: boolean;
}

/** A choice of reviews by their ids alone. */
export function wishOfIds(ids: readonly string[]): ReviewWish {
  return { ids, filter: {}, all: false };
}

/**
 * Parses the choice of a command line.
 *
 * @throws {UsageError} If it has neither ids nor a filter, or both.
 */
export function reviewWish(line: CommandLine, { verb }: ChoicePurpose): ReviewWish {
  const ids = line.files.map(idPrefix);
  const filter = filterWish(line);
  const isFiltered = [filter.author, filter.text, filter.source].some((words) => words !== null);
  if (ids.length > 0 && isFiltered) {
    throw new UsageError(`${verb} takes ids, or --author, --text and --source; not both at once.`);
  }
  if (ids.length === 0 && !isFiltered) {
    throw new UsageError(`${verb} needs the id of a review, or --author, --text or --source; list shows the ids.`);
  }
  return { ids, filter, all: line.flag("all") };
}

/** Adds chosen arguments: `--all`, or an id, which replaces the filter or the part of it. */
export function withChosen(wish: ReviewWish, further: readonly string[]): ReviewWish {
  if (further.includes(ALL)) return { ...wish, all: true };
  const isOpen = (id: string) => !further.some((one) => one.startsWith(id));
  return wishOfIds([...wish.ids.filter(isOpen), ...further]);
}

const ALL = "--all";

/**
 * Chooses reviews.
 *
 * @returns Choices where several reviews match; none is chosen then.
 * @throws {NoneChosenError} If none matches.
 * @throws {UsageError} If one is in another state.
 */
export function chosenReviews(
  reviews: readonly StoredReview[],
  { ids, filter, all }: ReviewWish,
  { verb, states, none = "No review matches." }: ChoicePurpose,
): { readonly chosen: readonly StoredReview[]; readonly choices: readonly Choice[] } {
  if (ids.length === 0) {
    const isOfState = reviews.filter(({ state }) => states.includes(state));
    const found = isOfState.filter(({ review }) => isMatching(filter, review));
    if (found.length === 1 || found.length > 0 && all) return { chosen: found, choices: [] };
    if (found.length > 0) return { chosen: [], choices: [candidates(`${found.length} reviews match`, found, true)] };
    // A part of a name is never enough to change a review: `Jo` would hide John's too.
    const similar = isOfState.filter(({ review }) => isMatching(filter, review, isNear));
    if (similar.length === 0) throw new NoneChosenError(none);
    return { chosen: [], choices: [candidates("No author has exactly this name", similar)] };
  }
  const named = ids.map((id) => {
    const found = reviews.filter(({ review }) => review.id.startsWith(id));
    if (found.length > 0) return { id, found };
    throw new NoneChosenError(sentence("No review has an id that begins with {id}; list shows the ids.", { id }));
  });
  const several = named.filter(({ found }) => found.length > 1);
  const choices = several.map(({ id, found }) => candidates(`${found.length} ids begin with ${id}`, found));
  if (choices.length > 0) return { chosen: [], choices };
  const chosen = [...new Set(named.flatMap(({ found }) => found))];
  const other = chosen.find(({ state }) => !states.includes(state));
  if (other === undefined) return { chosen, choices };
  throw new UsageError(
    sentence("Review {id} is {state}; {verb} takes reviews that are {states}.", {
      ...{ id: other.review.id, state: other.state, verb, states: states.join(" or ") },
    }),
  );
}

function candidates(why: string, found: readonly StoredReview[], mayBeAll = false): Choice {
  const which = found.length > LISTED ? `Which is meant? The first ${LISTED} are:` : "Which is meant?";
  return choice(`reviews: ${why}`, `${why}. ${which}`, [], [
    ...found.slice(0, LISTED).map((one) => [one.review.id, reviewCells(one)] as const),
    ...mayBeAll ? [[ALL, `all ${found.length} reviews`] as const] : [],
  ]);
}

/** Parses an id or its first characters, at least six. */
export function idPrefix(text: string): string {
  const id = text.toUpperCase();
  if (/^[0-9A-HJKMNP-TV-Z]+$/.test(id) && id.length >= SHORTEST_ID && id.length <= LONGEST_ID) return id;
  throw new UsageError(
    `"${shownName(text)}" is not an id; expected are ${SHORTEST_ID} to ${LONGEST_ID} characters of an id, which list ` +
      `shows. For the reviews of an author, write --author "${shownName(text)}".`,
  );
}

/**
 * Parses the filter of a command line.
 *
 * @throws {UsageError} If an option is empty or invalid.
 */
export function filterWish(line: CommandLine) {
  const words = (name: string) => {
    const value = line.text(name);
    if (value !== null && value.trim() === "") throw new UsageError(`--${name} is empty; give what to look for.`);
    return value;
  };
  return {
    author: words("author"),
    text: words("text"),
    source: words("source"),
    rating: numberOption(line, "rating", 5),
    maxRating: numberOption(line, "max-rating", 5),
    since: dayOption(line, "since", "allowed is a day such as 2026-11-01"),
    unanswered: line.flag("unanswered"),
  };
}

/**
 * Whether a review matches a filter.
 *
 * @param isNamed Whether a folded name is the wanted one; the whole name by default.
 */
export function isMatching(
  { author = null, text = null, source = null, rating, maxRating, since, unanswered }: FilterWish,
  review: Review,
  isNamed: (name: string, wanted: string) => boolean = (name, wanted) => name === wanted,
): boolean {
  return (author === null || isNamed(foldText(review.author), foldText(author))) &&
    (rating === undefined || review.rating === rating) && (maxRating === undefined || review.rating <= maxRating) &&
    (since === undefined || review.date >= since) && (!unanswered || review.owner_reply === null) &&
    (source === null || foldText(review.source) === foldText(source)) &&
    (text === null ||
      [review.text, review.owner_reply?.text].some((one) => foldText(one ?? "").includes(foldText(text))));
}

const SHORTEST_PART = 3;
const MOST_SLIPS = 2;

/** True if the words are like a name: they are in it, or a part of one differs from the other's in at most two letters. */
function isNear(name: string, words: string): boolean {
  const parts = partsOf(words).filter(({ length }) => length >= SHORTEST_PART);
  const isSlip = (part: string, wanted: string) =>
    part === wanted || part.length > SHORTEST_PART && editDistance(part, wanted) <= MOST_SLIPS;
  return holdsWords(name, words) || partsOf(name).some((part) => parts.some((wanted) => isSlip(part, wanted)));
}

/** True if each word begins a part of the name: `ann a` finds `Ash, Ann`. */
export function holdsWords(name: string, words: string): boolean {
  const parts = partsOf(name);
  const wanted = partsOf(words);
  return wanted.length > 0 && wanted.every((word) => parts.some((part) => part.startsWith(word)));
}

function partsOf(name: string): readonly string[] {
  return name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}
