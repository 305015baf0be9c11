import { shortened } from "../../../domain/cut_text.ts";
import { isHiddenState, isRole, readFlag, readVisibility } from "../cells/read_flag.ts";
import { ABOVE_FIVE, readRating, readRecommendation } from "../cells/read_rating.ts";
import { isEmptyValue, plainText } from "../cells/source_row.ts";
import lists from "./field_names.json" with { type: "json" };
import { type DayRules, isDay } from "../cells/read_day.ts";
import { ValueFault } from "../cells/row_reader.ts";

/** A column of a file with a sample of its values, one per row. */
export interface SampledColumn {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** A column with some of its values, which show somebody what it means. */
export interface ColumnSample {
  readonly name: string;
  readonly values: readonly string[];
}

/** Chooses up to three different values of a column. */
export function columnSample({ name, values }: SampledColumn): ColumnSample {
  return { name, values: [...new Set(values.filter((value) => !isEmptyValue(value)).map(plainText))].slice(0, 3) };
}

/** Statistics of a column's values. */
export interface ColumnProfile {
  readonly name: string;
  readonly sampled: readonly unknown[];
  /** The words of the name, in lower case, without accents. */
  readonly words: readonly string[];
  /** Indexes of the rows in which it has a value. */
  readonly filled: ReadonlySet<number>;
  readonly rows: number;
  readonly distinct: number;
  /** The share of values of each kind, 0 to 1. */
  readonly share: Readonly<Record<Kind, number>>;
  /** The mean number of characters of a value. */
  readonly length: number;
  /** The mean number of words of a value; a value without letters counts 0. */
  readonly wordCount: number;
  /** The share of values that begin with a capital letter, 0 to 1. */
  readonly capitals: number;
  /** The largest number among the values; 0 if none is a number. */
  readonly largest: number;
  /** The different values; null if they are more than {@linkcode MOST_STATES}. */
  readonly values: ReadonlySet<string> | null;
  /** The most frequent values with their counts, for messages. */
  readonly examples: string;
}

const IMAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|heic)(?:[?#]|$)|googleusercontent|[/_.-](?:photos?|images?|img|avatars?)\b/i;

/**
 * A list of words in column names, in lower case, without accents, in all supported languages. `*` matches any rest of
 * a word, `@name` includes another list. The list named after a field indicates that field. The list `not_` plus the
 * field indicates something else.
 */
type WordList = keyof typeof lists;

const PATTERNS = new Map(
  Object.keys(lists).map((list) => [list, new RegExp(`^(?:${wordPattern(list as WordList)})$`, "u")]),
);

function wordPattern(list: WordList): string {
  const words = [lists[list]].flat().join(" ").split(" ");
  return words.map((word) =>
    word.startsWith("@") ? wordPattern(word.slice(1) as WordList) : word.replaceAll("*", String.raw`[\p{L}\d]*`)
  ).join("|");
}

/** Counts the words that are in a list. */
export function countIn(list: WordList, words: readonly string[]): number {
  return words.filter((word) => PATTERNS.get(list)?.test(word)).length;
}

/** Whether any of the words is in any of the lists. */
export function hasOne(words: readonly string[], ...of: readonly WordList[]): boolean {
  return of.some((list) => countIn(list, words) > 0);
}

/** Whether 0 is the worst rating of a column, by its name: true for "NPS" and "Score (0-10)". */
export function isFromZero(name = ""): boolean {
  return /\bnps\b|\b0 ?(?:-|–|to|bis|al?|à|tot) ?(?:5|10|100)\b/i.test(name);
}

/** Whether a column holds stars of 1 to 5, by its name: true for "Stars", false for "Stars of 10" and "Score". */
export function isOfStars(name = ""): boolean {
  const words = nameWords(name);
  return hasOne(words, "stars") && !words.some((word) => Number(word) > 5);
}

/** Two to four words with a capital letter each, and particles such as "van der" between them. */
const PERSON = /^\p{Lu}\S*(?: (?:\p{Lu}\S*|[a-z]{1,3})){0,2} \p{Lu}\S*$/u;
/** Letters of scripts without spaces. Two are about a word, and as long as four Latin ones. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu;

type Test = (text: string, value: unknown, rules: DayRules & { readonly name: string }) => boolean;

const KINDS = {
  rating: (text, value, { name }) => {
    const read = readRating(value, null, isFromZero(name));
    // 0 stands for no rating, or for the worst.
    return isRead(read) || text === "0" || read === ABOVE_FIVE && Number(text.replace(",", ".")) <= 100;
  },
  day: (_, value, rules) => isDay(value, rules),
  url: (text) => /^(?:(?:https?:)?\/\/\S+(?:[\s,;|]+|$))+$|^\["?https?:/i.test(text),
  image: (text) => /^\W*https?:/i.test(text) && IMAGE.test(text),
  flag: (_, value) => isRead(readFlag(value, false)),
  // "Nie", the Polish no, begins German sentences.
  answer: (text) => /^(?!nie )\S+\s/i.test(text) && isRead(readFlag(text.split(/[^\p{L}]/u)[0], false)),
  state: (_, value) => isRead(readVisibility(value)) && !isRole(value),
  recommendation: (_, value) => isRead(readRecommendation(value)),
  sentence: (text) => /\s.*\p{L}{3}[.!?]$/u.test(text),
  verdict: (_, value) => isRead(readRecommendation(value)) && !isRead(readFlag(value, false)),
  salutation: (text) =>
    /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herrn?|frau|mme|mlle|m|sra?|srta|sig|signora|dhr|mevr)\b\.? ?)+$/i.test(text),
  token: (text) => /^\S*\d\S*$/.test(text) && wordsIn(text) <= 1,
  amount: (text) => /^\S*\d\S*(?: \S+){0,2}$|^\p{L}+ \d\S*$/u.test(text) && wordsIn(text) <= 3,
  number: (text) => /^[-+]?\d+(?:[.,]\d+)?$/.test(text),
  language: (text) => /^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(text) || hasOne([text.toLowerCase()], "languages"),
  platform: (text) => hasOne([text.toLowerCase().replace(/^www\./, "").split(/\W/)[0] ?? ""], "known_platforms"),
  list: (text) => /^[[{]/.test(text),
  noReview: (text, value) => text.length <= 40 && (isHiddenState(value) || hasOne(nameWords(text), "no_review")),
  role: (_, value) => isRole(value),
  person: (text) => PERSON.test(text),
  foreign: (text) => /(?!\p{sc=Latin})\p{L}/u.test(text),
} satisfies Readonly<Record<string, Test>>;

type Kind = keyof typeof KINDS;

/** Computes the profile of a column. */
export function columnProfile({ name, values }: SampledColumn, lastDay: string): ColumnProfile {
  const words = columnWords(name);
  const rules = { lastDay, order: "mdy", relativeTo: lastDay, isUnnamed: !hasOne(words, "date"), name } as const;
  const filled = new Set(values.keys().filter((row) => !isEmptyValue(values[row])));
  const rowsOf = Map.groupBy(filled, (row) => plainText(values[row]));
  const mean = (measure: (text: string, value: unknown) => number) => {
    let sum = 0;
    for (const [text, rows] of rowsOf) sum += measure(text, values[rows[0] ?? 0]) * rows.length;
    return sum / Math.max(1, filled.size);
  };
  const shares = Object.entries<Test>(KINDS)
    .map(([kind, test]) => [kind, mean((text, value) => test(text, value, rules) ? 1 : 0)]);
  return {
    name,
    sampled: values,
    words,
    filled,
    rows: values.length,
    distinct: rowsOf.size,
    share: Object.fromEntries(shares),
    length: mean((text) => text.length + unspacedIn(text)),
    wordCount: mean(wordsIn),
    capitals: mean((text) => /^\p{Lu}|^\p{Lo}/u.test(text) ? 1 : 0),
    values: rowsOf.size <= MOST_STATES ? new Set(rowsOf.keys()) : null,
    examples: examplesOf(rowsOf),
    largest: Math.max(0, ...Array.from(rowsOf.keys(), (text) => Number(text.replace(",", ".")) || 0)),
  };
}

/** Maximum number of different values in a column of states. */
export const MOST_STATES = 12;
const SHOWN_VALUES = 4;
const SHOWN_LETTERS = 30;

function examplesOf(rowsOf: ReadonlyMap<string, readonly number[]>): string {
  const common = [...rowsOf].sort(([, a], [, b]) => b.length - a.length).slice(0, SHOWN_VALUES);
  const shown = common.map(([text, { length }]) => {
    const begin = shortened(text.replace(/\s+/g, " "), SHOWN_LETTERS);
    return length === 1 ? `"${begin}"` : `"${begin}" ${length} times`;
  });
  return shown.join(", ") + (rowsOf.size > SHOWN_VALUES ? ", …" : "");
}

const REPLY_TO =
  /(?:^|[ _])(?:repl[a-z]*|response|answer|antwort|antwoord|reponse|respuesta|risposta)[ _](?:to|auf|op|a)(?![a-z])/;

/** Phrases that say the same as "private", such as "only for us". */
const NOT_PUBLIC = new RegExp(String.raw`\b(?:${lists.private_phrases.join("|")})\b`, "g");

/** The words of a column's name or JSON path, in lower case, without accents. */
export function nameWords(name: string): readonly string[] {
  const plain = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const said = plain.replace(NOT_PUBLIC, "$& private");
  // So does "in reply to" as "parent".
  return said.replace(REPLY_TO, "$& parent").split(/[^\p{L}\d]+/u).filter((word) =>
    word !== "" && countIn("fillers", [word]) === 0
  );
}

function unspacedIn(text: string): number {
  return text.match(UNSPACED)?.length ?? 0;
}

/** The number of words of a text; 0 without letters. */
function wordsIn(text: string): number {
  return /\p{L}/u.test(text) ? Math.max(text.split(/\s+/).length, unspacedIn(text) / 2) : 0;
}

/** The words of a name, and "reply" after a comment of the business, as in `kommentarArbeitgeber.text`. */
function columnWords(name: string): readonly string[] {
  return name.split(/[./]/).map(nameWords).flatMap((words) => {
    const isOwners = (word = "", at: number) =>
      hasOne([word], "owners", "employers") &&
      [words[at - 1], words[at + 1]].some((near) => near !== undefined && hasOne([near], "comments"));
    return words.some(isOwners) ? [...words, "reply"] : words;
  });
}

function isRead(read: unknown): boolean {
  return !(read instanceof ValueFault);
}

/** Whether an unread column may be of use: it has values, and no counts, ids and the like. */
export function isLeftOver(column: ColumnProfile): boolean {
  const { filled, words } = column;
  const isId = words.length > 1 && hasOne(words, "ids") && !hasOne(words, "places");
  return filled.size > 0 && !hasOne(words, "never_used") && !isCount(column) && !isId;
}

/** Whether a column holds counts, such as votes, or numbers its rows. */
export function isCount({ words, share, sampled, rows }: ColumnProfile): boolean {
  if (share.number < 1) return false;
  const isRunning = rows > 2 && sampled.every((value, row) => Number(value) === Number(sampled[0]) + row);
  return hasOne(words, "counts") || isRunning && !hasOne(words, "rating");
}
