/** Words for each number of stars. */
export const STARS: Readonly<Record<number, string>> = {
  1: "one star",
  2: "two stars",
  3: "three stars",
  4: "four stars",
  5: "five stars",
};

const THOUSANDS = new Intl.NumberFormat("en-US");
const MONTHS = "January February March April May June July August September October November December".split(" ");
const LONGEST = 120;
const MOST_REVIEWS = 2000;
const MOST_CHARACTERS = 2000;
const INNER_WORD = /(?<=[\p{L}\p{N},;] )\p{L}[\p{L}\p{M}]+/gu;

/** Returns a label as written inside a sentence. */
export type ProseLabel = (label: string) => string;

/** Returns a count as written in prose, equal to every table: `20,000`. */
export function countText(count: number): string {
  return THOUSANDS.format(count);
}

/** Returns a number of things: `1 review`, `2,000 reviews`. */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : several}`;
}

/** Joins the items of a list: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/**
 * Returns a month in words: `May 2026`.
 *
 * @param number Month number as of `monthNumber`.
 */
export function monthName(number: number): string {
  return `${MONTHS[number % 12]} ${Math.floor(number / 12)}`;
}

/** Returns a name for use in a sentence: on one line, without quotation marks, cut to 120 characters. */
export function proseName(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}\s“”"]+/gu, " ").trim();
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join("").trimEnd()}…`;
}

/** Returns a label for use before a colon or in quotation marks: as written, without final punctuation. */
export function plainLabel(label: string): string {
  return proseName(label).replace(/[\s.,:;!?…-]+$/u, "") || proseName(label);
}

/**
 * Builds the writer of labels: `Problem resolution` becomes `problem resolution`, and `AC repair` is kept. Proper names
 * are kept too: those with several capitals (`Iron Man Experience`, `Wi-Fi`), and those whose first word reviews mostly
 * capitalise inside sentences (`Birchmere`).
 *
 * @param texts Texts of reviews; the first 2000 are read.
 */
export function proseLabels(texts: Iterable<string>): ProseLabel {
  // Number of capitalised uses minus lower-case uses, by word.
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
    const first = /^\p{L}[\p{L}\p{M}]*/u.exec(name)?.[0] ?? "";
    return (capitals.get(first.toLowerCase()) ?? 0) > 0 ? name : uncapitalized(name);
  };
}

/** Returns a label without its capital; abbreviations and names of several capitals keep theirs. */
export function uncapitalized(label: string): string {
  if (!/^\p{Lu}\p{Ll}/u.test(label) || /[\s-]\p{Lu}\p{Ll}/u.test(label)) return label;
  return label.charAt(0).toLowerCase() + label.slice(1);
}
