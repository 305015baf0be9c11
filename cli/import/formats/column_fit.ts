import { getOrMake } from "../../../domain/get_or_make.ts";
import { type ColumnProfile, countIn, hasOne, isCount, isFromZero, MOST_STATES, nameWords } from "./column_profile.ts";
import { type MappedField, STATE_FIELDS } from "./import_format.ts";
import { namedScale } from "./rating_scale.ts";

/** How well the values of a column fit a field: 0 (not at all) to 1. */
export const FITS: Readonly<Record<MappedField, (column: ColumnProfile) => number>> = {
  id: ({ name, distinct, filled, rows, share, wordCount, length }) => {
    // Replies in rows of their own may lack an id.
    const isWhole = filled.size === rows || /^(?:review[ _]?)?id$/i.test(name);
    const isKey = isWhole && distinct === filled.size && wordCount <= 1 && length <= 100;
    return isKey && share.day + share.url < 0.5 ? 0.8 : 0;
  },
  author: (column) => {
    const { length, wordCount, capitals, share } = column;
    // Where the column says so, a single letter is a name, and a few people wrote all rows.
    const isLikely = length >= 2 && isVaried(column, 0.34) || statedField(column) === "author";
    const isName = isLikely && isWorded(column) && length <= 45 && share.sentence <= 0.3 && !isAnswer(column);
    return isName ? 0.2 + 0.6 * capitals / Math.max(1, wordCount / 2) : 0;
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
    // Votes may be 0 as well, so any column without one fits better.
    if (column.values?.has("0") && !isFromZero(column.name)) return 0.1;
    return (distinct > 1 || filled.size < 3 ? 0.6 : 0.3) + (1 - share.number) * 0.4;
  },
  recommendation: (column) => {
    const { share } = column;
    if (share.recommendation < 0.9) return 0;
    return share.verdict < 0.9 ? 1 : isNamed("recommendation", column) ? 1.5 : LEAST_SCORE;
  },
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
  parent: ({ filled, rows, share, wordCount }) => Number(filled.size < rows && wordCount <= 1 && share.token >= 0.5),
  verified: ({ share }) => Number(share.flag > 0.9),
  // Never guessed: only the operator can say which replies are shown, who vouches, and what was paid for.
  reply_state: () => 0,
  verification: () => 0,
  incentive: () => 0,
  status: ({ share, distinct }) =>
    share.state >= 0.5 && share.day < 0.5 && distinct <= MOST_STATES ? 0.5 + share.state / 2 : 0,
  consent: ({ share }) => Number(share.flag > 0.9),
  hidden: isMark,
  place: ({ distinct, filled, share, length, words, sampled }) => {
    // "Hotel 4,5" is a rating of the hotel.
    const isRating = sampled.some((value) => /^\d[.,]\d$/.test(String(value ?? "").trim()));
    const isOther = isRating || share.sentence + share.day + share.url + share.flag + share.platform > 0.5;
    if (isOther || length > 60 || !hasOne(words, "places")) return 0;
    if (distinct * 2 <= filled.size) return 0.9;
    // A column whose name indicates nothing else may hold the place of each row. A loose name is also one of reviewers'.
    const isRepeated = distinct < filled.size || filled.size <= 2;
    const isOfPlaces = words.every((word) => word === "name" || hasOne([word], "places"));
    return isRepeated || isOfPlaces && !hasOne(words, "loose_places") ? 0.5 : 0;
  },
  photos: (column) => column.share.url > 0.9 && !isPortrait(column) ? 0.4 + 0.6 * column.share.image : 0,
  product: (column) => isWorded(column) && column.length < 120 && hasOne(column.words, "products") ? 0.7 : 0,
  visit_type: (column) =>
    isWorded(column) && column.distinct * 2 <= column.rows && hasOne(column.words, "visits") ? 0.7 : 0,
};

/** Fields that the name of a column may state, as "Name", "Sterne" or "Fecha" do. */
const STATED: readonly MappedField[] = ["author", "rating", "date", "text", "title", "reply_text"];

/** The field that the name of a column states; null if the name has other words, or fits several fields. */
export function statedField(column: ColumnProfile): MappedField | null {
  const [field, ...others] = STATED.filter((field) => {
    const { named, against } = nameFits(field, column);
    return named > 0 && named === column.words.length && against === 0;
  });
  return field !== undefined && others.length === 0 ? field : null;
}

/** Whether a column is a member of a list in its row, such as `comments.0.state`, and so of no review. */
export function isOfList({ name }: ColumnProfile): boolean {
  return /[./]\d+[./]/.test(name);
}

/** Whether a column states whether the review is shown. A yes or no may be about something else ("CEO approval"). */
function isCertainState({ name, share, distinct, filled, rows }: ColumnProfile): boolean {
  const isOwn = () => nameWords(name.split(/[./]/).at(-1) ?? name).every((word) => hasOne([word], "status", "own"));
  return share.flag < 0.5 || distinct === 1 || filled.size === rows && isOwn();
}

/** Minimum share of fitting values in a column whose name states a field alone, or indicates it. */
const [LEAST_STATED, LEAST_INDICATED] = [0.3, 0.6];

/** The fit of a column by its name where many values do not fit: these become problems of rows. */
function statedFit(column: ColumnProfile, field: MappedField, share: number): number {
  const least = statedField(column) === field ? LEAST_STATED : isNamed(field, column) ? LEAST_INDICATED : Infinity;
  // Other numbers may show another scale.
  return share >= least && column.share.number <= share ? 0.1 : 0;
}

/** Minimum score of a column that may hold a field. */
export const LEAST_SCORE = 0.15;

/** Minimum fit of a column of people or days whose name does not say so. */
export const LEAST_RIVAL = 0.5;

/** Fields whose columns may be named as ids, and fields of words for readers. */
const [OF_IDS, OF_WORDS] = [["id", "parent", "place"], ["text", "reply_text", "title"]];

/** Whether a column holds words that are not for readers, by its name: "Internal note", "Nur für uns". */
export function isPrivate(column: ColumnProfile): boolean {
  return hasOne(column.words, "private") && isWorded(column) && !hasStates(column) && column.share.role === 0;
}

/** Scores of columns, kept as each choice about a file reads it anew. */
const SCORES = new WeakMap<ColumnProfile, Map<MappedField, number>>();

/** The score of a column for a field: that of its values, and of its name. 0 if neither shows the field. */
export function fieldScore(field: MappedField, column: ColumnProfile): number {
  const scores = getOrMake(SCORES, column, () => new Map<MappedField, number>());
  return getOrMake(scores, field, () => computedScore(field, column));
}

function computedScore(field: MappedField, column: ColumnProfile): number {
  const value = FITS[field](column);
  // Without these fields no row can be read. Values alone may show their column, which is a doubt then.
  const isShown = isNamed(field, column) || field === "date" || field === "rating" && !isCount(column) ||
    field === "recommendation" && column.share.verdict >= 0.9;
  const isOther = OF_WORDS.includes(field) && hasOne(column.words, "private") ||
    STATE_FIELDS.includes(field) && isOfList(column) ||
    field === "status" && !isCertainState(column) ||
    !OF_IDS.includes(field) && hasOne(column.words, "ids");
  if (value === 0 || !isShown || isOther) return 0;
  const { named, against } = nameFits(field, column);
  const words = column.words.filter((word) => /\p{L}/u.test(word)).length;
  const score = value + named / Math.max(1, words) * 1.2 - against * 0.8;
  if (score >= LEAST_SCORE) return score;
  // Any date column stays a candidate whatever its name: the only one must be of the reviews. So do ratings with a name.
  return field === "date" || field === "rating" && named > 0 ? LEAST_SCORE : 0;
}

/** Whether the name of a column indicates a field more than anything else. */
export function isNamed(field: MappedField, column: ColumnProfile): boolean {
  const { named, against } = nameFits(field, column);
  return named > against;
}

/** Counts the words of a column's name that indicate a field, and those that indicate something else. */
export function nameFits(field: MappedField, { name, words }: ColumnProfile) {
  // "Show name" and "Hide my name" concern the name, not the review.
  const act = field === "show_name" ? "showing" : field === "anonymous" ? "hiding" : null;
  const acts = act === null || !hasOne(words, "naming") ? 0 : countIn(act, words);
  const ofName = acts === 0 ? 0 : acts + countIn("naming", words);
  // A column named "#" numbers the rows, and one that names a scale holds ratings.
  const ofNumber = Number(field === "id" && name === "#" || field === "rating" && namedScale(name) !== undefined);
  // "Review" alone is a text.
  const ofReview = Number(field === "id" && words.includes("review") && hasOne(words, field));
  return { named: countIn(field, words) + ofName + ofNumber + ofReview, against: countIn(`not_${field}`, words) };
}

/** Whether the name of a column asks for words: it is a question, but not for a name or for consent. */
export function isAnswer(column: ColumnProfile): boolean {
  const isAbout = (field: MappedField) => nameFits(field, column).named > 0;
  return /\?\s*$/.test(column.name) && !isAbout("author") && !(isAbout("consent") && hasStates(column));
}

/** Whether some values are states or flags, or begin with yes or no. */
export function hasStates({ share }: ColumnProfile): boolean {
  return share.flag + share.state + share.answer > 0;
}

/** 1 if a column fits a flag, else 0. Values are yes or no, or in some rows the day from which it applies. */
function isMark({ share, filled, rows }: ColumnProfile): number {
  return Number(share.flag + (filled.size < rows ? share.day : 0) > 0.9);
}

function isPortrait({ words }: ColumnProfile): boolean {
  return words.includes("avatar") || hasOne(words, "pictures") && hasOne(words, "people");
}

const NO_WORDS = ["list", "flag", "number", "day", "url", "verdict", "salutation", "language"] as const;

/** Whether most values are words, and nothing else. */
export function isWorded({ share, wordCount }: ColumnProfile): boolean {
  return wordCount > 0 && NO_WORDS.every((kind) => share[kind] < 0.5);
}

/** Whether every row has the same value, as the text of a question has. */
export function isConstant({ distinct, filled, rows }: ColumnProfile): boolean {
  return distinct === 1 && rows > 1 && filled.size === rows;
}

/** Whether at least this share of the values is different. Two values or fewer may be equal by chance. */
export function isVaried({ distinct, filled }: ColumnProfile, least: number): boolean {
  return filled.size <= 2 || distinct >= filled.size * least;
}
