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
 */
export function mentionFinder(candidates: readonly Mentionable[]): MentionFinder {
  const keyOf = new Map<string, number>();
  candidates.forEach(({ names }, index) => {
    for (const name of names) keyOf.set(canonical(foldName(name)), index);
  });
  const names = [...keyOf.keys()].filter((name) => name !== "").sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (names.length === 0) return () => [];
  const pattern = new RegExp(names.map(wholeWord).join("|"), "gv");
  return (text) => {
    const found = new Set<number>();
    for (const [match] of foldName(text).matchAll(pattern)) {
      const index = keyOf.get(canonical(match));
      if (index !== undefined) found.add(index);
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

function canonical(folded: string): string {
  return folded.replace(/[\s-]+/g, " ");
}

function wholeWord(name: string): string {
  const words = name.split(" ").map((word) =>
    word.replace(
      /[^\p{L}\p{N}]/gu,
      (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`,
    )
  );
  const before = BEGINS_UNSPACED.test(name) ? "" : `(?<!${WORD})`;
  const after = ENDS_UNSPACED.test(name) ? "" : `(?!${WORD})`;
  return before + words.join(String.raw`[\s\-]+`) + after;
}
