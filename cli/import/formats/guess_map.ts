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

/** Whether the values of a column may show a field whatever its name. */
const BY_VALUES: Partial<Record<MappedField, (column: ColumnProfile) => boolean>> = {
  // Only for a doubt: see `fitsOthers`.
  author: ({ share }) => share.token < 0.5,
  rating: (column) => !isCount(column),
  recommendation: ({ share }) => share.verdict >= 0.9,
  date: () => true,
  // Short words may be names.
  text: (column) => column.wordCount >= LEAST_WORDS || isOfWords(column),
  // More than yes or no, and not states of something else.
  status: ({ share, distinct, words }) => share.flag === 0 && distinct > 1 && !hasOne(words, "not_status"),
};

/** Maximum number of different marks in a column, and their mean length. */
const [MOST_MARKS, MARK_LENGTH] = [3, 20];
const LEAST_SCORE = 0.15;

interface Guess {
  readonly map: FieldMap;
  /** Fields whose columns have names that do not indicate them. */
  readonly unnamed: ReadonlySet<MappedField>;
  readonly doubts: readonly Doubt[];
  /** The best rating of the scale, if it is not 5. */
  readonly scale?: number | undefined;
}

/** Minimum score of a second column, as a share of the best score, for a doubt. */
const RIVAL_SHARE = 0.85;
/** In these fields any second fitting column is a doubt, because nobody would notice a wrong choice. */
const ALWAYS_ASKED: readonly MappedField[] = ["author", "date"];
const LEAST_RIVAL = 0.5;
/** Mean number of words from which a value may be a person's name: towns have fewer. */
const WORDS_OF_NAME = 1.5;

/** Guesses the columns of all fields but the given ones: those whose values fit best. Names change the score. */
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
  const found = chosenPairs([...givenPairs, ...pairs]);
  // The only text column of a survey may be named "response": a choice, as a reply is not the customer's text.
  const isSurvey = !given.has("reply_text") && !found.has("text");
  const chosen = new Map([...found].filter(([field]) => !isSurvey || !field.startsWith("reply_")));
  const used = new Set(Array.from(chosen.values(), ({ column }) => column));
  const also = moreStates(pairs, used);
  const ofRivals = rivalDoubts(open, pairs, chosen, used);
  const rivals = new Set(ofRivals.flatMap(({ rival, parts = [] }) => [rival, ...parts]));
  const unread = open.filter((column) => !used.has(column) && !isCount(column) && !belongsTo(column, used));
  const isRead = (field: MappedField) => given.has(field) || chosen.has(field);
  const dated = chosen.get("date")?.column.filled ?? new Set<number>();
  const ofUnread = unread.flatMap((column) => unreadDoubts(column, isRead, dated)).filter(({ rival }) =>
    !rivals.has(rival)
  );
  const rating = chosen.get("rating")?.column;
  const { scale, doubts: ofScale } = rating ? ratingScale(rating, chosen.get("date")?.column) : { doubts: [] };
  const inOrder = guessed.flatMap((field) => chosen.get(field) ?? []);
  return {
    map: new Map(inOrder.map(({ field, column }) => [field, column.name + (also.get(field) ?? "")])),
    unnamed: new Set(inOrder.flatMap(({ field, column }) => nameFits(field, column).named > 0 ? [] : [field])),
    doubts: [...ofRivals, ...ofUnread, ...ofScale],
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

function rivalDoubts(
  columns: readonly ColumnProfile[],
  pairs: readonly ScoredPair[],
  chosen: ReadonlyMap<MappedField, ScoredPair>,
  used: ReadonlySet<ColumnProfile>,
): readonly Doubt[] {
  return Array.from(chosen).flatMap(([field, { column, score }]) => {
    // A day that some rows lack is not that of the review if another column has one in all of them.
    const isWhole = (other: ColumnProfile) => field !== "date" || other.filled.size >= column.filled.size;
    const isAsked = field === "text" ? nameFits(field, column).named === 0 : ALWAYS_ASKED.includes(field);
    const rivals = pairs.filter((pair) =>
      pair.field === field && !used.has(pair.column) && isWhole(pair.column) &&
      (pair.score >= score * RIVAL_SHARE || isAsked && isRival(field, pair.column))
    ).map((pair) => pair.column);
    const [rival] = rivals;
    const parts = columns.filter((one) => one === column || rivals.includes(one)).map(({ name }) => name);
    return rival === undefined
      ? []
      : [{ field, column: column.name, rival: rival.name, ...field === "text" && { parts } }];
  });
}

/** Whether another column fits a field by its values, and its name does not contradict. */
function isRival(field: MappedField, column: ColumnProfile): boolean {
  if (field === "text") return isText(column);
  const mayBe = field !== "author" || column.wordCount >= WORDS_OF_NAME && !isOfWords(column);
  return mayBe && FITS[field](column) >= LEAST_RIVAL && nameFits(field, column).against === 0;
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

function fieldScore(field: MappedField, column: ColumnProfile): number {
  const value = FITS[field](column);
  const { named, against } = nameFits(field, column);
  const isNamed = named > against || BY_VALUES[field]?.(column) === true;
  if (value === 0 || !isNamed || field === "status" && !isCertainState(column)) return 0;
  if (field !== "id" && field !== "place" && hasOne(column.words, "ids")) return 0;
  const words = column.words.filter((word) => /\p{L}/u.test(word)).length;
  const score = value + named / Math.max(1, words) * 1.2 - against * 0.8;
  // Any date column, except of replies, stays a candidate whatever its name: the only one must be of the reviews. So
  // does prose, such as answers to a question, unless another person than the author wrote it.
  const isKept = field === "date" && !hasOne(column.words, "replies") || field === "text" && isText(column);
  return isKept ? Math.max(LEAST_SCORE, score) : score < LEAST_SCORE ? 0 : score;
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

/** Doubt about a map without an author if a column names authors: all reviews would be anonymous. */
export function authorDoubts(columns: readonly ColumnProfile[]): readonly Doubt[] {
  const found = columns.find((column) => {
    const { named, against } = nameFits("author", column);
    return named > against && FITS.author(column) > 0;
  });
  if (found === undefined) return [];
  return [{ field: "author", column: "none", rival: found.name, examples: found.examples }];
}

/** Whether a column has one value in the rows of one that is read, and in no others, as the role of replies has. */
function belongsTo(column: ColumnProfile, used: ReadonlySet<ColumnProfile>): boolean {
  const { filled, rows, distinct } = column;
  return distinct === 1 && filled.size < rows && statedField(column) !== "reply_text" &&
    [...used].some((other) => other.filled.size === filled.size && [...filled].every((row) => other.filled.has(row)));
}

/** @param dated The rows that have the day of their review. */
function unreadDoubts(
  column: ColumnProfile,
  isRead: (field: MappedField) => boolean,
  dated: ReadonlySet<number>,
): readonly Doubt[] {
  const { name: rival, examples, words, filled, share, distinct } = column;
  // Cells of JSON and salutations say nothing of a review, whatever their column is called.
  if (share.list >= 0.5 || share.salutation >= 0.5) return [];
  const stated = statedField(column);
  if (stated !== null && !isRead(stated)) return [{ field: stated, column: "none", rival, examples }];
  const reply = nameFits("reply_text", column);
  const isReply = reply.named > reply.against && hasOne(words, "replies");
  if (isWorded(column) && isReply) return [{ field: "reply_text", column: "none", rival, examples }];
  // Notes are the operator's own, but may ask not to publish.
  const isNote = hasOne(words, "notes") && isRead("text") && isWorded(column) &&
    !column.sampled.some((value) => hasOne(nameWords(String(value ?? "")), "status", "anonymity"));
  const hiding = isNote ? [] : hidingDoubts(column);
  if (hiding.length > 0) return hiding;
  if (isNote || isOther(column)) return [];
  if (!isRead("author") && isRival("author", column)) return [{ field: "people", column: "none", rival, examples }];
  const isNumber = hasOne(words, "ids") && nameFits("id", column).named === words.length;
  // Ids that repeat may number something else.
  if (isNumber && distinct < filled.size) return [{ field: "id", column: "none", rival, examples }];
  // A day in some rows may say since when a review is hidden, whatever the column is called.
  const isDated = hasOne(words, "not_date") || nameFits("date", column).named > 1;
  if (share.day >= 0.5 && !dated.isSubsetOf(filled) && !isDated) {
    return [{ field: "hidden", column: "none", rival, examples }];
  }
  // Where nothing else is the text, remarks and short words may be those of the author.
  const isRemark = !isRead("text") && (hasOne(words, "notes") || column.wordCount >= WORDS_OF_NAME);
  const isWords = column.wordCount >= LEAST_WORDS || isOfWords(column) || isRemark;
  if (!isWorded(column) || !isWords || isConstant(column)) return [];
  const isRepeated = distinct <= MOST_STATES && distinct * 2 <= filled.size;
  const kind = share.answer > 0.2 ? "flag" : isRepeated ? "choice" : "words";
  const isEither = kind !== "words" && (isProse(column) || isOfWords(column));
  return [{ field: isEither ? wordsOf(column) : kind, column: "none", rival, examples }];
}

/** Whether the name of a column says that it holds words: a question, a part of the text, or of a reply. */
function isOfWords(column: ColumnProfile): boolean {
  const { named, against } = nameFits("text", column);
  return column.share.platform < 0.5 &&
    (column.name.endsWith("?") || named > against || hasOne(column.words, "parts", "replies"));
}

const LEAST_WORDS = 3;

/** The doubt about an unread column that may hide a review or its author, or tell which rows are no reviews. */
export function hidingDoubts(column: ColumnProfile): readonly Doubt[] {
  const { name: rival, distinct, filled, share, wordCount, examples } = column;
  const isFew = distinct <= MOST_STATES && wordCount < 4;
  const fields = STATE_FIELDS.filter((field) => {
    const { named, against } = nameFits(field, column);
    if (share.day < 0.5) return named > against && isFew;
    // Days in some rows may mean when a review was hidden or approved.
    return named > against && (field === "hidden" || filled.size < column.rows);
  });
  // A column with the name of a flag, such as "archived", may hold states.
  const field = fields.find((field) => FITS[field](column) > 0) ??
    (share.day < 0.5 && fields[0] === "hidden" ? "status" : fields[0]);
  const isSince = field === "status" && share.day >= 0.5;
  if (field !== undefined) return [{ field: isSince ? "consent" : field, column: "none", rival, examples }];
  if (isFew && share.noReview > 0) return [{ field: "rows", column: "none", rival, examples }];
  if (isOther(column)) return [];
  const isOfTexts = isOfWords(column) || wordCount > 1 && distinct === filled.size;
  const ofWords = isWorded(column) && isOfTexts && !isConstant(column) ? wordsOf(column) : "choice";
  const kind = share.flag > 0.5 ? "flag" : ofWords;
  return isFew && isChoice(column) ? [{ field: kind, column: "none", rival, examples }] : [];
}

/** Whether a column of words holds nothing else, by its name and values. */
function wordsOf(column: ColumnProfile): "words" | "answer" {
  const { named, against } = nameFits("text", column);
  const isText = isProse(column) && !isAnswer(column) || named > against;
  return isText && column.share.answer + column.share.state === 0 ? "words" : "answer";
}

/** Whether the values of a column are yes or no, or shown or hidden, or mark some rows, e.g. with an x. */
function isChoice(column: ColumnProfile): boolean {
  const { distinct, filled, rows, share, length } = column;
  const isRecommendation = nameFits("recommendation", column).named > 0 && FITS.recommendation(column) > 0;
  if (isRecommendation || hasOne(column.words, "ids")) return false;
  if (share.day > 0.5 || share.url > 0.5 || share.platform > 0.5) return false;
  const isOfNumbers = share.number > 0.5 && share.flag < 0.9;
  const isMark = distinct <= MOST_MARKS && filled.size < rows && length <= MARK_LENGTH;
  return !isOfNumbers && (isMark || share.state > 0.2);
}

/** Whether an unread column may matter: words of a review, stars, or its visibility. */
export function isTelling(column: ColumnProfile): boolean {
  const rating = nameFits("rating", column);
  return isProse(column) || hidingDoubts(column).length > 0 || rating.named > 0 && FITS.rating(column) > 0;
}

/** Whether the values are texts that no other person than the author wrote. */
function isText(column: ColumnProfile): boolean {
  return isProse(column) && !hasOne(column.words, "notes", "replies", "owners");
}

/** Whether the name of a column asks for words: it is a question, but not for a name or for consent. */
function isAnswer(column: ColumnProfile): boolean {
  const isAbout = (field: MappedField) => nameFits(field, column).named > 0;
  return /\?\s*$/.test(column.name) && !isAbout("author") && !isAbout("consent");
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
