/** Somebody or something that a text may mention, with every name it goes by. */
export interface Mentionable {
  /** What a hit is reported as: a technician's name, a service's id. */
  readonly key: string;
  readonly names: readonly string[];
}

/** Finds who or what a text mentions: keys in the order in which they were declared, each once. */
export type MentionFinder = (text: string) => readonly string[];

// Scripts written without spaces (or, like Hangul, with particles joined to names) have no word
// boundary to look for: "Danさん" mentions Dan.
const UNSPACED = String
  .raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`;
const WORD = String.raw`[[\p{L}\p{N}]--[${UNSPACED}]]`;
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "v");
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, "v");

/** Folds a name or text for comparison: compatibility forms, accents, case and curly apostrophes. */
export function foldName(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").normalize("NFC")
    .toLowerCase().replaceAll("’", "'").trim();
}

/**
 * Builds a finder for whole-word mentions; case and accents are folded, a space in a name also
 * matches a hyphen. Where two names fit the same words, the longer one is taken: "Ana María" is
 * not also a mention of Ana.
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

/** Names that more than one candidate goes by, in folded form: they would make a mention a guess. */
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
