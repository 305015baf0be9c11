import { comparableName } from "../cells/source_row.ts";
import { isProse, mayBePeople, mayBeText, unreadDoubts, wordFields } from "./column_doubts.ts";
import { fieldScore, FITS, isNamed, isOfList, LEAST_RIVAL, LEAST_SCORE, nameFits, statedField } from "./column_fit.ts";
import { type ColumnProfile, hasOne, isCount, MOST_STATES } from "./column_profile.ts";
import {
  COLUMN_SEPARATOR,
  type FieldMap,
  MAPPED_FIELDS,
  mappedColumns,
  type MappedField,
  STATE_FIELDS,
} from "./import_format.ts";
import { ratingScale } from "./rating_scale.ts";
import type { Doubt } from "./understanding.ts";

/** Minimum score of a second column, as a share of the best score, for a doubt. */
const RIVAL_SHARE = 0.8;

/**
 * Guesses the columns of all fields but the given ones: those that are named clearly, and whose values fit best.
 *
 * @param said The given fields whose columns the operator names, which settles the other candidates.
 */
export function guessMap(
  columns: readonly ColumnProfile[],
  given: FieldMap = new Map(),
  said: FieldMap = new Map(),
) {
  const read = mappedColumns(given).map(comparableName);
  const isGiven = ({ name }: ColumnProfile) => read.includes(comparableName(name));
  const open = columns.filter((column) =>
    column.filled.size > 0 && !hasOne(column.words, "never_used") && !isGiven(column)
  );
  const guessed = MAPPED_FIELDS.filter((field) => !given.has(field));
  const pairs = guessed.flatMap((field) =>
    open.map((column) => ({ field, column, score: fieldScore(field, column) })).filter(({ score }) => score > 0)
  ).sort((a, b) => b.score - a.score);
  // Of several columns of a given field the first.
  const givenPairs = [...given].flatMap(([field, names]) => {
    const name = comparableName(names.split(COLUMN_SEPARATOR)[0] ?? "");
    const column = columns.find((column) => comparableName(column.name) === name);
    return column === undefined ? [] : [{ field: field as MappedField, column, score: Infinity }];
  });
  const isRated = [...given.keys(), ...pairs.map(({ field }) => field)]
    .some((field) => field === "rating" || field === "recommendation");
  const inWords = open.filter((column) => !isRated && isWordScale(column))
    .map((column): ScoredPair => ({ field: "rating", column, score: isNamed("rating", column) ? 3 : LEAST_SCORE }))
    .sort((a, b) => b.score - a.score);
  const found = chosenPairs([...givenPairs, ...inWords, ...pairs]);
  // The only text column of a survey may be named "response": a choice, as a reply is not the customer's text.
  const taken = new Set(Array.from(found.values(), ({ column }) => column));
  const hasWords = open.some((column) => !taken.has(column) && wordFields(column).length > 0);
  const isSurvey = !given.has("reply_text") && !found.has("text") && !hasWords;
  const chosen = new Map([...found].filter(([field]) => !isSurvey || !field.startsWith("reply_")));
  const used = new Set(Array.from(chosen.values(), ({ column }) => column));
  const also = moreStates(pairs, used);
  const uncertain = uncertainDoubts(open, pairs, chosen, used).filter(({ field }) => !said.has(field));
  const asked = new Set(uncertain.flatMap(({ parts = [] }) => parts));
  const unread = open.filter((column) =>
    !used.has(column) && !asked.has(column.name) && !isCount(column) && !belongsTo(column, used)
  );
  const isSettled = ({ offered = [] }: Doubt) =>
    said.has("text") && offered[0] === "text" && !offered.some((field) => STATE_FIELDS.includes(field));
  const isRead = (field: MappedField) => given.has(field) || chosen.has(field);
  const dated = chosen.get("date")?.column.filled ?? new Set<number>();
  const rating = chosen.get("rating")?.column;
  const { scale, doubts: ofScale } = rating ? ratingScale(rating, chosen.get("date")?.column) : { doubts: [] };
  const inOrder = guessed.flatMap((field) => chosen.get(field) ?? []);
  return {
    map: new Map<string, string>(inOrder.map(({ field, column }) => [field, column.name + (also.get(field) ?? "")])),
    doubts: [
      ...uncertain,
      ...unread.flatMap((column) => unreadDoubts(column, isRead, dated)).filter((doubt) => !isSettled(doubt)),
      ...ofScale,
    ],
    /** The best rating of the scale, if it is not 5. */
    scale,
  };
}

interface ScoredPair {
  readonly field: MappedField;
  readonly column: ColumnProfile;
  readonly score: number;
}

/** Chooses one column for each field and one field for each column. `pairs` begins with the best. */
function chosenPairs(pairs: readonly ScoredPair[]): Map<MappedField, ScoredPair> {
  const chosen = new Map<MappedField, ScoredPair>();
  const used = new Set<ColumnProfile>();
  // Second pass for fields that depend on others, such as the day of a reply.
  for (const pair of [...pairs, ...pairs]) {
    if (chosen.has(pair.field) || used.has(pair.column) || !fitsOthers(pair, chosen)) continue;
    chosen.set(pair.field, pair);
    used.add(pair.column);
  }
  return chosen;
}

/** Further columns of fields that several columns may decide, as text for the map; adds them to `used`. */
function moreStates(pairs: readonly ScoredPair[], used: Set<ColumnProfile>): ReadonlyMap<MappedField, string> {
  const also = new Map<MappedField, string>();
  for (const { field, column } of pairs) {
    if (!STATE_FIELDS.includes(field) || used.has(column)) continue;
    used.add(column);
    also.set(field, `${also.get(field) ?? ""}${COLUMN_SEPARATOR}${column.name}`);
  }
  return also;
}

/** Doubts about fields that several columns fit, or whose column only its values show. */
function uncertainDoubts(
  open: readonly ColumnProfile[],
  pairs: readonly ScoredPair[],
  chosen: ReadonlyMap<MappedField, ScoredPair>,
  used: ReadonlySet<ColumnProfile>,
): readonly Doubt[] {
  const columnsOf = (of: readonly ColumnProfile[]) => open.filter((one) => of.includes(one)).map(({ name }) => name);
  const doubts = Array.from(chosen.values()).flatMap((pair): Doubt[] => {
    const { field, column } = pair;
    if (field === "text") return [];
    const rivals = [
      ...pairs.filter((other) => other.field === field && !used.has(other.column) && isRival(other, pair))
        .map((other) => other.column),
      ...field !== "rating" || pair.score === Infinity || isNamed(field, column) || isWordScale(column)
        ? []
        : open.filter((other) => !used.has(other) && isCodes(other)),
    ];
    // The only day of the rows is that of the review, if its name says that it is a day.
    const isDated = field === "date" && nameFits(field, column).named > 0 && !hasOne(column.words, "replies");
    const isCertain = pair.score === Infinity || isNamed(field, column) || isDated;
    if (isCertain && rivals.length === 0) return [];
    const parts = columnsOf([column, ...rivals]);
    return [{ field, column: column.name, rival: rivals[0]?.name ?? column.name, parts }];
  });
  const text = chosen.get("text")?.column;
  const texts = open.filter((column) => !used.has(column) && mayBeText(column));
  // A single one whose name does not say so is asked about alone, as it may be a title or a reply as well.
  const isRivalled = text !== undefined && texts.some((column) => isProse(column) && isNamed("text", column));
  if (texts.length < 2 && !isRivalled) return doubts;
  const parts = columnsOf(text === undefined ? texts : [text, ...texts]);
  const column = text?.name ?? parts[0] ?? "";
  return [...doubts, { field: "text", column, rival: parts.find((name) => name !== column) ?? column, parts }];
}

/** Whether a column fits the field of another about as well. Nobody would notice a wrong author, day or text. */
function isRival({ field, column, score }: ScoredPair, best: ScoredPair): boolean {
  // Where other rows have a day, one that most lack is not that of the review, and one that some lack only by its name.
  const isOfReview = isNamed("date", column) && !isOfList(column) && !hasOne(column.words, "comments");
  const least = best.column.filled.size * (isOfReview ? 0.5 : 1);
  if (field === "date" && (column.filled.size < least || isSameDay(column, best.column))) return false;
  if (score >= best.score * RIVAL_SHARE) return true;
  // Where no column is clearly the rating, each of a part may be. A likelihood to recommend is no rating of a review.
  if (field === "rating") {
    return best.score !== Infinity && (!isNamed(field, best.column) || hasOne(best.column.words, "likelihood"));
  }
  if (field === "author") return mayBePeople(column) && isNamed(field, column);
  return field === "date" && FITS.date(column) >= LEAST_RIVAL && nameFits(field, column).against === 0;
}

/** Whether a column may hold ratings in words, by its name, or in smileys. The operator says what each means. */
function isWordScale(column: ColumnProfile): boolean {
  const { words, distinct, filled, share, wordCount, sampled, length } = column;
  const isScale = distinct <= MOST_STATES && distinct >= Math.min(2, filled.size) && length <= 30 &&
    share.day + share.number === 0;
  const isSmiley = [...filled].every((row) => /^\p{Extended_Pictographic}\P{L}*$/u.test(String(sampled[row])));
  // "Positive" and "negative" beside other words, as "neutral".
  const isNamed = share.verdict >= 0.5 && share.verdict < 1 || nameFits("rating", column).named > 0;
  return isScale && (isSmiley || isNamed && wordCount > 0 && wordCount <= 3 && !hasOne(words, "replies"));
}

/** Whether the values are a few codes, such as "A1", or single words, which may be ratings. */
function isCodes({ distinct, filled, sampled, share, wordCount }: ColumnProfile): boolean {
  // Words of an unknown language may as well be states.
  const code = share.foreign >= 0.5 ? /^\p{L}+\d{1,3}$/u : /^\p{L}+\d{0,3}$/u;
  return distinct > 1 && distinct <= Math.min(MOST_STATES / 2, filled.size - 1) && wordCount === 1 &&
    share.language + share.flag + share.state + share.role + share.url + share.platform < 0.5 &&
    [...filled].every((row) => code.test(String(sampled[row])));
}

/** Whether a column has the same days as another, such as the begin and the end of an answer. */
function isSameDay(one: ColumnProfile, other: ColumnProfile): boolean {
  const dayOf = (value: unknown) => String(value ?? "").split(/[T ]\d?\d:/)[0];
  return [...one.filled].every((row) => dayOf(one.sampled[row]) === dayOf(other.sampled[row]));
}

/** Whether a choice is compatible with the others: a reply's day needs its text, a recommendation the lack of stars. */
function fitsOthers({ field, column }: ScoredPair, chosen: ReadonlyMap<MappedField, ScoredPair>): boolean {
  // Older reviews of a page may have stars, and newer ones recommend.
  if (field === "recommendation") return chosen.get("rating")?.column.filled.isDisjointFrom(column.filled) ?? true;
  if (field === "surname") return hasOne(chosen.get("author")?.column.words ?? [], "first_names");
  const text = chosen.get("reply_text")?.column;
  return field !== "reply_date" || text !== undefined && column.filled.isSubsetOf(text.filled);
}

/** The name of the column that fits the place best; null if none does. */
export function placeColumn(columns: readonly ColumnProfile[]): string | null {
  const scoreOf = (column: ColumnProfile) => column.distinct > 1 ? fieldScore("place", column) : 0;
  const [best] = columns.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  return best !== undefined && scoreOf(best) > 0 ? best.name : null;
}

/** Whether a column has one value in the rows of one that is read, and in no others, as the role of replies has. */
function belongsTo(column: ColumnProfile, used: ReadonlySet<ColumnProfile>): boolean {
  const { filled, rows, distinct, words } = column;
  // A value in a single row is no sign of it, unless their names are alike.
  const isAlike = (other: ColumnProfile) => filled.size > 1 || words.some((word) => other.words.includes(word));
  return distinct === 1 && filled.size < rows && statedField(column) !== "reply_text" &&
    [...used].some((other) => filled.symmetricDifference(other.filled).size === 0 && isAlike(other));
}
