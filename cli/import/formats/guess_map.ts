import { type ColumnProfile, countIn, hasOne, isCount, MOST_STATES, nameWords } from "./column_profile.ts";
import { comparableName } from "../cells/source_row.ts";
import {
  COLUMN_SEPARATOR,
  type FieldMap,
  MAPPED_FIELDS,
  mappedColumns,
  type MappedField,
  STATE_FIELDS,
} from "./import_format.ts";
import { namedScale, ratingScale } from "./rating_scale.ts";
import type { Doubt } from "./understanding.ts";

/** How well the values of a column fit a field: 0 (not at all) to 1. */
const FITS: Readonly<Record<MappedField, (column: ColumnProfile) => number>> = {
  id: ({ distinct, filled, rows, share, wordCount, length }) => {
    const isKey = filled.size === rows && distinct === rows && wordCount <= 1 && length <= 100;
    return isKey && share.day < 0.5 && share.url < 0.5 ? 0.8 : 0;
  },
  author: (column) => {
    // Where the column says so, a single letter is a name, and a few people wrote all rows.
    const isOther = column.length < 2 || !isVaried(column, 0.34) || isConstant(column) && column.wordCount > 2;
    if (isOther && statedField(column) !== "author" || column.share.sentence > 0.3 || isAnswer(column)) return 0;
    const isName = isWorded(column) && column.length <= 45 && column.wordCount <= 4;
    return isName ? 0.2 + 0.6 * column.capitals / Math.max(1, column.wordCount / 2) : 0;
  },
  surname: (column) => isWorded(column) && column.wordCount <= 3 && column.share.token < 0.1 ? 0.8 : 0,
  anonymous: isMark,
  show_name: ({ share }) => Number(share.flag > 0.9),
  author_avatar_url: (column) => Number(isPortrait(column) && column.share.url > 0.9),
  rating: (column) => {
    const { share, distinct, filled, largest } = column;
    if (share.rating < 0.9) return statedFit(column, "rating", share.rating);
    // Numbers below 1 are shares and weights.
    if (largest < 1 && share.number >= 0.5) return 0;
    return (distinct > 1 || filled.size < 3 ? 0.6 : 0.3) + (1 - share.number) * 0.4;
  },
  recommendation: ({ share }) => share.recommendation < 0.9 ? 0 : share.verdict < 0.9 ? 1 : LEAST_SCORE,
  date: (column) => {
    const { share, distinct, filled, rows } = column;
    if (share.day < 0.6) return statedFit(column, "date", share.day);
    return share.day - 0.5 + 0.3 * filled.size / rows + (distinct > 1 ? 0.2 : 0);
  },
  text: (column) => {
    if (isConstant(column)) return 0;
    const length = Math.min(1, (column.wordCount < 3 ? 0.1 : 0.5) + column.length / 200);
    const isText = isWorded(column) && isVaried(column, 0.4) && column.share.token < 0.5;
    return isText ? length * (0.7 + 0.3 * column.filled.size / column.rows) : 0;
  },
  title: (column) => isWorded(column) && column.length < 100 && isVaried(column, 0.1) ? 0.8 : 0,
  source: (column) => {
    const { distinct, length, rows, share, words } = column;
    const isShort = isWorded(column) && length <= 40 && distinct <= Math.max(6, rows / 4);
    // A column named only "source" may hold a campaign, or how the reviewer was invited.
    return isShort && (share.platform > 0 || hasOne(words, "platforms")) ? 0.4 + 0.6 * share.platform : 0;
  },
  source_url: ({ share, distinct, filled }) =>
    share.url < 0.9 || share.image > 0.3 ? 0 : distinct * 2 > filled.size ? 0.8 : 0.1,
  reply_text: (column) => {
    const { filled, rows, wordCount, words } = column;
    const isReply = !isConstant(column) && hasOne(words, "replies") || hasOne(words, "owners") && filled.size < rows;
    return isReply && isWorded(column) && wordCount > 1 ? Math.min(1, 0.3 + wordCount / 10) : 0;
  },
  reply_date: ({ share, words }) => Number(share.day > 0.9 && hasOne(words, "replies", "owners")),
  verified: ({ share }) => Number(share.flag > 0.9),
  // Never guessed: only the operator can say who vouches, and what was paid for.
  verification: () => 0,
  incentive: () => 0,
  status: ({ share, distinct }) =>
    share.state >= 0.5 && share.day < 0.5 && distinct <= MOST_STATES ? 0.5 + share.state / 2 : 0,
  consent: ({ share }) => Number(share.flag > 0.9),
  hidden: isMark,
  place: ({ distinct, filled, share, length, words, wordCount }) => {
    const isOther = share.day > 0.5 || share.url > 0.5 || share.flag > 0.9 || share.platform > 0.5;
    if (isOther || length > 60 || wordCount > 8 || !hasOne(words, "places")) return 0;
    if (distinct * 2 <= filled.size) return 0.9;
    // A column whose name indicates nothing else may hold the place of each row.
    const isRepeated = distinct < filled.size || words.every((word) => word === "name" || hasOne([word], "places"));
    return isRepeated && !hasOne(words, "loose_places") ? 0.5 : 0;
  },
  photos: (column) => column.share.url > 0.9 && !isPortrait(column) ? 0.4 + 0.6 * column.share.image : 0,
  product: (column) => isWorded(column) && column.length < 120 && hasOne(column.words, "products") ? 0.7 : 0,
  visit_type: (column) =>
    isWorded(column) && column.distinct * 2 <= column.rows && hasOne(column.words, "visits") ? 0.7 : 0,
};

/** Fields that the name of a column may state, as "Name", "Sterne" or "Fecha" do. */
const STATED: readonly MappedField[] = ["author", "rating", "date", "text", "title", "reply_text"];

/** The field that the name of a column states; null if the name has other words, or fits several fields. */
function statedField(column: ColumnProfile): MappedField | null {
  const [field, ...others] = STATED.filter((field) => {
    const { named, against } = nameFits(field, column);
    return named > 0 && named === column.words.length && against === 0;
  });
  return field !== undefined && others.length === 0 ? field : null;
}

/**
 * Whether a column is about something else than the review, by its name: "Address", "Employee status", "Response type".
 * A longer name may be a question, and values may be states all the same.
 */
function isOther(column: ColumnProfile): boolean {
  const { name, words, share } = column;
  const isQuestion = name.includes("?") || nameFits("text", column).named > 0 || words.length > MOST_WORDS;
  const ofReply = hasOne(words, "replies") && (nameFits("reply_text", column).against > 0 || words.includes("needs"));
  const isOfOther = hasOne(words, "others") && share.state <= share.flag;
  return !isQuestion && (isOfOther || ofReply || nameFits("verified", column).named > 0);
}

const MOST_WORDS = 3;

/** Whether a column states whether the review is shown. A yes or no may be about something else ("CEO approval"). */
function isCertainState({ name, share, distinct, filled, rows }: ColumnProfile): boolean {
  const own = nameWords(name.split(/[./]/).at(-1) ?? name);
  if (share.flag < 0.5 || distinct === 1) return true;
  return filled.size === rows && own.every((word) => hasOne([word], "status", "own"));
}

/** The fit of a column by its name where many values do not fit: these become problems of rows. */
function statedFit(column: ColumnProfile, field: MappedField, share: number): number {
  const { named, against } = nameFits(field, column);
  const isNear = statedField(column) === field ? share >= LEAST_STATED : share >= LEAST_INDICATED && named > against;
  // Other numbers may show another scale.
  return isNear && column.share.number <= share ? 0.1 : 0;
}

/** Minimum share of fitting values in a column whose name states a field alone, or indicates it. */
const [LEAST_STATED, LEAST_INDICATED] = [0.3, 0.6];

/** Fields without which no row can be read. Values alone may show their column, which is a doubt then. */
const BY_VALUES: Partial<Record<MappedField, (column: ColumnProfile) => boolean>> = {
  rating: (column) => !isCount(column),
  recommendation: ({ share }) => share.verdict >= 0.9,
  date: () => true,
};

/** Maximum number of different marks in a column, and their mean length. */
const [MOST_MARKS, MARK_LENGTH] = [3, 20];
const LEAST_SCORE = 0.15;

interface Guess {
  readonly map: FieldMap;
  readonly doubts: readonly Doubt[];
  /** The best rating of the scale, if it is not 5. */
  readonly scale?: number | undefined;
}

/** Minimum score of a second column, as a share of the best score, for a doubt. */
const RIVAL_SHARE = 0.8;
const LEAST_RIVAL = 0.5;
/** Mean number of words from which a value may be a person's name: towns have fewer. */
const WORDS_OF_NAME = 1.5;
const LEAST_WORDS = 3;

/** Guesses the columns of all fields but the given ones: those that are named clearly, and whose values fit best. */
export function guessMap(columns: readonly ColumnProfile[], given: FieldMap = new Map()): Guess {
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
  const givenPairs = MAPPED_FIELDS.flatMap((field): ScoredPair[] => {
    const name = comparableName(given.get(field)?.split(COLUMN_SEPARATOR)[0] ?? "");
    return columns.filter((column) => comparableName(column.name) === name).slice(0, 1)
      .map((column) => ({ field, column, score: Infinity }));
  });
  const isRated = pairs.some(({ field }) => field === "rating" || field === "recommendation") || isWholeRating(given);
  const inWords = open.filter((column) => !isRated && isWordScale(column))
    .map((column): ScoredPair => ({ field: "rating", column, score: isNamed("rating", column) ? 3 : LEAST_SCORE }))
    .sort((a, b) => b.score - a.score);
  const found = chosenPairs([...givenPairs, ...inWords, ...pairs]);
  // The only text column of a survey may be named "response": a choice, as a reply is not the customer's text.
  const taken = new Set(Array.from(found.values(), ({ column }) => column));
  const hasWords = open.some((column) => !taken.has(column) && wordFields(column, () => true).length > 0);
  const isSurvey = !given.has("reply_text") && !found.has("text") && !hasWords;
  const chosen = new Map([...found].filter(([field]) => !isSurvey || !field.startsWith("reply_")));
  const used = new Set(Array.from(chosen.values(), ({ column }) => column));
  const also = moreStates(pairs, used);
  const uncertain = uncertainDoubts(open, pairs, chosen, used);
  const asked = new Set(uncertain.flatMap(({ parts = [] }) => parts));
  const unread = open.filter((column) =>
    !used.has(column) && !asked.has(column.name) && !isCount(column) && !belongsTo(column, used)
  );
  const isRead = (field: MappedField) => given.has(field) || chosen.has(field);
  const dated = chosen.get("date")?.column.filled ?? new Set<number>();
  const rating = chosen.get("rating")?.column;
  const { scale, doubts: ofScale } = rating ? ratingScale(rating, chosen.get("date")?.column) : { doubts: [] };
  const inOrder = guessed.flatMap((field) => chosen.get(field) ?? []);
  return {
    map: new Map(inOrder.map(({ field, column }) => [field, column.name + (also.get(field) ?? "")])),
    doubts: [...uncertain, ...unread.flatMap((column) => unreadDoubts(column, isRead, dated)), ...ofScale],
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
  const doubts = Array.from(chosen.values()).flatMap((pair): Doubt[] => {
    const { field, column } = pair;
    const rivals = pairs.filter((other) => other.field === field && !used.has(other.column) && isRival(other, pair))
      .map((other) => other.column);
    // The only day of the rows is that of the review, if its name says that it is a day.
    const isDated = field === "date" && nameFits(field, column).named > 0 && !hasOne(column.words, "replies");
    const isCertain = pair.score === Infinity || isNamed(field, column) || isDated ||
      field === "recommendation" && chosen.has("rating");
    if (isCertain && rivals.length === 0) return [];
    const parts = open.filter((one) => one === column || rivals.includes(one)).map(({ name }) => name);
    return [{ field, column: column.name, rival: rivals[0]?.name ?? column.name, parts }];
  });
  const texts = open.filter((column) => !used.has(column) && isText(column) && !isConstant(column)).map(({ name }) =>
    name
  );
  const [column = "", rival] = texts;
  if (chosen.has("text") || rival === undefined) return doubts;
  return [...doubts, { field: "text", column, rival, parts: texts }];
}

/** Whether a column fits the field of another about as well. Nobody would notice a wrong author, day or text. */
function isRival({ field, column, score }: ScoredPair, best: ScoredPair): boolean {
  if (field === "text") return isText(column);
  // A day that some rows lack is not that of the review if another column has one in all of them.
  if (field === "date" && (column.filled.size < best.column.filled.size || isSameDay(column, best.column))) {
    return false;
  }
  if (score >= best.score * RIVAL_SHARE) return true;
  if (field === "author") return mayBePeople(column) && isNamed(field, column);
  return field === "date" && FITS.date(column) >= LEAST_RIVAL && nameFits(field, column).against === 0;
}

function isWholeRating(given: FieldMap): boolean {
  return given.has("rating") || given.has("recommendation");
}

/** Whether a column may hold ratings in words, by its name, or in smileys. The operator says what each means. */
function isWordScale(column: ColumnProfile): boolean {
  const { distinct, filled, share, wordCount, sampled, length } = column;
  if (distinct > MOST_STATES || distinct < Math.min(2, filled.size) || share.day + share.number > 0 || length > 30) {
    return false;
  }
  const isSmiley = [...filled].every((row) => /^\p{Extended_Pictographic}\P{L}*$/u.test(String(sampled[row])));
  return isSmiley ||
    nameFits("rating", column).named > 0 && wordCount > 0 && wordCount <= 3 && !hasOne(column.words, "replies");
}

/** Whether two columns have the same days, such as the begin and the end of an answer. */
function isSameDay(one: ColumnProfile, other: ColumnProfile): boolean {
  const dayOf = (value: unknown) => String(value ?? "").split(/[T ]\d?\d:/)[0];
  return one.sampled.every((value, row) => dayOf(value) === dayOf(other.sampled[row]));
}

/** Whether the values of a column may be names of people. */
function mayBePeople(column: ColumnProfile): boolean {
  return FITS.author(column) >= LEAST_RIVAL && column.wordCount >= WORDS_OF_NAME && !isOfWords(column) &&
    nameFits("author", column).against === 0;
}

/** Whether a choice is compatible with the others: a reply's day needs its text, a recommendation the lack of stars. */
function fitsOthers({ field, column, score }: ScoredPair, chosen: ReadonlyMap<MappedField, ScoredPair>): boolean {
  // Values alone show no author: ages, towns and short texts look like names.
  if (field === "author") return score === Infinity || nameFits(field, column).named > 0;
  if (field === "recommendation") return !chosen.has("rating");
  if (field === "surname") return hasOne(chosen.get("author")?.column.words ?? [], "first_names");
  const text = chosen.get("reply_text")?.column;
  return field !== "reply_date" || text !== undefined && [...column.filled].every((row) => text.filled.has(row));
}

/** The score of a column for a field: that of its values, and of its name. 0 if neither shows the field. */
function fieldScore(field: MappedField, column: ColumnProfile): number {
  const value = FITS[field](column);
  const isShown = isNamed(field, column) || BY_VALUES[field]?.(column) === true;
  if (value === 0 || !isShown || field === "status" && !isCertainState(column)) return 0;
  if (field !== "id" && field !== "place" && hasOne(column.words, "ids")) return 0;
  const { named, against } = nameFits(field, column);
  const words = column.words.filter((word) => /\p{L}/u.test(word)).length;
  const score = value + named / Math.max(1, words) * 1.2 - against * 0.8;
  // Any date column stays a candidate whatever its name: the only one must be of the reviews. So do ratings with a name.
  return field === "date" || field === "rating" && named > 0
    ? Math.max(LEAST_SCORE, score)
    : score < LEAST_SCORE
    ? 0
    : score;
}

/** Whether the name of a column indicates a field more than anything else. */
function isNamed(field: MappedField, column: ColumnProfile): boolean {
  const { named, against } = nameFits(field, column);
  return named > against;
}

/** Counts the words of a column's name that indicate a field, and those that indicate something else. */
function nameFits(field: MappedField, { name, words }: ColumnProfile) {
  // "Show name" and "Hide my name" concern the name, not the review.
  const act = field === "show_name" ? "showing" : field === "anonymous" ? "hiding" : null;
  const isOfName = act !== null && hasOne(words, act) && hasOne(words, "naming");
  const ofName = isOfName ? countIn(act, words) + countIn("naming", words) : 0;
  // A column named "#" numbers the rows, and one that names a scale holds ratings.
  const ofNumber = Number(field === "id" && name === "#" || field === "rating" && namedScale(name) !== undefined);
  return { named: countIn(field, words) + ofName + ofNumber, against: countIn(`not_${field}`, words) };
}

/** The name of the column that fits the place best; null if none does. */
export function placeColumn(columns: readonly ColumnProfile[]): string | null {
  const found = columns.map((column) => ({ column, score: fieldScore("place", column) }))
    .filter(({ column, score }) => score > 0 && column.distinct > 1)
    .sort((a, b) => b.score - a.score)[0];
  return found?.column.name ?? null;
}

/** Whether a column has one value in the rows of one that is read, and in no others, as the role of replies has. */
function belongsTo(column: ColumnProfile, used: ReadonlySet<ColumnProfile>): boolean {
  const { filled, rows, distinct } = column;
  return distinct === 1 && filled.size < rows && statedField(column) !== "reply_text" &&
    [...used].some((other) => other.filled.size === filled.size && [...filled].every((row) => other.filled.has(row)));
}

/**
 * The doubt about a column that is not read, if it may be a part of the reviews or hide them.
 *
 * @param dated The rows that have the day of their review.
 */
function unreadDoubts(
  column: ColumnProfile,
  isRead: (field: MappedField) => boolean,
  dated: ReadonlySet<number>,
): readonly Doubt[] {
  const offered = offeredFields(column, isRead, dated);
  return offered.length === 0
    ? []
    : [{ field: "column", column: "none", rival: column.name, offered, examples: column.examples }];
}

/** The fields that a column may be: those that its name indicates, or else those that its values may show. */
function offeredFields(
  column: ColumnProfile,
  isRead: (field: MappedField) => boolean,
  dated: ReadonlySet<number>,
): readonly MappedField[] {
  const { words, share, filled, distinct, sampled } = column;
  // Cells of JSON and salutations say nothing of a review, whatever their column is called.
  if (share.list >= 0.5 || share.salutation >= 0.5) return [];
  const stated = statedField(column);
  if (stated !== null && stated !== "reply_text" && !isRead(stated)) return [stated];
  if (isWorded(column) && hasOne(words, "replies") && isNamed("reply_text", column)) return ["reply_text", "text"];
  // Notes are the operator's own, but may ask not to publish.
  const isNote = hasOne(words, "notes") && isRead("text") && isWorded(column);
  if (isNote && !sampled.some((value) => hasOne(nameWords(String(value ?? "")), "status", "anonymity"))) return [];
  const named = namedStates(column);
  const ofWords = wordFields(column, isRead);
  if (named.length > 0) return hasStates(column) || distinct < filled.size ? named : [...ofWords, ...named];
  if (isNote || isOther(column)) return [];
  // Ids that repeat may number something else.
  const isNumber = hasOne(words, "ids") && nameFits("id", column).named === words.length;
  if (isNumber) return distinct < filled.size ? ["id"] : [];
  // A day in some rows may say since when a review is hidden, whatever the column is called.
  const isDated = hasOne(words, "not_date") || nameFits("date", column).named > 1;
  if (share.day >= 0.5) return dated.isSubsetOf(filled) || isDated ? [] : ["hidden"];
  return [...ofWords, ...valueStates(column, ofWords.length === 0)];
}

/** The fields that a column of words may be, by its values. */
function wordFields(column: ColumnProfile, isRead: (field: MappedField) => boolean): readonly MappedField[] {
  if (!isWorded(column) || isConstant(column) || column.share.token >= 0.5) return [];
  const arePeople = mayBePeople(column);
  if (arePeople && !isRead("author")) return ["author", "text", "title"];
  // Where nothing else is the text, remarks and short words may be those of the author.
  const isRemark = !isRead("text") && (hasOne(column.words, "notes") || column.wordCount >= WORDS_OF_NAME);
  const isWords = column.wordCount >= LEAST_WORDS || isOfWords(column) || isRemark;
  return arePeople ? ["text", "reply_text", "title", "author"] : isWords ? ["text", "reply_text", "title"] : [];
}

/** Whether some values are states or flags, or begin with yes or no. */
function hasStates({ share }: ColumnProfile): boolean {
  return share.flag + share.state + share.answer > 0;
}

/** Whether the values are so few and short that they may be states. */
function isFew({ distinct, wordCount }: ColumnProfile): boolean {
  return distinct <= MOST_STATES && wordCount < 4;
}

/** The states that the name of a column indicates, and what else such a column may be. */
function namedStates(column: ColumnProfile): readonly MappedField[] {
  const { words, share, filled, rows } = column;
  // A consent to publication without the name leaves out the rows with a no.
  const isNameless = hasOne(words, "anonymity") && hasOne(words, "consent", "showing") && share.day < 0.5;
  if (isNameless && isFew(column)) return ["consent"];
  const fields = STATE_FIELDS.filter((field) => {
    if (!isNamed(field, column)) return false;
    // Days in some rows may mean when a review was hidden or approved.
    return share.day < 0.5 ? isFew(column) : field === "hidden" || filled.size < rows;
  });
  const field = fields.find((field) => FITS[field](column) > 0) ?? fields[0];
  if (field === undefined) return [];
  if (share.day >= 0.5) return [field === "status" ? "consent" : field];
  // A column with the name of a flag, such as "archived", may hold states.
  if (field === "hidden") return FITS.hidden(column) > 0 ? [field] : ["status", "consent"];
  return field === "consent" ? [field] : [field, "consent"];
}

/** The states that the values of a column may be, whatever it is called. A word in some rows may be a mark. */
function valueStates(column: ColumnProfile, mayBeMark: boolean): readonly MappedField[] {
  const { share, distinct, filled, rows, length, words } = column;
  if (isFew(column) && share.noReview > 0) return ["status"];
  const isRecommendation = isNamed("recommendation", column) && FITS.recommendation(column) > 0;
  if (
    isRecommendation || nameFits("rating", column).named > 0 || hasOne(words, "ids") || share.url > 0.5 ||
    share.platform > 0.5
  ) return [];
  if (share.number > 0.5 && (share.flag < 0.9 || isConstant(column))) return [];
  const isAnswered = isWorded(column) && share.answer > 0 && share.answer + share.flag > 0.2;
  if (share.flag > 0.5 ? isFew(column) : isAnswered) return ["consent", "hidden", "show_name"];
  const isMark = mayBeMark && distinct <= MOST_MARKS && filled.size < rows && length <= MARK_LENGTH;
  const isRepeated = distinct > 1 && distinct * 2 <= filled.size && isWorded(column) && column.wordCount >= LEAST_WORDS;
  const isState = isFew(column) && (isMark || share.state > 0.2) || distinct <= MOST_STATES && isRepeated;
  return isState ? ["status", "hidden"] : [];
}

/** The doubt about an unread column that may hide a review or its author, or names people where no column does. */
export function hidingDoubts(column: ColumnProfile, hasNames = true): readonly Doubt[] {
  const isRead = (field: MappedField) => field !== "author" || hasNames;
  return unreadDoubts(column, isRead, new Set()).filter(({ offered = [] }) =>
    offered.some((field) => STATE_FIELDS.includes(field)) || offered[0] === "author" && isNamed("author", column)
  );
}

/** Whether the name of a column says that it holds words: a question, a part of the text, or of a reply. */
function isOfWords(column: ColumnProfile): boolean {
  const { named, against } = nameFits("text", column);
  return column.share.platform < 0.5 &&
    (column.name.endsWith("?") || named > against || hasOne(column.words, "parts", "replies"));
}

/** Whether an unread column may matter: words of a review, stars, or its visibility. */
export function isTelling(column: ColumnProfile): boolean {
  const rating = nameFits("rating", column);
  return isProse(column) || unreadDoubts(column, () => true, new Set()).length > 0 ||
    rating.named > 0 && FITS.rating(column) > 0;
}

/** Whether the values are texts that no other person than the author wrote. */
function isText(column: ColumnProfile): boolean {
  return isProse(column) && !hasOne(column.words, "notes", "replies", "owners");
}

/** Whether the name of a column asks for words: it is a question, but not for a name or for consent. */
function isAnswer(column: ColumnProfile): boolean {
  const isAbout = (field: MappedField) => nameFits(field, column).named > 0;
  return /\?\s*$/.test(column.name) && !isAbout("author") && !(isAbout("consent") && hasStates(column));
}

/** Whether the values are texts, or answers to a question. */
function isProse(column: ColumnProfile): boolean {
  const isLong = column.wordCount >= 3 && column.length > 15;
  return isWorded(column) && isVaried(column, 0.3) && (isLong || isAnswer(column));
}

/** 1 if a column fits a flag, else 0. Values are yes or no, or in some rows the day from which it applies. */
function isMark({ share, filled, rows }: ColumnProfile): number {
  return Number(share.flag + (filled.size < rows ? share.day : 0) > 0.9);
}

function isPortrait({ words }: ColumnProfile): boolean {
  return words.includes("avatar") || hasOne(words, "pictures") && hasOne(words, "people");
}

function isWorded({ share, wordCount }: ColumnProfile): boolean {
  return wordCount > 0 && share.list < 0.5 && share.flag < 0.5 && share.number < 0.5 &&
    share.day < 0.5 && share.url < 0.5 && share.verdict < 0.5 && share.salutation < 0.5 &&
    share.language < 0.9;
}

/** Whether every row has the same value, as the text of a question has. */
function isConstant({ distinct, filled, rows }: ColumnProfile): boolean {
  return distinct === 1 && rows > 1 && filled.size === rows;
}

/** Whether at least this share of the values is different. Two values or fewer may be equal by chance. */
function isVaried({ distinct, filled }: ColumnProfile, least: number): boolean {
  return filled.size <= 2 || distinct >= filled.size * least;
}
