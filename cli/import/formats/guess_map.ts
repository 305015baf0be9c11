import type { ColumnProfile } from "./column_profile.ts";
import {
  COUNTS,
  FIELD_NAMES,
  hasOne,
  IDS,
  LOOSE_PLACE,
  NEVER_USED,
  OWNER,
  PERSON,
  PICTURE,
  PLACE,
  PLATFORM,
  PRODUCT,
  REPLY,
  VISIT,
} from "./field_names.ts";
import { COLUMN_SEPARATOR } from "./import_format.ts";
import { type FieldMap, MAPPED_FIELDS, type MappedField, STATE_FIELDS } from "./mapped_format.ts";
import type { Doubt } from "./understanding.ts";

/** How well the values of a column fit a field. */
interface FieldRule {
  /** 0 (not at all) to 1. */
  readonly fits: (column: ColumnProfile) => number;
  /** Whether the values are enough, without a word of the name. */
  readonly byValues?: boolean;
}

const RULES: Readonly<Record<MappedField, FieldRule>> = {
  id: {
    fits: ({ distinct, filled, rows, share, wordCount, length }) =>
      filled.size === rows && distinct === rows && wordCount <= 1 && length <= 100 && share.day < 0.5 && share.url < 0.5
        ? 0.8
        : 0,
  },
  author: {
    fits: (column) =>
      !isWorded(column) || !isVaried(column, 0.34) || column.length > 45 || column.wordCount > 4
        ? 0
        : 0.2 + 0.6 * column.capitals / Math.max(1, column.wordCount / 2),
    byValues: true,
  },
  anonymous: { fits: isMark },
  author_avatar_url: { fits: (column) => isPortrait(column) && column.share.url > 0.9 ? 1 : 0 },
  rating: {
    fits: ({ share, distinct, filled }) =>
      share.rating < 0.9 ? 0 : (distinct > 1 || filled.size < 3 ? 0.6 : 0.3) + (1 - share.number) * 0.4,
    byValues: true,
  },
  recommendation: { fits: ({ share }) => share.recommendation >= 0.9 ? 1 : 0 },
  date: {
    fits: ({ share, distinct, filled, rows }) =>
      share.day < 0.6 ? 0 : share.day - 0.5 + 0.3 * filled.size / rows + (distinct > 1 ? 0.2 : 0),
    byValues: true,
  },
  text: {
    fits: (column) =>
      !isWorded(column) || !isVaried(column, 0.4)
        ? 0
        : Math.min(1, (column.wordCount < 3 ? 0.1 : 0.5) + column.length / 200) *
          (0.7 + 0.3 * column.filled.size / column.rows),
    byValues: true,
  },
  title: { fits: (column) => isWorded(column) && column.length < 100 && isVaried(column, 0.3) ? 0.8 : 0 },
  source: {
    fits: (column) => {
      const isShort = isWorded(column) && column.length <= 40 && column.distinct <= Math.max(6, column.rows / 4);
      // A mere "source" may be a campaign, or how the reviewer was invited.
      return isShort && (column.share.platform > 0 || hasOne(column.words, PLATFORM))
        ? 0.4 + 0.6 * column.share.platform
        : 0;
    },
  },
  source_url: {
    fits: ({ share, distinct, filled }) =>
      share.url < 0.9 || share.image > 0.3 ? 0 : distinct * 2 > filled.size ? 0.8 : 0.1,
  },
  reply_text: {
    fits: (column) =>
      isWorded(column) && column.wordCount > 1 &&
        (hasOne(column.words, REPLY) || hasOne(column.words, OWNER) && column.filled.size < column.rows)
        ? Math.min(1, 0.3 + column.wordCount / 10)
        : 0,
  },
  reply_date: { fits: ({ share, words }) => share.day > 0.9 && hasOne(words, `${REPLY} ${OWNER}`) ? 1 : 0 },
  verified: { fits: ({ share }) => share.flag > 0.9 ? 1 : 0 },
  status: {
    fits: ({ share, distinct }) =>
      share.state >= 0.5 && share.day < 0.5 && distinct <= MOST_STATES ? 0.5 + share.state / 2 : 0,
  },
  consent: { fits: ({ share }) => share.flag > 0.9 ? 1 : 0 },
  hidden: { fits: isMark },
  place: {
    fits: ({ distinct, filled, share, length, words, wordCount }) => {
      const isOther = share.day > 0.5 || share.url > 0.5 || share.flag > 0.9 || share.platform > 0.5;
      if (isOther || length > 60 || wordCount > 8 || !hasOne(words, PLACE)) return 0;
      if (distinct * 2 <= filled.size) return 0.9;
      return distinct < filled.size && !hasOne(words, LOOSE_PLACE) ? 0.5 : 0;
    },
  },
  photos: { fits: (column) => column.share.url > 0.9 && !isPortrait(column) ? 0.4 + 0.6 * column.share.image : 0 },
  product: { fits: (column) => isWorded(column) && column.length < 120 && hasOne(column.words, PRODUCT) ? 0.7 : 0 },
  visit_type: {
    fits: (column) => isWorded(column) && column.distinct * 2 <= column.rows && hasOne(column.words, VISIT) ? 0.7 : 0,
  },
};

/** A column with more different values is none of states. */
const MOST_STATES = 12;

/** A column that fits less is not taken at all. */
const LEAST_SCORE = 0.15;

/** A guess: which column has which field, and how sure that is. */
export interface Guess {
  readonly map: FieldMap;
  /** How well the column of a field fits: below 1 by its values alone. */
  readonly scores: ReadonlyMap<MappedField, number>;
  readonly doubts: readonly Doubt[];
  /** The best rating, if not 5. */
  readonly scale?: number | undefined;
}

/** A second column that fits this well, measured by the first, is a doubt. */
const RIVAL_SHARE = 0.85;

/**
 * Guesses which columns hold what: each field gets the column that fits it best by what its cells hold; names only add.
 *
 * @param columns The columns that nothing else reads.
 * @param taken Fields that are read from other columns.
 */
export function guessMap(columns: readonly ColumnProfile[], taken: ReadonlySet<MappedField> = new Set()): Guess {
  const open = columns.filter(({ filled, words }) => filled.size > 0 && !hasOne(words, NEVER_USED));
  const pairs = MAPPED_FIELDS.filter((field) => !taken.has(field)).flatMap((field) =>
    open.map((column) => ({ field, column, score: fieldScore(field, column) })).filter(({ score }) => score > 0)
  ).sort((a, b) => b.score - a.score);
  const chosen = new Map<MappedField, (typeof pairs)[number]>();
  const used = new Set<ColumnProfile>();
  const also = new Map<MappedField, string>();
  const take = (pair: (typeof pairs)[number]) => {
    chosen.set(pair.field, pair);
    used.add(pair.column);
  };
  // What goes with another field is looked for again when all that fits better is chosen.
  for (const pair of [...pairs, ...pairs]) {
    if (!chosen.has(pair.field) && !used.has(pair.column) && fitsOthers(pair, chosen)) take(pair);
  }
  const only = chosen.get("reply_text");
  if (only !== undefined && !chosen.has("text") && !taken.has("text")) {
    // The only words of a survey may be called a response.
    chosen.delete("reply_text");
    chosen.delete("reply_date");
    chosen.set("text", { ...only, field: "text" });
  }
  for (const { field, column } of pairs) {
    if (!STATE_FIELDS.includes(field) || used.has(column)) continue;
    used.add(column);
    also.set(field, `${also.get(field) ?? ""}${COLUMN_SEPARATOR}${column.name}`);
  }
  const doubts: Doubt[] = [];
  for (const [field, { column, score }] of chosen) {
    const rival = pairs.find((pair) =>
      pair.field === field && !used.has(pair.column) && pair.score >= score * RIVAL_SHARE
    );
    if (rival !== undefined) doubts.push({ field, column: column.name, rival: rival.column.name });
  }
  for (const column of open) {
    if (!used.has(column)) doubts.push(...hidingDoubts(column));
  }
  const best = chosen.get("rating")?.column;
  const scale = best === undefined ? undefined : ratingScale(best);
  if (best !== undefined && scale !== undefined && best.largest <= 5) {
    doubts.push({ field: "scale", column: String(scale), rival: "5" });
  }
  const inOrder = MAPPED_FIELDS.flatMap((field) => chosen.get(field) ?? []);
  return {
    map: new Map(inOrder.map(({ field, column }) => [field, column.name + (also.get(field) ?? "")])),
    scores: new Map(inOrder.map(({ field, score }) => [field, score])),
    doubts,
    scale,
  };
}

/** Whether a choice goes with the others: a day of a reply with its text, a recommendation without stars. */
function fitsOthers(
  { field, column }: { field: MappedField; column: ColumnProfile },
  chosen: ReadonlyMap<MappedField, { readonly column: ColumnProfile }>,
): boolean {
  if (field === "recommendation") return !chosen.has("rating");
  const text = chosen.get("reply_text")?.column;
  return field !== "reply_date" || text !== undefined && [...column.filled].every((row) => text.filled.has(row));
}

function fieldScore(field: MappedField, column: ColumnProfile): number {
  const { fits, byValues } = RULES[field];
  const value = fits(column);
  const { named, against } = nameFits(field, column);
  if (value === 0 || byValues !== true && named <= against) return 0;
  if (field !== "id" && field !== "place" && hasOne(column.words, IDS)) return 0;
  const words = column.words.filter((word) => /\p{L}/u.test(word)).length;
  const score = value + named / Math.max(1, words) * 1.2 - against * 0.8;
  // The only days of a file are those of its reviews, whatever they are called; but not those of replies.
  if (field === "date" && !hasOne(column.words, REPLY)) return Math.max(LEAST_SCORE, score);
  return score < LEAST_SCORE ? 0 : score;
}

/** How many words of a column's name speak for a field, and how many for something else. */
function nameFits(field: MappedField, { words }: ColumnProfile): { readonly named: number; readonly against: number } {
  const { names, not } = FIELD_NAMES[field];
  const count = (list: string) => words.filter((word) => hasOne([word], list)).length;
  return { named: count(names), against: count(not) };
}

/** The best rating, if the values or the name show another than 5. */
function ratingScale({ largest, words, share }: ColumnProfile): number | undefined {
  if (share.number < 0.5) return undefined;
  if (largest > 5) return largest > 10 ? 100 : 10;
  return words.includes("100") ? 100 : words.includes("10") || words.includes("nps") ? 10 : undefined;
}

/** A column that names the place, for a map that has none; null if there is none. */
export function placeColumn(columns: readonly ColumnProfile[]): string | null {
  const found = columns.map((column) => ({ column, score: fieldScore("place", column) }))
    .filter(({ column, score }) => score > 0 && column.distinct > 1)
    .sort((a, b) => b.score - a.score)[0];
  return found?.column.name ?? null;
}

/**
 * The doubt about a column that nothing reads: by its name it may keep a review or the name of its author back, in words
 * that are known or not, or by its values it says which rows are no reviews.
 */
export function hidingDoubts(column: ColumnProfile): readonly Doubt[] {
  const { name, distinct, filled, share, wordCount } = column;
  const isFew = distinct <= MOST_STATES && wordCount < 4;
  const fields = STATE_FIELDS.filter((field) => {
    const { named, against } = nameFits(field, column);
    return named > against && (share.day < 0.5 ? isFew : field === "hidden");
  });
  // States may stand under a name of flags, such as "archived".
  const field = fields.find((field) => RULES[field].fits(column) > 0) ??
    (share.day < 0.5 && fields[0] === "hidden" ? "status" : fields[0]);
  if (field !== undefined) return [{ field, column: "none", rival: name }];
  const isKind = isFew && share.noReview > 0 && distinct * 2 <= filled.size;
  return isKind ? [{ field: "rows", column: "none", rival: name }] : [];
}

/** Whether a column that nothing reads may be what the review says: words, stars, or whether it is shown. */
export function isTelling(column: ColumnProfile): boolean {
  const isProse = isWorded(column) && column.wordCount >= 3 && column.length > 15 && isVaried(column, 0.3);
  const rating = nameFits("rating", column);
  return isProse || hidingDoubts(column).length > 0 || rating.named > 0 && RULES.rating.fits(column) > 0;
}

/** Whether a review has no field for a column of this name, wherever it comes from. */
export function isNeverUsed({ words, share }: ColumnProfile): boolean {
  return hasOne(words, NEVER_USED) || share.number === 1 && hasOne(words, COUNTS) ||
    words.length > 1 && hasOne(words, IDS) && !hasOne(words, PLACE);
}

/** How well a column fits a flag: a yes, or the day since when. Days in all rows are of something else. */
function isMark({ share, filled, rows }: ColumnProfile): number {
  return share.flag + (filled.size < rows ? share.day : 0) > 0.9 ? 1 : 0;
}

function isPortrait({ words }: ColumnProfile): boolean {
  return words.includes("avatar") || hasOne(words, PICTURE) && hasOne(words, PERSON);
}

function isWorded({ length, share, wordCount }: ColumnProfile): boolean {
  return wordCount > 0 && share.list < 0.5 && share.flag < 0.5 && length >= 2 && share.number < 0.5 &&
    share.day < 0.5 && share.url < 0.5 &&
    share.language < 0.9;
}

/** Whether at least this share of the values is different; a few rows may be alike by chance. */
function isVaried({ distinct, filled }: ColumnProfile, least: number): boolean {
  return filled.size <= 2 || distinct >= filled.size * least;
}

/** A column map as the options that state it. */
export function mapOptions(map: FieldMap): string {
  return [...map].map(([field, column]) => `--map ${shellWord(`${field}=${column}`)}`).join(" ");
}

/** A word of a command line, quoted where a shell needs it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
