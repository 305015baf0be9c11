const LONGEST = 120;
const MOST_REVIEWS = 2000;
const MOST_CHARACTERS = 2000;
const INNER_WORD = /(?<=[\p{L}\p{N},;] )\p{L}[\p{L}\p{M}]+/gu;

/** Writes a label as it stands inside a sentence. */
export type ProseLabel = (label: string) => string;

/** A name for use in a sentence: on one line, without quotation marks, cut to 120 characters. */
export function proseName(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}\s“”"]+/gu, " ").trim();
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join("").trimEnd()}…`;
}

/** A label before a colon or in quotation marks: as it was written, without punctuation at its end. */
export function plainLabel(label: string): string {
  return proseName(label).replace(/[\s.,:;!?…-]+$/u, "") || proseName(label);
}

/**
 * Builds the writer of labels: `Problem resolution` becomes `problem resolution`, and `AC repair` stays. So does a proper
 * name: one of several capitals (`Iron Man Experience`, `Wi-Fi`), and one whose first word reviews mostly write with a capital
 * inside their sentences (`Birchmere`).
 *
 * @param texts Of reviews; the first 2000 are read.
 */
export function proseLabels(texts: Iterable<string>): ProseLabel {
  // Capitals minus small letters, by word.
  const capitals = new Map<string, number>();
  let read = 0;
  for (const text of texts) {
    if (read++ === MOST_REVIEWS) break;
    for (const [word] of text.slice(0, MOST_CHARACTERS).matchAll(INNER_WORD)) {
      const small = word.toLowerCase();
      capitals.set(small, (capitals.get(small) ?? 0) + (word === small ? -1 : 1));
    }
  }
  return (label) => {
    const name = plainLabel(label);
    const first = /^\p{Lu}\p{Ll}[\p{L}\p{M}]*/u.exec(name)?.[0];
    if (first === undefined || /[\s-]\p{Lu}\p{Ll}/u.test(name)) return name;
    return (capitals.get(first.toLowerCase()) ?? 0) > 0 ? name : name.charAt(0).toLowerCase() + name.slice(1);
  };
}
