import { type CommandLine, type CommandOptions, UsageError } from "../command/run_command.ts";
import { shownName } from "../command/escaped_controls.ts";
import { FILTER_HELP, FILTER_OPTIONS, filterOption } from "./review_filter.ts";
import { reviewTable } from "./review_table.ts";
import type { StoredReview } from "./stored_reviews.ts";

/** The options by which a command chooses reviews. */
export const CHOICE_OPTIONS: CommandOptions = { ...FILTER_OPTIONS, all: { type: "boolean" } };

/** What the help of a command says of them. */
export const CHOICE_HELP = `${FILTER_HELP}
  --all           all that are like that; otherwise several are only listed`;

/** Nothing is like that, not even nearly, or has the id. */
export class NoneChosenError extends UsageError {}

/** How much of an id is enough. */
export const SHORTEST_ID = 6;
const LONGEST_ID = 26;
const LISTED = 20;

/** Chooses among the reviews of a store. Throws a UsageError that says why nothing is chosen. */
export type ReviewChoice = (reviews: readonly StoredReview[]) => readonly StoredReview[];

/** What a command chooses reviews for. */
export interface ChoicePurpose {
  /** What is done to them, such as `hide`. */
  readonly verb: string;
  /** Which reviews that can be done to. */
  readonly states: readonly StoredReview["state"][];
}

/**
 * The choice that a command line describes: by ids, or by a filter.
 *
 * @throws {UsageError} If it describes none.
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
      throw new UsageError(`Review ${other.review.id} is ${other.state}, so nothing was done.`);
    };
  }
  return (reviews) => {
    const found = reviews.filter(({ review, state }) => states.includes(state) && filter.matches(review));
    if (found.length === 0) throw notFound(reviews.filter(({ review }) => filter.almostMatches(review)));
    if (found.length === 1 || line.flag("all")) return found;
    throw new UsageError(
      `${found.length} reviews are like that. Nothing was done; name their ids, or add --all:\n${candidates(found)}`,
    );
  };
}

/** A part of a name never is enough to change a review: `Jo` would hide those of John as well. */
function notFound(similar: readonly StoredReview[]): UsageError {
  if (similar.length === 0) return new NoneChosenError("No review is like that. Nothing was done.");
  return new UsageError(
    `No author has exactly this name. Nothing was done; name the id, or the whole name, of one like it:\n${
      candidates(similar)
    }`,
  );
}

function idPrefix(text: string): string {
  const id = text.toUpperCase();
  if (/^[0-9A-HJKMNP-TV-Z]+$/.test(id) && id.length >= SHORTEST_ID && id.length <= LONGEST_ID) return id;
  throw new UsageError(
    `"${
      shownName(text)
    }" is not an id; expected are ${SHORTEST_ID} to ${LONGEST_ID} characters of one, as list shows it.`,
  );
}

function reviewWithId(reviews: readonly StoredReview[], id: string): StoredReview {
  const found = reviews.filter(({ review }) => review.id.startsWith(id));
  const [one] = found;
  if (one === undefined) {
    throw new NoneChosenError(`No review has an id that begins with ${id}. Nothing was done; list shows the ids.`);
  }
  if (found.length === 1) return one;
  throw new UsageError(
    `${found.length} ids begin with ${id}. Nothing was done; give more of the one that you mean:\n${candidates(found)}`,
  );
}

function candidates(found: readonly StoredReview[]): string {
  return reviewTable(found.slice(0, LISTED)) + (found.length > LISTED ? `\n… and ${found.length - LISTED} more` : "");
}
