import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as spanish } from "@orama/stemmers/spanish";

/** Stemmers by the language of a review (RFC 5646). */
const STEMMERS = { en: english, de: german, es: spanish, fr: french } as const;

/** A language whose words have stems. */
export type StemmedLanguage = keyof typeof STEMMERS;

/** The languages whose words have stems. */
export const STEMMED_LANGUAGES = Object.keys(STEMMERS) as readonly StemmedLanguage[];

const BARE = /^[a-z0-9]+$/;
const ACCENTS = /[\u0300-\u036f]/g;
const LIGATURES: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ø: "o", œ: "oe", æ: "ae", ł: "l", đ: "d", ı: "i" },
};
const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
/** Elided words before a word, such as the French article, and the English genitive after it. */
const ELIDED = /^(?:[cdjlmnst]|qu)'(?=.)|(?<=.)'s$/g;

/**
 * Returns the spellings by which a folded word is found: without apostrophes and accents; an umlaut also as two letters;
 * `l'eau` also as `eau`, `gus's` also as `gus`. Two words are equal if they share a spelling.
 */
export function wordForms(word: string): readonly string[] {
  if (BARE.test(word)) return [word];
  const whole = word.replace(/^'+|'+$/g, "");
  const spelt = [whole, whole.replace(ELIDED, "")].map((one) => one.replaceAll("'", ""));
  const forms = spelt.flatMap((one) => [one, one.replace(/[äöüøå]/g, (sign) => UMLAUTS[sign]!)].map(plainWord));
  return [...new Set(forms)].filter((form) => form !== "");
}

/** Returns a folded word without accents. */
export function plainWord(word: string): string {
  if (BARE.test(word)) return word;
  return word.normalize("NFD").replace(ACCENTS, "").normalize("NFC").replace(
    /[ßøœæłđı]/g,
    (sign) => LIGATURES[sign]!,
  );
}

/** Returns the spellings of the stem of a folded word, with its accents and without. */
export function stemForms(word: string, language: StemmedLanguage): readonly string[] {
  const stem = STEMMERS[language];
  if (BARE.test(word)) return [stem(word)];
  const bare = word.replace(/^'+|'+$/g, "").replace(ELIDED, "").replaceAll("'", "");
  const others = wordForms(bare).filter((form) => form !== bare);
  return [...new Set([...wordForms(stem(bare)), ...others.map((form) => stem(form))])];
}
