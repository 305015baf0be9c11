import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { alternatives, wordsOfKind } from "./language_words.ts";
import { foldedCell, isEmptyValue } from "./source_row.ts";
import { ValueFault } from "./row_reader.ts";
import { shortLine } from "./read_text.ts";
import { UNNAMED_INCENTIVE, type Verification, VERIFICATIONS } from "../../../domain/review.ts";

const FLAGS = wordsOfKind("flags");
const UNKNOWN = new ValueFault(sentence("a state such as published, hidden or spam"));
/** The reason to leave out a row that its source does not show. */
export const NOT_SHOWN = sentence("not published");
const REASONS = [null, NOT_SHOWN, sentence("marked as spam")];
const STATE_WORDS = wordsOfKind("states");
const ROLES = wordsOfKind("roles");
/** The reason to leave out a row of the business, such as a host's review of a guest. */
const BY_BUSINESS = sentence("written by the business");

/** Meanings of a state word: reviews are shown, hidden, or shown without the author's name. */
export const CHOSEN_STATES = ["shown", "hidden", "anonymous"] as const;

/** The operator's decisions on unknown states, by folded word. */
export type ChosenStates = ReadonlyMap<string, typeof CHOSEN_STATES[number]>;

/**
 * Parses a state of a review, such as `published`, `pending`, `spam` or yes, in all supported languages, or an event
 * such as `review.deleted`, or who wrote it. Returns the reason why it is not published; null if it is, or if the value is
 * empty.
 */
export function readVisibility(value: unknown, chosen?: ChosenStates): Sentence | null | ValueFault {
  if (isEmptyValue(value)) return null;
  const word = foldedCell(value);
  const state = chosen?.get(word);
  if (state !== undefined) return state === "hidden" ? NOT_SHOWN : null;
  const role = roleOf(word);
  const reason = role === undefined ? REASONS[FLAGS.get(word) ?? stateOf(word) ?? -1] : role === 0 ? null : BY_BUSINESS;
  return reason === undefined ? UNKNOWN : reason;
}

function stateOf(word: string): number | undefined {
  return STATE_WORDS.get(word) ?? STATE_WORDS.get(word.replace(/^review\W/, ""));
}

/** Who wrote a row: a customer (0) or the business (1). In "host_to_guest" the first word does. */
function roleOf(word: string): number | undefined {
  return ROLES.get(word.replace(/[ _-](?:to|of|about)[ _-].*$/, ""));
}

/** Whether a value is a word, and no mere no, that hides a review: deleted, pending, spam, or of the business. */
export function isHiddenState(value: unknown): boolean {
  const word = foldedCell(value);
  return (stateOf(word) ?? roleOf(word) ?? 0) > 0;
}

/** Whether a value says who wrote a row: a customer or the business. */
export function isRole(value: unknown): boolean {
  return roleOf(foldedCell(value)) !== undefined;
}

const NOT_FLAG = new ValueFault(sentence("true, false, yes, no, 1 or 0"));

/** Parses a yes or no in all supported languages; `absent` for a missing column. An empty cell is a fault. */
export function readFlag(value: unknown, absent: boolean): boolean | ValueFault {
  if (value === undefined) return absent;
  const meaning = FLAGS.get(foldedCell(value));
  return meaning === undefined ? NOT_FLAG : meaning === 0;
}

const NOT_VERIFICATION = new ValueFault(VERIFICATIONS.slice(0, -1).join(", ") + " or none");

const VOUCHING: readonly (readonly [RegExp, Verification])[] = [
  [/\b(?:not|un|non)[ _-]?verif|\bnothing\b/, "none"],
  [/purchas|buyer|order|book(?:ed|ing)|transaction/, "purchase"],
  [/invit/, "invitation"],
];

/**
 * Parses who vouches for a review: our own words, a platform's such as `verified-buyer` or `Invited`, or a flag: yes is
 * a purchase, no is none. An empty cell gives null.
 */
export function readVerification(value: unknown): Verification | null | ValueFault {
  if (isEmptyValue(value)) return null;
  const word = foldedCell(value);
  const own = VERIFICATIONS.find((verification) => verification === word);
  const known = own ?? VOUCHING.find(([pattern]) => pattern.test(word))?.[1];
  if (known !== undefined) return known;
  const flag = FLAGS.get(word);
  return flag === undefined ? NOT_VERIFICATION : flag === 0 ? "purchase" : "none";
}

/** "No incentive", "keiner" and the like. */
const NO_INCENTIVE = new RegExp(`^(?:${alternatives("nothing")})(?: |$)`);

/** Parses what the author got for the review: a word or a yes; null for nothing. */
export function readIncentive(value: unknown): string | null {
  const flag = readFlag(value, false);
  if (isEmptyValue(value) || flag === false || NO_INCENTIVE.test(foldedCell(value))) return null;
  return flag === true ? UNNAMED_INCENTIVE : shortLine(value);
}
