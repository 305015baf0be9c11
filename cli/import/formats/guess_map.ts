import type { DayRules } from "../cells/days/read_day.ts";
import { readDay } from "../cells/days/read_day.ts";
import { ABOVE_FIVE, readRating } from "../cells/read_rating.ts";
import { isEmptyValue } from "../cells/source_row.ts";
import { ValueFault } from "../cells/value_fault.ts";
import { numericDay } from "../cells/days/numeric_day.ts";
import type { FieldMap } from "./mapped_format.ts";

/** A column of a file with some of its values. */
export interface SampledColumn {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** What names of columns mean, the surest first; compared in lower case, with words apart. */
const NAMES: Readonly<Record<string, RegExp>> = {
  rating: /\b(?:rating|stars?|score|points|note|bewertung|sterne|puntuaci[oó]n|valoraci[oó]n|voto)\b/,
  date: /\b(?:date|day|time|created|posted|published|submitted|on|when|datum|fecha|data)\b/,
  text: /\b(?:text|review|comments?|body|content|message|feedback|words|description|kommentar|comentario|avis)\b/,
  author: /\b(?:author|reviewer|customer|client|name|user|username|guest|nickname|who|by|kunde|nombre|nom)\b/,
  title: /\b(?:title|headline|subject|summary|titel|t[ií]tulo)\b/,
  id: /\b(?:id|review id|number|nr|no|uuid|key)\b/,
  source: /\b(?:source|platform|site|channel|quelle|origen)\b/,
  source_url: /\b(?:url|link|permalink)\b/,
  reply_text: /\b(?:reply|response|answer|owner reply|antwort)\b/,
  reply_date: /\b(?:replied|reply date|response date|reply on|answered)\b/,
};

/**
 * Guesses which columns hold what, by their names and by what their values are: ratings are numbers of a small scale or
 * stars, dates can be read as dates, the text is the longest.
 *
 * @returns Null if no column can be a rating, or none a date.
 */
export function guessMap(columns: readonly SampledColumn[], lastDay: string): FieldMap | null {
  const filled = columns.filter(({ values }) => values.some((value) => !isEmptyValue(value)));
  const rules: DayRules = { lastDay, order: "mdy", relativeTo: lastDay };
  const free = new Set(filled);
  const map = new Map<string, string>();
  const take = (field: string, fits: (column: SampledColumn) => boolean, needsName: boolean, score = nameScore) => {
    const found = [...free].filter((column) => fits(column) && (!needsName || score(field, column) > 0))
      .sort((a, b) => score(field, b) - score(field, a))[0];
    if (found === undefined) return;
    free.delete(found);
    map.set(field, found.name);
  };
  take("reply_text", (column) => meanLength(column) > 15 && isText(column), true);
  take("reply_date", (column) => isDate(column, rules), true);
  take("date", (column) => isDate(column, rules), false);
  take("rating", isRating, false);
  if (!map.has("date") || !map.has("rating")) return null;
  take(
    "source_url",
    (column) => column.values.every((value) => isEmptyValue(value) || /^https?:/.test(String(value))),
    true,
  );
  take("title", (column) => isText(column) && meanLength(column) < 100, true);
  take(
    "text",
    (column) => isText(column) && (nameScore("text", column) > 0 || meanLength(column) > 15),
    false,
    (field, column) => nameScore(field, column) * 200 + meanLength(column),
  );
  take("author", (column) => isText(column) && meanLength(column) <= 60, true);
  take("source", (column) => isText(column) && meanLength(column) < 40, true);
  take("id", isDistinct, true);
  const order = ["id", "author", "rating", "date", "title", "text", "source", "source_url", "reply_text", "reply_date"];
  if (!map.has("reply_text")) map.delete("reply_date");
  return new Map(order.flatMap((field) => map.has(field) ? [[field, map.get(field) ?? ""] as const] : []));
}

/**
 * The options that import a table or document whose columns are guessed, and what the operator has to decide; null where
 * nothing can be guessed.
 */
export function guessedOptions(columns: readonly SampledColumn[], lastDay: string): string | null {
  const map = guessMap(columns, lastDay);
  if (map === null) return null;
  const valuesOf = (field: string) => columns.find(({ name }) => name === map.get(field))?.values ?? [];
  const best = Math.max(...valuesOf("rating").map(Number).filter((rating) => rating > 0));
  const scale = best > 5 ? ` --scale ${best > 10 ? 100 : 10}` : "";
  const numeric = [...valuesOf("date"), ...valuesOf("reply_date")].flatMap((value) => numericDay(value) ?? []);
  const isOpen = numeric.length > 0 && numeric.every(({ first, second }) => first <= 12 && second <= 12) &&
    numeric.some(({ first, second }) => first !== second);
  const order = isOpen ? " --date-order dmy (or mdy: the dates can be read both ways)" : "";
  return mapOptions(map) + scale + order;
}

/** A column map as the options that state it. */
export function mapOptions(map: FieldMap): string {
  return [...map].map(([field, column]) => `--map ${shellWord(`${field}=${column}`)}`).join(" ");
}

/** A word of a command line, quoted where a shell needs it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function nameScore(field: string, { name }: SampledColumn): number {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_./-]+/g, " ").toLowerCase().trim();
  const pattern = NAMES[field];
  if (pattern === undefined) return 0;
  const found = pattern.exec(words)?.[0];
  if (found === undefined) return 0;
  return found.length === words.length ? 2 : 1 + found.length / words.length / 2;
}

function isRating({ values }: SampledColumn): boolean {
  return most(values, (value) => {
    const read = readRating(value, null);
    return !(read instanceof ValueFault) || read === ABOVE_FIVE && Number(value) <= 10;
  });
}

function isDate({ values }: SampledColumn, rules: DayRules): boolean {
  return most(values, (value) => numericDay(value) !== null || !(readDay(value, rules) instanceof ValueFault));
}

function isText({ values }: SampledColumn): boolean {
  return values.every((value) => isEmptyValue(value) || typeof value === "string") &&
    values.some((value) => /\p{L}/u.test(String(value ?? "")));
}

function isDistinct({ values }: SampledColumn): boolean {
  return new Set(values).size === values.length &&
    values.every((value) => !isEmptyValue(value) && String(value).length <= 100);
}

function meanLength({ values }: SampledColumn): number {
  const texts = values.filter((value) => !isEmptyValue(value)).map((value) => String(value).length);
  return texts.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
}

/** Whether nine of ten of the values that are not empty pass; half of all have to be there. */
function most(values: readonly unknown[], passes: (value: unknown) => boolean): boolean {
  const there = values.filter((value) => !isEmptyValue(value));
  return there.length * 2 >= values.length && there.length > 0 && there.filter(passes).length >= there.length * 0.9;
}
