import { type CountryCode, findNumbers, getCountries, parsePhoneNumberFromString } from "libphonenumber-js/min";
import words from "./phone_words.json" with { type: "json" };
import type { Business } from "../../domain/business.ts";

/** Replacement for a telephone number. */
export const PHONE_NOTE = "[telephone number removed]";

/** Countries whose numbers with a leading 0 or bracket are recognised if nobody has said where the business is. */
const LIKELY_COUNTRIES: readonly CountryCode[] = ["US", "GB", "DE", "FR", "IT", "NL"];
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"];

const FEWEST_DIGITS = 7;
/** Maximum number of digits of an international number (E.164). */
const MOST_DIGITS = 15;
/** Cheap test: most texts have far fewer digits. */
const MANY_DIGITS = new RegExp(String.raw`\d(?:[^\p{L}\d]{0,4}\d){${FEWEST_DIGITS - 1}}`, "u");

/** Words in all supported languages: those for telephones, and those for other things with a number. */
const [PHONE_WORDS, ORDER_WORDS] = [words.phones, words.orders].map((lines) => lines.join(" ").replaceAll(" ", "|"));
/** A number after a word for telephones, of any country: `call me on 555 1234`. */
const AFTER_PHONE_WORD = new RegExp(
  String.raw`(?<=(?<![\p{L}\d])(?:${PHONE_WORDS})(?![\p{L}\d])[^\d\n+(]{0,24})[+(]?\d[\d ()./-]{5,20}\d`,
  "giu",
);
const DATES = new RegExp(
  String.raw`(?<!\d|\d[-./])(?:(?:19|20)\d\d([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2})|` +
    String.raw`\d{1,2} \d{1,2} (?:19|20)\d\d|(?:19|20)\d\d\D{1,8}(?:19|20)\d\d)(?!\d|[-./]\d)`,
);

/** An amount of money, such as `1.200,00`, which German numbers may look like. */
const AMOUNT = /^\d{1,3}(?:[.,' ]\d{3})*[.,]\d\d$/;

/** Text directly before another kind of number: an order word with an optional "number is", a currency, or "#". */
const BEFORE_OTHER_NUMBERS = new RegExp(
  String.raw`(?:(?<![\p{L}\d])(?:${ORDER_WORDS})(?![\p{L}\d])[^\d\p{L}]{0,6}` +
    String.raw`(?:(?:is|was|id|ist|no|nr|number|nummer)[^\d\p{L}]{1,4}){0,2}|[#$£€]\s?)[+(]?$`,
  "iu",
);
/** Maximum length of such a text; bounds the search in long reviews. */
const LONGEST_BEFORE = 60;

/** Returns a function that replaces people's telephone numbers in a text; those of the business stay. */
export function phoneNumberRemover(business: Business | null): (text: string) => string {
  const country = countryOf(business);
  const own = digitsOf(business?.telephone ?? "").slice(-FEWEST_DIGITS);
  const isOwn = (number: string) => own.length === FEWEST_DIGITS && digitsOf(number).endsWith(own);
  return (text) => {
    if (!MANY_DIGITS.test(text)) return text;
    const found = [...numbersOf(text, country), ...numbersAfterWords(text)].sort((a, b) => a.start - b.start);
    let clean = "";
    let end = 0;
    for (const number of found) {
      if (number.start < end || isOwn(text.slice(number.start, number.end))) continue;
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

/** Valid numbers of the country, and international ones. Bare digits are skipped: most are numbers of orders. */
function numbersOf(text: string, country: CountryCode | undefined): TextRange[] {
  const likely = country === undefined ? /^[+(0]/ : /^[+(0]|\d\D/;
  const countries = country === undefined ? LIKELY_COUNTRIES : [country];
  return countries.flatMap((defaultCountry) => findNumbers(text, { defaultCountry, v2: true }))
    .map(({ startsAt, endsAt }) => {
      const isOpen = text[startsAt] === "(" && !text.slice(startsAt, endsAt).includes(")");
      return { start: isOpen ? startsAt + 1 : startsAt, end: endsAt };
    })
    .filter((range) => likely.test(text.slice(range.start, range.end)) && isOfTelephone(text, range));
}

function numbersAfterWords(text: string): TextRange[] {
  return [...text.matchAll(AFTER_PHONE_WORD)]
    .filter(({ 0: number }) => digitsOf(number).length >= FEWEST_DIGITS && digitsOf(number).length <= MOST_DIGITS)
    .map(({ 0: number, index }) => ({ start: index, end: index + number.length }))
    .filter((range) => isOfTelephone(text, range));
}

function isOfTelephone(text: string, { start, end }: TextRange): boolean {
  const number = text.slice(start, end);
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start);
  return !DATES.test(number) && !AMOUNT.test(number) && !BEFORE_OTHER_NUMBERS.test(before);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function countryOf(business: Business | null): CountryCode | undefined {
  const named = business?.address?.country?.trim().toLowerCase();
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: "region" }));
  const isNamed = (code: string) =>
    [code, ...names.map((name) => name.of(code))].some((one) => one?.toLowerCase() === named);
  const byAddress = named === undefined ? undefined : getCountries().find(isNamed);
  return byAddress ?? parsePhoneNumberFromString(business?.telephone ?? "")?.country;
}
