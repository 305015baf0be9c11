/** Numbers of words, found by letters that stand in a longer text. */
export interface LetterTable {
  /**
   * The number of a word; 0 if it has none.
   *
   * @param letters Code units (UTF-16) of the text.
   * @param hash Of the word's letters (see `hashOf`).
   */
  readonly find: (letters: Uint16Array, start: number, end: number, hash: number) => number;
  /** Gives a word its number, from 1 on; false if others have all its places. */
  readonly add: (word: string, number: number) => boolean;
}

/** A word takes the hash, where its letters stand, how many they are, and its number; 0 in a free place. */
const ENTRY = 4;
/** Of words with the same place the first few have one behind it. */
const FURTHEST = 4;

/** Adds a letter to the hash of a word; the hash of no letter is 0. */
export function hashWith(hash: number, letter: number): number {
  return Math.imul(hash, 31) + letter | 0;
}

/**
 * Builds an empty table. A look-up makes no string and reads two places of the memory.
 *
 * @param places A power of two, some times the number of words.
 */
export function letterTable(places: number): LetterTable {
  const entries = new Int32Array(ENTRY * (places + FURTHEST));
  let pool = new Uint16Array(1 << 12);
  let pooled = 0;

  function firstOf(hash: number): number {
    return ENTRY * ((hash ^ hash >>> 16) & places - 1);
  }

  function isAt(letters: Uint16Array, start: number, from: number, length: number): boolean {
    for (let at = 0; at < length; at++) if (letters[start + at] !== pool[from + at]) return false;
    return true;
  }

  function find(letters: Uint16Array, start: number, end: number, hash: number): number {
    const first = firstOf(hash);
    for (let entry = first; entry < first + ENTRY * FURTHEST; entry += ENTRY) {
      const number = entries[entry + 3] ?? 0;
      if (number === 0) return 0;
      const length = end - start;
      if (
        entries[entry] === hash && entries[entry + 2] === length &&
        isAt(letters, start, entries[entry + 1] ?? 0, length)
      ) return number;
    }
    return 0;
  }

  function add(word: string, number: number): boolean {
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = hashWith(hash, word.charCodeAt(at));
    const first = firstOf(hash);
    let entry = first;
    while (entry < first + ENTRY * FURTHEST && entries[entry + 3] !== 0) entry += ENTRY;
    if (entry === first + ENTRY * FURTHEST) return false;
    if (pooled + word.length > pool.length) {
      const longer = new Uint16Array(2 * (pool.length + word.length));
      longer.set(pool);
      pool = longer;
    }
    for (let at = 0; at < word.length; at++) pool[pooled + at] = word.charCodeAt(at);
    entries.set([hash, pooled, word.length, number], entry);
    pooled += word.length;
    return true;
  }

  return { find, add };
}
