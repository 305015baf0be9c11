/** A person or thing that a text may mention, with all its names. */
export interface Mentionable {
  /** Identifier that finders return: a technician's name, a service's id. */
  readonly key: string;
  readonly names: readonly string[];
}

/** Returns the keys of all candidates that a text mentions, each once, in the order of the candidates. */
export type MentionFinder = (text: string) => readonly string[];

// Scripts without spaces between words, or, like Hangul, with particles joined to names. They have no word boundary to
// test: "Danさん" mentions Dan.
const UNSPACED = String
  .raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`;

const WORD = String.raw`[[\p{L}\p{N}]--[${UNSPACED}]]`;
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "v");
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, "v");
const ASCII = /^\p{ASCII}*$/u;
/**
 * Maximum number of words in a name that are all inflected. Longer names inflect only the last, because each inflected
 * word multiplies the patterns.
 */
const MOST_INFLECTED = 4;

/**
 * Builds a finder of whole words. It ignores case and accents; a space in a name also matches a hyphen. Of two names
 * that match at one place the longer wins: "Ana María" does not also mention Ana.
 *
 * @param forms Inflected forms of a word (see `inflectionsOf`); without it only the names as written match. A form that
 * two candidates share matches neither.
 */
export function mentionFinder(candidates: readonly Mentionable[], forms?: typeof inflectionsOf): MentionFinder {
  const keyOf = new Map<string, number>();
  candidates.forEach(({ names }, index) => {
    for (const name of names) keyOf.set(canonical(foldName(name)), index);
  });
  const formsOf = (name: string) => name.split(" ").map((word, at, all) => wordForms(word, at, all, forms));
  const indexOf = new Map<string, number | null>();
  for (const [name, index] of keyOf) {
    for (const form of joinedForms(formsOf(name))) {
      indexOf.set(form, !indexOf.has(form) || indexOf.get(form) === index ? index : null);
    }
  }
  for (const [name, index] of keyOf) indexOf.set(name, index);
  const names = [...keyOf.keys()].filter((name) => name !== "").sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (names.length === 0) return () => [];
  const pattern = new RegExp(groupsOf(names).map((group) => wholeWord(group, formsOf)).join("|"), "gv");
  return (text) => {
    const found = new Set<number>();
    for (const [match] of foldName(text).matchAll(pattern)) {
      const index = indexOf.get(canonical(match)) ?? null;
      if (index !== null) found.add(index);
    }
    return [...found].sort((a, b) => a - b).map((index) => candidates[index]?.key ?? "");
  };
}

/** Names that several candidates share, folded. Mentions of these would be ambiguous. */
export function sharedNames(candidates: readonly Mentionable[]): readonly string[] {
  const owner = new Map<string, number>();
  const shared = new Set<string>();
  candidates.forEach(({ names }, index) => {
    for (const name of names) {
      const folded = canonical(foldName(name));
      if ((owner.get(folded) ?? index) !== index) shared.add(folded);
      owner.set(folded, index);
    }
  });
  return [...shared];
}

/**
 * Folds a name or text for comparison: compatibility forms, accents, case and curly apostrophes. Offsets in the result
 * differ from those in the text.
 */
export function foldName(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().trim();
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").normalize("NFC")
    .toLowerCase().replaceAll("’", "'").trim();
}

function canonical(folded: string): string {
  return folded.replace(/[\s-]+/g, " ");
}

interface NameGroup {
  readonly before: string;
  readonly after: string;
  readonly names: string[];
}

/**
 * Groups consecutive names with equal word boundaries, so that the pattern contains a boundary once per group. With one
 * for each name, compiling took longer than searching 1,000 reviews.
 */
function groupsOf(names: readonly string[]): readonly NameGroup[] {
  const groups: NameGroup[] = [];
  for (const name of names) {
    const before = BEGINS_UNSPACED.test(name) ? "" : `(?<!${WORD})`;
    const after = ENDS_UNSPACED.test(name) ? "" : `(?!${WORD})`;
    const last = groups.at(-1);
    if (last?.before === before && last.after === after) last.names.push(name);
    else groups.push({ before, after, names: [name] });
  }
  return groups;
}

function wholeWord(
  { before, after, names }: NameGroup,
  formsOf: (name: string) => readonly (readonly string[])[],
): string {
  const spellings = names.map((name) => formsOf(name).map(anyOf).join(String.raw`[\s\-]+`));
  // Test the first letter before anything else, because most positions fail this test.
  const letters = new Set(names.map((name) => escaped(String.fromCodePoint(name.codePointAt(0) ?? 0))));
  return `(?=[${[...letters].join("")}])${before}(?:${spellings.join("|")})${after}`;
}

function anyOf(forms: readonly string[]): string {
  const [first = "", ...others] = forms.map(escaped);
  return others.length === 0 ? first : `(?:${[first, ...others].join("|")})`;
}

function escaped(word: string): string {
  return word.replace(/[^\p{L}\p{N}]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);
}

function wordForms(
  word: string,
  at: number,
  all: readonly string[],
  forms: typeof inflectionsOf | undefined,
): readonly string[] {
  const isLast = at === all.length - 1;
  if (forms === undefined || !isLast && all.length > MOST_INFLECTED) return [word];
  return forms(word, isLast && all.length > 1);
}

function joinedForms(words: readonly (readonly string[])[]): readonly string[] {
  return words.reduce<readonly string[]>(
    (names, forms) => names.flatMap((name) => forms.map((form) => name === "" ? form : `${name} ${form}`)),
    [""],
  );
}

const INFLECTED = /^[a-z]{3,}$/;
const SIBILANT = /(?:s|x|z|ch|sh)$/;
const Y_AFTER_CONSONANT = /[^aeiou]y$/;
/** Looks like a plural but is a singular: "glass", "bus", "basis". */
const NO_PLURAL = /(?:ss|us|is)$/;
/** Consonant that English doubles before an ending: "plan", "planned". */
const DOUBLED = /([bdgklmnprt])\1$/;

/**
 * Inflected forms of an English word, itself first: singular and plural. The last word of a name of several words also
 * gets its verb forms ("boiler repair": "repairs", "repaired", "repairing"). Words with digits, other scripts, or fewer
 * than three letters have no other form.
 *
 * @param word Folded (see `foldName`).
 * @param isLastOfSeveral Whether the word ends a name of several words. A name of one word gets no verb forms: "clean"
 * is no mention of "cleaning".
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
