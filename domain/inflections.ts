const INFLECTED = /^[a-z]{3,}$/;
const SIBILANT = /(?:s|x|z|ch|sh)$/;
const Y_AFTER_CONSONANT = /[^aeiou]y$/;
/** Ends like a plural and is none. */
const NO_PLURAL = /(?:ss|us|is)$/;
/** Doubled before an ending: "plan", "planned". */
const DOUBLED = /([bdgklmnprt])\1$/;

/**
 * The forms of an English word as services are called by: singular and plural, and of the last word of several those of its
 * verb ("boiler repair": "repairs", "repaired", "repairing"). The word itself is the first. Not of abbreviations of two
 * letters, of words with figures, nor of other scripts.
 *
 * @param word Folded (see `foldName`).
 * @param isLastOfSeveral Whether it ends a name of several words: "cleaning" alone is not found by "clean".
 */
export function inflectionsOf(word: string, isLastOfSeveral: boolean): readonly string[] {
  if (!INFLECTED.test(word)) return [word];
  const singular = singularOf(word);
  const forms = [word, singular, pluralOf(singular)];
  return [...new Set(isLastOfSeveral ? [...forms, ...verbForms(singular)] : forms)];
}

function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || NO_PLURAL.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  const stem = word.slice(0, -2);
  return word.endsWith("es") && SIBILANT.test(stem) && !/[^s]s$/.test(stem) ? stem : word.slice(0, -1);
}

function pluralOf(singular: string): string {
  if (Y_AFTER_CONSONANT.test(singular)) return `${singular.slice(0, -1)}ies`;
  return SIBILANT.test(singular) ? `${singular}es` : `${singular}s`;
}

function verbForms(singular: string): readonly string[] {
  if (singular.endsWith("ing") && singular.length > 6) {
    const root = singular.slice(0, -3);
    const roots = DOUBLED.test(root) ? [root, root.slice(0, -1)] : [root, `${root}e`];
    return [...roots, ...roots.map(pluralOf), root.endsWith("y") ? `${root.slice(0, -1)}ied` : `${root}ed`];
  }
  if (Y_AFTER_CONSONANT.test(singular)) return [`${singular.slice(0, -1)}ied`, `${singular}ing`];
  const root = singular.endsWith("e") ? singular.slice(0, -1) : singular;
  return [`${root}ed`, `${root}ing`];
}
