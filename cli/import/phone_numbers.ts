import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import words from "./phone_words.json" with { type: "json" };
import type { Business } from "../../domain/business.ts";
import { countryCode } from "../../domain/country.ts";

/** Replacement for a telephone number. */
export const PHONE_NOTE = "[telephone number removed]";

const FEWEST_DIGITS = 7;
/** Cheap test: most texts have far fewer digits. */
const MANY_DIGITS = new RegExp(String.raw`\d(?:[^\p{L}\d]{0,4}\d){${FEWEST_DIGITS - 1}}`, "u");

const DATE = String.raw`(?:19|20)\d\d([-./])\d{1,2}\1\d{1,2}(?!\d|\1\d)|` +
  String.raw`\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2})(?!\d|\2\d)|` +
  String.raw`(?:\d{1,2} \d{1,2} (?:19|20)\d\d|(?:19|20)\d\d\D{1,8}(?:19|20)\d\d)(?!\d|[-./]\d)`;
/** A time, or a day and month: `08.30`, `0830`, `28.02.`. */
const HALF = String.raw`(?:(?:[01]?\d|2[0-4])[.: h]?[0-5]\d|(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.?)`;
/** Dates and ranges of times or days, such as `0830-0930`, which German numbers may look like. */
const DATES = new RegExp(String.raw`(?<!\d|\d[-./])(?:${DATE}|${HALF}\s?[-–]\s?${HALF}(?!\d|-\d))`);

/** An amount of money, such as `1.200,00`, which German numbers may look like. */
const AMOUNT = /^\d{1,3}(?:[.,' ]\d{3})*[.,]\d\d$/;

/** Words in all supported languages: those for telephones, and those for other things with a number. */
const [PHONE_WORDS, ORDER_WORDS] = [words.phones, words.orders].map((lines) => lines.join(" ").replaceAll(" ", "|"));
/** Text directly before a telephone number: a word for telephones, as in "call me on". */
const BEFORE_TELEPHONES = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${PHONE_WORDS})(?![\p{L}\d])[^\d\n+(]{0,24}$`,
  "iu",
);
/** Text directly before another kind of number: an order word with an optional "number is", a currency, or "#". */
const BEFORE_OTHER_NUMBERS = new RegExp(
  String.raw`(?:(?<![\p{L}\d])(?:${ORDER_WORDS})(?![\p{L}\d])[^\d\p{L}]{0,6}` +
    String.raw`(?:(?:is|was|id|ist|no|nr|number|nummer)[^\d\p{L}]{1,4}){0,2}|[#$£€]\s?)[+(]?$`,
  "iu",
);
/** Maximum length of such a text; bounds the search in long reviews. */
const LONGEST_BEFORE = 60;
/** Number of letters that are shown before and after a removed number. */
const SHOWN_AROUND = 25;

/**
 * Returns a function that replaces people's telephone numbers in a text; those of the business stay. A number counts if
 * it can be dialled where the business is, or begins with `+`. It calls `onRemoval` with each number and the words around.
 */
export function phoneNumberRemover(
  business: Business | null,
): (text: string, onRemoval?: (words: string) => void) => string {
  const country = countryOf(business);
  const own = digitsOf(business?.telephone ?? "").slice(-FEWEST_DIGITS);
  const isOwn = (number: string) => own.length === FEWEST_DIGITS && digitsOf(number).endsWith(own);
  return (text, onRemoval) => {
    if (!MANY_DIGITS.test(text)) return text;
    let clean = "";
    let end = 0;
    for (const number of numbersOf(text, country)) {
      if (isOwn(text.slice(number.start, number.end))) continue;
      onRemoval?.(wordsAround(text, number));
      clean += text.slice(end, number.start) + PHONE_NOTE;
      end = number.end;
    }
    return clean + text.slice(end);
  };
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Valid numbers of the country, and international ones. Bare digits count after a word for telephones alone: most are
 * numbers of orders.
 */
function numbersOf(text: string, country: CountryCode | undefined): readonly TextRange[] {
  return findPhoneNumbersInText(text, country)
    .map(({ startsAt, endsAt }) => {
      const isOpen = text[startsAt] === "(" && !text.slice(startsAt, endsAt).includes(")");
      return { start: isOpen ? startsAt + 1 : startsAt, end: endsAt };
    })
    .filter((range) => isOfTelephone(text, range));
}

function isOfTelephone(text: string, { start, end }: TextRange): boolean {
  const number = text.slice(start, end);
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start);
  const isLikely = /^[+(0]|\d\D/.test(number) || BEFORE_TELEPHONES.test(before);
  return isLikely && !DATES.test(number) && !AMOUNT.test(number) && !BEFORE_OTHER_NUMBERS.test(before);
}

function wordsAround(text: string, { start, end }: TextRange): string {
  const [from, to] = [Math.max(0, start - SHOWN_AROUND), end + SHOWN_AROUND];
  const words = text.slice(from, to).replace(/\s+/g, " ").toWellFormed();
  return `${from > 0 ? "…" : ""}${words}${to < text.length ? "…" : ""}`;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function countryOf(business: Business | null): CountryCode | undefined {
  const code = countryCode(business?.address?.country ?? "") ?? "";
  return isSupportedCountry(code) ? code : parsePhoneNumberFromString(business?.telephone ?? "")?.country;
}
