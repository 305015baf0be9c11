import { isPlainText } from "./plain_text.ts";

/** Frequent words of each language that are rare in the others; those of two languages count for both. */
const WORDS: Readonly<Record<string, string>> = {
  en:
    "the and was were they them their our we my you your is are this that with for of to it he she his her had has have " +
    "did not very on in at from out so but would will be been who great good job work service nice best thank thanks day " +
    "price recommend friendly again here there all no an i",
  es:
    "el la los las una muy y que por para con pero nos del al se lo su fue están está todo todos más además buen bueno " +
    "buena servicio excelente gracias llegó llegaron técnico recomendable recomiendo trabajo mejor nada caro siempre amable " +
    "rápido atención precio",
  de:
    "der die das und ist nicht sehr mit ein eine einen zu den dem auf für war waren wir ich sie er von bei wieder gerne " +
    "gut gute guter alles nur immer aber auch uns haben hat wurde schnell freundlich arbeit empfehlen empfehlenswert kam " +
    "bestens zufrieden sauber kein keine",
  fr: "le la les des une est et très avec pour pas que qui nous je il elle dans sur au du ce mais bien bon bonne en " +
    "notre mon travail prix recommande rapide personne merci équipe n'est n'a c'est j'ai d'un accueil beaucoup",
  it:
    "il lo gli la una è e molto con per non che di del della sono stato stata ma più anche tutto ottimo ottima servizio " +
    "consiglio grazie bravo bravi prezzi gentile gentilissimo personale sempre",
  pt: "o os um uma muito e que com para não da dos das na foi mas mais bom boa tudo todos serviço recomendo obrigado " +
    "ótimo excelente atendimento ninguém também sempre preço",
  nl:
    "de het een en van is niet zeer erg met voor op te was ze wij zijn heel goed goede maar ook snel vriendelijk netjes " +
    "aanrader werk alles prima bedankt naar bij",
  pl: "i w na nie jest bardzo z się że za dobra dobry obsługa polecam wszystko wszystkim ale nikt szybko miły dziękuję",
  sv: "och att det är jag en ett med för inte mycket på som var vi av till bra trevlig väldigt nöjd tack snabbt",
  da: "og det er jeg en et med for ikke meget på som var vi af til god godt venlig tak hurtigt",
  tr: "ve bir çok bu için ile de da iyi güzel hizmet teşekkürler tavsiye ederim değil memnun herkese kaldık",
  ro: "și este foarte cu pentru nu un o la din că mai bun bună serviciu recomand mulțumesc",
  cs: "je velmi na s se že ne ale pro dobrý dobrá doporučuji služby děkuji vše rychle",
  fi: "ja oli hyvä hyvin ei mutta erittäin palvelu suosittelen kiitos kaikki todella",
};
/** Scripts of one language, and those that several share (RFC 5646 2.2.3). */
const SCRIPTS: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Cyrillic}/u, "und-Cyrl"],
  [/\p{Script=Arabic}/u, "und-Arab"],
  [/\p{Script=Devanagari}/u, "und-Deva"],
];
const OTHER_SCRIPTS = new RegExp(SCRIPTS.map(([{ source }]) => source).join("|"), "u");
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
  "und-Cyrl": "a language in Cyrillic script",
  "und-Arab": "a language in Arabic script",
  "und-Deva": "a language in Devanagari script",
};
/** The tag of English, the one language that is analysed. */
export const ENGLISH = "en";
/** Most English texts show themselves by one of these, and hold no letter beyond ASCII. */
const SURELY_ENGLISH = /\b(?:the|they|were|and|with|our|you)\b/i;
const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;
const READ = 400;
/** Words of another language that must outnumber the English ones; one is enough in a text of a few words. */
const LEAST = 2;
const [OPENING, SURELY] = [120, 6];
const FEW_WORDS = 4;
/** English is the first of the table. */
const ENGLISH_PLACE = 0;

/** A word of the table. */
interface KnownWord {
  /** The languages that have it, by their place. */
  readonly places: readonly number[];
  /** The text in which it was seen last. */
  seenIn: number;
}

const languages = Object.keys(WORDS);
const knownWords = new Map<string, KnownWord>();
languages.forEach((language, place) => {
  for (const word of new Set(WORDS[language]?.split(" "))) {
    for (const spelling of new Set([word, word.replace("'", "’")])) {
      knownWords.set(spelling, { places: [...knownWords.get(spelling)?.places ?? [], place], seenIn: 0 });
    }
  }
});
let texts = 0;

/**
 * The language of a review, as a tag of RFC 5646: `en` unless the script or the frequent words of its beginning show
 * another one. A guess from a table: good from about four words on, and `en` in doubt.
 */
export function languageOf(text: string): string {
  const beginning = text.slice(0, READ);
  const isPlain = isPlainText(beginning);
  if (isPlain && SURELY_ENGLISH.test(beginning)) return ENGLISH;
  const lower = beginning.toLowerCase();
  if (opensInEnglish(lower)) return ENGLISH;
  const words = lower.match(WORD) ?? [];
  if (!isPlain) {
    const foreign = scriptLanguage(lower, words);
    if (foreign !== null) return foreign;
  }
  const found = knownIn(words);
  const english = found.filter(({ places }) => places[0] === ENGLISH_PLACE).length;
  // In a text of English words a few of another language are a quotation or a greeting.
  const others = found.filter(({ places }) => places.length > 1 || places[0] !== ENGLISH_PLACE).length;
  if (others < 2 * english) return ENGLISH;
  const counts = languages.map(() => 0);
  for (const { places } of found) for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  const most = Math.max(...counts);
  const isEnough = most >= LEAST ||
    most === 1 && english === 0 && words.length > 1 && words.length <= FEW_WORDS && !isPlain;
  if (!isEnough || most <= english || english * 2 > most) return ENGLISH;
  return languages[counts.indexOf(most)] ?? ENGLISH;
}

/** Whether the first words are English beyond doubt: six of them, and hardly one of another language. */
function opensInEnglish(text: string): boolean {
  const found = knownIn(text.slice(0, OPENING).match(WORD) ?? []);
  const english = found.filter(({ places }) => places[0] === ENGLISH_PLACE).length;
  return english >= SURELY && (found.length - english) * 3 <= english;
}

/** The words of the table among some words, each once. */
function knownIn(words: readonly string[]): readonly KnownWord[] {
  const found: KnownWord[] = [];
  texts++;
  for (const word of words) {
    const known = knownWords.get(word);
    if (known === undefined || known.seenIn === texts) continue;
    known.seenIn = texts;
    found.push(known);
  }
  return found;
}

/** The English name of a language that {@linkcode languageOf} knows; the tag itself of another. */
export function languageName(tag: string): string {
  return NAMES[tag] ?? tag;
}

/** The language of the script in which most words are written; null for Latin. */
function scriptLanguage(text: string, words: readonly string[]): string | null {
  // Most texts hold no letter of any of them.
  if (!OTHER_SCRIPTS.test(text)) return null;
  for (const [script, language] of SCRIPTS) {
    if (script.test(text) && words.filter((word) => script.test(word)).length * 2 > words.length) return language;
  }
  return null;
}
