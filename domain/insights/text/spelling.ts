import words from "./spelling_words.json" with { type: "json" };

/** Words of reviews that are often misspelt and carry the opinion or its subject. */
const WORDS = words.often_misspelt.split(" ");
/** Correct words that resemble one of them. */
const OTHERS = new Set(words.alike.split(" "));
/** Misspellings that no rule below corrects. */
const SLIPS = new Map(Object.entries(words.slips));
const SHORTEST = 6;
const SHORTEST_OF_ANY_SLIP = 8;
const VOWELS = /[aeiou]/g;

const known = new Set(WORDS);
const bySkeleton = Map.groupBy(WORDS, skeletonOf);

/**
 * Returns the usual spelling of a misspelt word of reviews; any other word unchanged. A word is misspelt if it differs
 * from a listed one by doubled letters and vowels ("proffesional"), or by one letter if both are long ("knowlegeable").
 * The first letter and the last two must match, because otherwise it may be another word or form.
 *
 * @param word In lower case.
 */
export function respelt(word: string): string {
  const slip = SLIPS.get(word);
  if (slip !== undefined) return slip;
  if (word.length < SHORTEST || known.has(word) || OTHERS.has(word)) return word;
  const alike = bySkeleton.get(skeletonOf(word))?.find((target) => isSlip(word, target, 2));
  if (alike !== undefined) return alike;
  if (word.length < SHORTEST_OF_ANY_SLIP) return word;
  return WORDS.find((target) =>
    target[0] === word[0] && target.length >= SHORTEST_OF_ANY_SLIP && isSlip(word, target, 1)
  ) ?? word;
}

function skeletonOf(word: string): string {
  return word.charAt(0) + word.slice(1).replace(VOWELS, "").replace(/(.)\1+/g, "$1");
}

function isSlip(word: string, target: string, most: number): boolean {
  if (word.startsWith(target) || target.startsWith(word) || word.slice(-2) !== target.slice(-2)) return false;
  return Math.abs(word.length - target.length) <= most && editDistance(word, target) <= most;
}

/** Returns the number of letters to add, drop, change or swap with their neighbour (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [twoBefore, before] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (twoBefore[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    [twoBefore, before] = [before, row];
  }
  return before[b.length] ?? 0;
}
