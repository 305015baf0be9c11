import { countEnglish, LANGUAGES, type ReadWords, readWords } from "./language/known_words.ts";
import { scriptLanguage } from "./language/other_scripts.ts";

const NAMES: Readonly<Record<string, string>> = {
  es: "Spanish",
  de: "German",
  fr: "French",
  it: "Italian",
  pt: "Portuguese",
  nl: "Dutch",
  pl: "Polish",
  sv: "Swedish",
  da: "Danish or Norwegian",
  tr: "Turkish",
  ro: "Romanian",
  cs: "Czech",
  fi: "Finnish",
  ja: "Japanese",
  ko: "Korean",
  zh: "Chinese",
  el: "Greek",
  he: "Hebrew",
  th: "Thai",
  hu: "Hungarian",
  sk: "Slovak",
  hr: "Croatian, Bosnian or Serbian",
  vi: "Vietnamese",
  id: "Indonesian or Malay",
  tl: "Tagalog",
  sw: "Swahili",
  ta: "Tamil",
  te: "Telugu",
  gu: "Gujarati",
  ka: "Georgian",
  hy: "Armenian",
  si: "Sinhala",
  km: "Khmer",
  "und-Beng": "a language in Bengali script",
  "und-Ethi": "a language in Ethiopic script",
  und: "another language",
  "und-Cyrl": "a language in Cyrillic script",
  "und-Arab": "a language in Arabic script",
  "und-Deva": "a language in Devanagari script",
};
/** The tag of English, the one language that is analysed. */
export const ENGLISH = "en";
/** Letters of ASCII, punctuation of word processors and the commonest emoji. */
const PLAIN = /^[\p{ASCII}\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2600-\u27bf\ufe0f\u{1f300}-\u{1faff}]*$/u;
const ASCII = /^\p{ASCII}*$/u;
/** Most English texts show themselves by one of these, and hold no letter beyond ASCII. */
const SURELY_ENGLISH =
  /\b(?:the|they|were|and|with|our|you|very|this|their|would|which|been|from|them|there|always|when|what|your|friendly|helpful|thank)\b/i;
const READ = 400;
/** Words of another language that must outnumber the English ones; one is enough in a text of a few words. */
const LEAST = 2;
const [OPENING, SURELY] = [120, 6];
const FEW_WORDS = 4;
/** From so many words on a text without one of the commonest English ones is in another language; a few are loans. */
const [WITHOUT_ENGLISH, HARDLY_ENGLISH, HARDLY] = [4, 5, 0.2];
const CLEARLY_ENGLISH = 3;
const UNKNOWN = "und";
/** In the table of languages. */
const ENGLISH_PLACE = 0;

/**
 * The language of a review, as a tag of RFC 5646: `en` unless the script or the frequent words of its beginning show
 * another one, and `und` if they show no English. A guess from a table: good from about four words on, and `en` in doubt.
 */
export function languageOf(text: string): string {
  const beginning = text.slice(0, READ);
  const isPlain = ASCII.test(beginning) || PLAIN.test(beginning);
  if (isPlain && SURELY_ENGLISH.test(beginning)) return ENGLISH;
  if (isSurelyEnglish(readWords(beginning, OPENING))) return ENGLISH;
  const foreign = isPlain ? null : scriptLanguage(beginning);
  if (foreign !== null) return foreign;
  const { words, found } = readWords(beginning, READ);
  const english = found.filter(({ places }) => places[0] === ENGLISH_PLACE).length;
  // In a text of English words a few of another language are a quotation or a greeting.
  const others = found.filter(({ places }) => places.length > 1 || places[0] !== ENGLISH_PLACE).length;
  const isClearlyEnglish = english >= CLEARLY_ENGLISH && english > HARDLY * words;
  if (others < 2 * english) return isClearlyEnglish ? ENGLISH : englishOr(beginning);
  const counts = LANGUAGES.map(() => 0);
  for (const { places } of found) for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  const most = Math.max(...counts);
  const isEnough = most >= LEAST ||
    most === 1 && english === 0 && words > 1 && words <= FEW_WORDS && !isPlain;
  if (!isEnough || most <= english || english * 2 > most) return isClearlyEnglish ? ENGLISH : englishOr(beginning);
  return LANGUAGES[counts.indexOf(most)] ?? ENGLISH;
}

/** Of a text in Latin letters that no table knows: English, or the tag of an undetermined language. */
function englishOr(text: string): string {
  const { words, english } = countEnglish(text, OPENING);
  const isForeign = words >= WITHOUT_ENGLISH && english === 0 || words >= HARDLY_ENGLISH && english <= HARDLY * words;
  return isForeign ? UNKNOWN : ENGLISH;
}

/** Whether the first words are English beyond doubt: six of them, and hardly one of another language. */
function isSurelyEnglish({ found }: ReadWords): boolean {
  const english = found.filter(({ places }) => places[0] === ENGLISH_PLACE).length;
  return english >= SURELY && (found.length - english) * 3 <= english;
}

/** The English name of a language that {@linkcode languageOf} knows; the tag itself of another. */
export function languageName(tag: string): string {
  return NAMES[tag] ?? tag;
}
