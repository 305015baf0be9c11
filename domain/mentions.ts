import { inflectionsOf } from "./inflections.ts";

/** A person or thing that a text may mention, with all its names. */
export interface Mentionable {
  /** How it is reported: a technician's name, a service's id. */
  readonly key: string;
  readonly names: readonly string[];
}

/** Finds the keys of all that a text mentions, each once, in the order of the candidates. */
export type MentionFinder = (text: string) => readonly string[];

// These scripts have no spaces between words (or, like Hangul, join particles to names), so there is no word boundary
// to test: "Danさん" mentions Dan.
const UNSPACED = String
  .raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`;
const WORD = String.raw`[[\p{L}\p{N}]--[${UNSPACED}]]`;
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "v");
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, "v");

const ASCII = /^\p{ASCII}*$/u;

/** Folds a name or text for comparison: compatibility forms, accents, case and curly apostrophes. Offsets change. */
export function foldName(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().trim();
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").normalize("NFC")
    .toLowerCase().replaceAll("’", "'").trim();
}

/**
 * Builds a finder of whole words; case and accents are ignored, and a space in a name also matches a hyphen. Of two
 * names that match at the same place the longer one counts: "Ana María" does not also mention Ana.
 *
 * @param forms The forms of a word that count as the word (see `inflectionsOf`); without it names are found as they are
 * written. A form that two candidates would share finds neither.
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

/** Names of more than one candidate, folded. A mention of one would be ambiguous. */
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

/** Of a long name only the last word is inflected: each word multiplies the forms of the name. */
const MOST_INFLECTED = 4;

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

function canonical(folded: string): string {
  return folded.replace(/[\s-]+/g, " ");
}

/** Names in turn that have the same boundaries. */
interface NameGroup {
  readonly before: string;
  readonly after: string;
  readonly names: string[];
}

/**
 * Groups names, in their order, so that a boundary stands in the pattern once for all: its set of characters is large,
 * and for each name it took longer to compile than 1,000 reviews to read.
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
  // What a name may begin with is looked at first: most letters are none of these.
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
