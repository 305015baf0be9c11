import { type DayRules, readDay } from "../cells/days/read_day.ts";
import { numericDay } from "../cells/days/numeric_day.ts";
import { readFlag } from "../cells/read_flag.ts";
import { ABOVE_FIVE, readRating, readRecommendation } from "../cells/read_rating.ts";
import { readVisibility } from "../cells/read_visibility.ts";
import { isEmptyValue } from "../cells/source_row.ts";
import { ValueFault } from "../cells/value_fault.ts";
import { hasOne, NO_REVIEW } from "./field_names.ts";

/** A column of a file with some of its values, one a row. */
export interface SampledColumn {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** What the cells of a column hold. */
export interface ColumnProfile {
  readonly name: string;
  /** The words of the name: lower case, without accents. */
  readonly words: readonly string[];
  /** The rows in which it has a value. */
  readonly filled: ReadonlySet<number>;
  /** The rows of the sample. */
  readonly rows: number;
  /** How many different values it has. */
  readonly distinct: number;
  /** The share of its values, 0 to 1, that are of a kind. */
  readonly share: Readonly<Record<Kind, number>>;
  /** The mean number of characters of a value. */
  readonly length: number;
  /** The mean number of words of a value; 0 without letters. */
  readonly wordCount: number;
  /** The share of values that begin with a capital letter. */
  readonly capitals: number;
  /** The largest number among its values; 0 without any. */
  readonly largest: number;
}

const IMAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|heic)(?:[?#]|$)|googleusercontent|[/_.-](?:photos?|images?|img|avatars?)\b/i;
const LANGUAGE = /^[a-z]{2}(?:[-_][A-Z]{2})?$|^(?:english|german|french|spanish|italian|portuguese|dutch|deutsch)$/i;
const PLATFORM =
  /^(?:www\.)?(?:google|yelp|facebook|tripadvisor|trustpilot|booking|airbnb|expedia|opentable|zomato|thumbtack|angi|houzz|birdeye|holidaycheck|provenexpert|ekomi|bbb)\b/i;

/** Words of names that say nothing of what a column holds. */
const FILLERS = new Set(
  "is was the a an of your our my we you to please der die das des du de la le les el los il lo ihr ihre unsere notre su"
    .split(" "),
);

/** What a value can be taken for; one may be of several kinds. */
const KINDS = {
  rating: (_, value) => isRating(readRating(value, null), value),
  day: (_, value, rules) => numericDay(value) !== null || isRead(readDay(value, rules)),
  url: (text) => /^(?:https?:)?\/\/\S+$|^\["?https?:/i.test(text),
  image: (text) => /^\W*https?:/i.test(text) && IMAGE.test(text),
  flag: (_, value) => isRead(readFlag(value, false)),
  state: (_, value) => isRead(readVisibility(value)),
  recommendation: (_, value) => isRead(readRecommendation(value)),
  number: (text) => /^[-+]?\d+(?:[.,]\d+)?$/.test(text),
  language: (text) => LANGUAGE.test(text),
  platform: (text) => PLATFORM.test(text),
  list: (text) => /^[[{]/.test(text),
  noReview: (text) => text.length <= 40 && hasOne(nameWords(text), NO_REVIEW),
} satisfies Readonly<Record<string, (text: string, value: unknown, rules: DayRules) => boolean>>;

type Kind = keyof typeof KINDS;

/** Looks at the values of a column. */
export function columnProfile({ name, values }: SampledColumn, lastDay: string): ColumnProfile {
  const rules: DayRules = { lastDay, order: "mdy", relativeTo: lastDay };
  const filled = new Set<number>();
  const counts = new Map<string, { value: unknown; count: number }>();
  for (const [row, value] of values.entries()) {
    if (isEmptyValue(value)) continue;
    filled.add(row);
    const text = String(value).trim();
    const known = counts.get(text);
    if (known === undefined) counts.set(text, { value, count: 1 });
    else known.count++;
  }
  const mean = (measure: (text: string, value: unknown) => number) => {
    let sum = 0;
    for (const [text, { value, count }] of counts) sum += measure(text, value) * count;
    return filled.size === 0 ? 0 : sum / filled.size;
  };
  const shares = Object.entries<(text: string, value: unknown, rules: DayRules) => boolean>(KINDS)
    .map(([kind, test]) => [kind, mean((text, value) => test(text, value, rules) ? 1 : 0)]);
  return {
    name,
    words: nameWords(name),
    filled,
    rows: values.length,
    distinct: counts.size,
    share: Object.fromEntries(shares),
    length: mean((text) => text.length),
    wordCount: mean((text) => /\p{L}/u.test(text) ? text.split(/\s+/).length : 0),
    capitals: mean((text) => /^\p{Lu}|^\p{Lo}/u.test(text) ? 1 : 0),
    largest: Math.max(0, ...Array.from(counts.keys(), (text) => Number(text.replace(",", ".")) || 0)),
  };
}

/** The words of a column's name: lower case, without accents; those of the path in JSON as well. */
function nameWords(name: string): readonly string[] {
  const plain = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\d]+/u).filter((word) => word !== "" && !FILLERS.has(word));
}

function isRead(read: unknown): boolean {
  return !(read instanceof ValueFault);
}

function isRating(read: ReturnType<typeof readRating>, value: unknown): boolean {
  return !(read instanceof ValueFault) || read === ABOVE_FIVE && Number(String(value).replace(",", ".")) <= 100;
}
