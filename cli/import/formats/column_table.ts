import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { type Choice, choice } from "../../command/choice.ts";
import { isHiddenState, readFlag, readVisibility } from "../cells/read_flag.ts";
import { ABOVE_FIVE, isRatingWord, readRating, readRecommendation } from "../cells/read_rating.ts";
import { isDay } from "../cells/read_day.ts";
import { listedNames, shownValue, ValueFault } from "../cells/row_reader.ts";
import { comparableName, foldedCell, isEmptyValue, isOfWords, plainText } from "../cells/source_row.ts";
import {
  foldedName,
  hasOne,
  isPartOfText,
  isPrivate,
  namedStates,
  nameRank,
  nameWords,
  WORD_RANK,
} from "./column_names.ts";
import { COLUMN_SEPARATOR, type FieldMap, mappedColumns, type MappedField, STATE_FIELDS } from "./import_format.ts";

/** A column of a file with a sample of its values, one per row. */
export interface SampledColumn {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** A column with some of its values, which show somebody what it means. */
export interface ColumnSample {
  readonly name: string;
  readonly values: readonly string[];
  /** Set for a column of texts that is not read. */
  readonly mark?: "texts";
}

/** Chooses up to three different values of a column. */
export function columnSample({ name, values }: SampledColumn): ColumnSample {
  return { name, values: [...new Set(filled(values).map(plainText))].slice(0, 3) };
}

/** The fields that names suggest, those before others if a name suits several. */
const SUGGESTED = [
  ...["rating", "date", "text", "author", "reply_date", "reply_text", "title", "id", "author_avatar_url", "photos"],
  ...["source_url", "source", "verified", "incentive", "parent", "place", "product", "visit_type"],
  ...STATE_FIELDS,
] as readonly MappedField[];

/** Maximum number of different values in a column of states. */
export const MOST_STATES = 12;

function filled(values: readonly unknown[]): readonly unknown[] {
  return values.filter((value) => !isEmptyValue(value));
}

function isRead(read: unknown): boolean {
  return !(read instanceof ValueFault);
}

const isUrl = (value: unknown) => /^\W*(?:https?:)?\/\/\S/i.test(plainText(value));
const isWords = (value: unknown) => /\p{L}/u.test(plainText(value)) && !isUrl(value) && !/^[[{]/.test(plainText(value));
const isFlag = (value: unknown) => isRead(readFlag(value, false));
/** Maximum number of words instead of a rating, such as "neither satisfied nor dissatisfied". */
const MOST_WORDS = 4;

/** Values that a column must have in half of its filled cells to hold a field. A field without a test may hold any. */
const HOLDS: Partial<Record<MappedField, (value: unknown) => boolean>> = {
  rating: (value) => {
    const read = readRating(value, null);
    // Numbers below 1 are shares and weights.
    if (/^0?[.,]\d/.test(foldedCell(value))) return false;
    const isWord = isRatingWord(value) && !isUrl(value) && plainText(value).split(/\s/).length <= MOST_WORDS;
    return isRead(read) || read === ABOVE_FIVE || foldedCell(value) === "0" || isWord;
  },
  recommendation: (value) => isRead(readRecommendation(value)),
  date: isAnyDay,
  reply_date: isAnyDay,
  text: (value) => isWords(value) && !isFlag(value),
  author: (value) => isWords(value) && !isAnyDay(value),
  surname: isWords,
  title: isWords,
  reply_text: isWords,
  product: isWords,
  source: isWords,
  author_avatar_url: isUrl,
  photos: isUrl,
  source_url: isUrl,
  verified: isFlag,
  anonymous: isFlag,
  show_name: (value) => isFlag(value) || isState(value),
  consent: (value) => isFlag(value) || isState(value) || isAnyDay(value),
  hidden: (value) => isFlag(value) || isAnyDay(value),
  status: (value) => !isAnyDay(value),
};

/** Days in the future are problems of their rows. */
const LAST_DAY = "9998-01-01";

/** Whether a value is a day, in any order, exact or relative. */
export function isAnyDay(value: unknown): boolean {
  return isDay(value, { lastDay: LAST_DAY, order: "dmy", relativeTo: LAST_DAY });
}

function isState(value: unknown): boolean {
  return isRead(readVisibility(value));
}

function holds(field: MappedField, { values }: SampledColumn): boolean {
  const there = filled(values);
  const fitting = there.filter((value) => HOLDS[field]?.(value) ?? true).length;
  return there.length > 0 && fitting * 2 >= there.length;
}

/** A column that may hold a field, by its name. */
interface Candidate {
  readonly field: MappedField;
  readonly column: SampledColumn;
  readonly rank: number;
}

/** Rank that a column of days such as "2 weeks ago" has in addition: a column of exact days always wins. */
const RELATIVE_RANK = 40;

function candidatesOf(field: MappedField, columns: readonly SampledColumn[]): readonly Candidate[] {
  return columns.flatMap((column) => {
    const rank = nameRank(field, column.name);
    if (rank === null || !holds(field, column) || field === "id" && !isUnique(column, columns)) return [];
    const isRelative = field === "date" &&
      !filled(column.values).some((value) => isDay(value, { lastDay: LAST_DAY, order: "dmy", relativeTo: null }));
    return [{ field, column, rank: isRelative ? rank + RELATIVE_RANK : rank }];
  });
}

/** Whether rows with the same value have the same texts. An id that repeats otherwise numbers something else. */
function isUnique({ values }: SampledColumn, columns: readonly SampledColumn[]): boolean {
  const rows = values.flatMap((value, row) => isEmptyValue(value) ? [] : [[plainText(value), row] as const]);
  const first = new Map(rows.toReversed());
  const repeated = rows.filter(([value, row]) => first.get(value) !== row);
  const texts = columns.filter(isOfTexts);
  return repeated.length === 0 ||
    texts.length > 0 &&
      repeated.every(([value, row]) =>
        texts.every((text) => text.values[row] === text.values[first.get(value) ?? row])
      );
}

/**
 * Suggests a field for each column by its name.
 *
 * @param given The fields whose columns are known.
 * @returns The other fields with their columns, and the choices about those that the names leave open.
 */
export function suggestFields(
  columns: readonly SampledColumn[],
  given: FieldMap,
): { readonly map: FieldMap; readonly doubts: readonly Choice[] } {
  const read = new Set(mappedColumns(given).map(comparableName));
  const open = columns.filter(({ name }) => !read.has(comparableName(name)));
  const candidates = SUGGESTED.filter((field) => !given.has(field))
    .flatMap((field) => candidatesOf(field, open)).sort((a, b) => a.rank - b.rank);
  const chosen = new Map<MappedField, Candidate>();
  const used = new Set<SampledColumn>();
  const map = new Map<MappedField, string>();
  const take = (field: MappedField, ...taken: readonly SampledColumn[]) => {
    for (const column of taken) used.add(column);
    map.set(field, taken.map(({ name }) => name).join(COLUMN_SEPARATOR));
  };
  for (const candidate of candidates) {
    const { field, column, rank } = candidate;
    const isOpen = !used.has(column) && !chosen.has(field);
    if (!isOpen || STATE_FIELDS.includes(field) || field === "place" && !isOfPlaces(column, rank)) continue;
    chosen.set(field, candidate);
    take(field, column);
  }
  const rest = () => open.filter((column) => !used.has(column));
  if (!given.has("text") && (map.has("text") || rest().some(({ name }) => isPartOfText(name)))) {
    const parts = rest().filter((column) => isPartOfText(column.name) && holds("text", column));
    const text = chosen.get("text")?.column;
    const all = open.filter((column) => column === text || parts.includes(column));
    if (all.length > 0) take("text", ...all);
  }
  // Where nothing else is the text, a bare "Response" may be the customer's own.
  const reply = chosen.get("reply_text")?.column;
  if (reply !== undefined && !map.has("text") && !given.has("text")) {
    used.delete(reply);
    for (const field of ["reply_text", "reply_date"] as const) map.delete(field);
  }
  takeNames(chosen.get("author")?.column, rest(), take, given.has("surname"));
  // Beside stars it counts for the rows that lack them.
  const stars = chosen.get("rating")?.column;
  const [recommendation] = candidatesOf("recommendation", rest()).toSorted((a, b) => a.rank - b.rank);
  const isOpen = stars === undefined
    ? !given.has("rating")
    : recommendation?.column.values.some((value, row) => !isEmptyValue(value) && isEmptyValue(stars.values[row]));
  if (recommendation && isOpen && !given.has("recommendation")) take("recommendation", recommendation.column);
  for (const field of STATE_FIELDS) {
    const certain = candidates.filter((one) => one.field === field && one.rank < WORD_RANK && !used.has(one.column));
    if (certain.length > 0) take(field, ...certain.map(({ column }) => column));
  }
  const rivals = (["rating", "date"] as const).flatMap((field) => rivalChoice(chosen.get(field), candidates, used));
  const hasText = map.has("text") || given.has("text");
  return { map, doubts: [...rivals, ...hasText ? [] : textChoice(rest())] };
}

/** Completes a first name by a surname: of "Vorname" and "Name" either may have been taken for the author. */
function takeNames(
  author: SampledColumn | undefined,
  rest: readonly SampledColumn[],
  take: (field: MappedField, column: SampledColumn) => void,
  isGiven: boolean,
): void {
  if (author === undefined || isGiven) return;
  const isFirst = ({ name }: SampledColumn) => FIRST_NAMES.has(foldedName(name));
  const isLast = (column: SampledColumn) => nameRank("surname", column.name) !== null && holds("surname", column);
  const [first, last] = isFirst(author) ? [author, rest.find(isLast)] : [rest.find(isFirst), author];
  if (first === undefined || last === undefined || !isLast(last)) return;
  take("author", first);
  take("surname", last);
}

const FIRST_NAMES = new Set(
  "first name|firstname|given name|vorname|prenom|nombre|nome|voornaam|imie|jmeno|имя".split("|"),
);

/** Whether a column may name the places of a business: each of several rows, or surely by its name. */
function isOfPlaces({ name, values }: SampledColumn, rank: number): boolean {
  const there = filled(values).map(plainText);
  const isLoose = rank === WORD_RANK || /\b(?:location|place|property|site|school)\b/.test(foldedName(name));
  return new Set(there).size < there.length || there.length <= 2 && !isLoose;
}

/** The choice between columns whose names say equally surely that they hold the stars or the day. */
function rivalChoice(
  chosen: Candidate | undefined,
  candidates: readonly Candidate[],
  used: ReadonlySet<SampledColumn>,
): readonly Choice[] {
  if (chosen === undefined) return [];
  const { field, column, rank } = chosen;
  const valueOf = (value: unknown) => field === "date" ? plainText(value ?? "").slice(0, 10) : plainText(value ?? "");
  const isOther = ({ values }: SampledColumn) =>
    values.some((value, row) => !isEmptyValue(value) && valueOf(value) !== valueOf(column.values[row])) &&
    filled(values).length * 2 >= filled(column.values).length;
  const rivals = candidates.filter((one) =>
    one.field === field && !used.has(one.column) && Math.floor(one.rank) === Math.floor(rank) && isOther(one.column)
  ).map(({ column }) => column.name);
  if (rivals.length === 0) return [];
  const names = [column.name, ...rivals];
  const values = names.map((column) => [`--map=${field}=${column}`, sentence("reads {column}", { column })] as const);
  const parts = { columns: listedNames(names) };
  const question = field === "rating"
    ? sentence("several columns may be the rating: {columns}.", parts)
    : sentence("several columns may be the date: {columns}.", parts);
  return [choice(`${field} ${names.join(" ")}`, question, names, values)];
}

/** Whether a column holds whole texts, by three words in most cells. */
export function isOfTexts({ name, values }: SampledColumn): boolean {
  const there = filled(values);
  const isText = (value: unknown) => isWords(value) && isOfWords(value);
  return there.length > 0 && !isPrivate(name) && there.filter(isText).length * 2 > there.length &&
    new Set(there.map(plainText)).size * 2 > there.length;
}

/** The choice about columns of texts where no name says which of them is the review. */
function textChoice(columns: readonly SampledColumn[]): readonly Choice[] {
  const texts = columns.filter((column) => isOfTexts(column) && !holds("date", column));
  if (texts.length === 0) return [];
  const names = texts.map(({ name }) => name);
  const all = names.join(COLUMN_SEPARATOR);
  const question = sentence("no column is known to be the text: {columns}.", { columns: listedNames(names) });
  return [
    choice(`text ${names.join(" ")}`, question, names, [
      ...names.map((column) => [`--map=text=${column}`, sentence("reads {column}", { column })] as const),
      ...names.length > 1 ? [[`--map=text=${all}`, sentence("reads all, each under its name")] as const] : [],
      ...names.map((column) => [`--map=reply_text=${column}`, sentence("{column} is the reply", { column })] as const),
      [`--ignore=${all}`, sentence("none of these")],
    ]),
  ];
}

/** Meaning of a column for each field of states, as an effect of the choice. */
const MEANINGS: Readonly<Record<string, Sentence>> = {
  anonymous: sentence("the name is hidden with a yes"),
  show_name: sentence("the name is shown only with a yes"),
  status: sentence("its words say which rows are shown, as are empty cells"),
  consent: sentence("rows are shown only with a yes"),
  hidden: sentence("rows with a yes are left out"),
  reply_state: sentence("replies are shown only with a yes"),
};

/**
 * The choice about an unread column whose name or words say that a row, or its name, may not be shown.
 *
 * @param used The columns of the fields that are read.
 */
export function hidingChoice(column: SampledColumn, used: FieldMap): readonly Choice[] {
  const { name } = column;
  if (/[./]\d+[./]/.test(name)) return [];
  const there = filled(column.values);
  const distinct = new Set(there.map(plainText));
  const isFew = distinct.size <= MOST_STATES;
  const named = namedStates(name);
  // "Nie", "ne" and "da" begin sentences of other languages.
  const isAnswer = (value: unknown) =>
    isFlag(/^(?!(?:nie|ne|da) )\p{L}+/iu.exec(plainText(value))?.[0]) || isAnyDay(value);
  // Words that all mean shown hide nothing; a yes may be missing in some rows.
  const isNo = (value: unknown) => readFlag(value, false) === false;
  const areShown = named[0] === "hidden" || named[0] === "anonymous"
    ? there.every(isNo)
    : named[0] === "status" && there.every((value) => readVisibility(value) === null && !isFlag(value));
  const isDate = nameRank("date", name) !== null && !named.includes("hidden");
  const isNamed = named.length > 0 && !areShown && !isDate &&
    (there.some((value) => isState(value) || isAnswer(value)) ||
      isFew && (distinct.size < there.length || named[0] === "hidden" && there.length < column.values.length) &&
        there.every((value) => isWords(value) && plainText(value).length <= 40));
  const hasState = isFew && nameRank("text", name) === null && nameRank("reply_text", name) === null &&
    there.some((value) =>
      isHiddenState(value) || plainText(value).length <= 40 && hasOne(nameWords(plainText(value)), "no_review")
    ) && !/\b(?:order|payment|shipping|email)\b/.test(foldedName(name));
  if (!isNamed && !hasState) return [];
  // Words are states, and a yes or a day hides.
  const isOfFlags = there.some((value) => isFlag(value) || isAnyDay(value));
  const offered = !isNamed || named[0] === "hidden" && !isOfFlags ? ["status", "hidden"] : named;
  if (offered[0] === "reply_state" && !used.has("reply_text")) return [];
  const first = [...distinct].slice(0, 3).map((value) => JSON.stringify(shownValue(value)));
  const examples = distinct.size > 3 ? [...first, "…"] : first;
  const question = sentence("{column} ({examples}) may say which rows are not shown.", {
    column: shownValue(name),
    examples,
  });
  return [
    choice(`column ${name}`, question, [name], [
      ...offered.map((field) => {
        const before = used.get(field);
        const columns = `${before === undefined ? "" : before + COLUMN_SEPARATOR}${name}`;
        return [`--map=${field}=${columns}`, MEANINGS[field] ?? ""] as const;
      }),
      [`--ignore=${name}`, sentence("it says nothing of that")],
    ]),
  ];
}
