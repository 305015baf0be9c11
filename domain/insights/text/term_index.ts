import { pairMemo, wordCheck, wordMemo } from "./word_memo.ts";
import { type Word, wordsOf } from "./words_of.ts";

/** A term found at a word. */
export interface TermHit<Value> {
  readonly value: Value;
  /** Number of words of the term. */
  readonly length: number;
}

/** A trie of terms of one or more words. */
export interface TermIndex<Value> {
  /** The longest term that begins at the word at an index; null if none does. */
  readonly longestAt: (words: readonly Word[], at: number) => TermHit<Value> | null;
  /** Whether a term may begin with a word; a quick check that nearly all words fail. */
  readonly mayBegin: (word: Word) => boolean;
  /** Whether one may begin with a word and go on with the next: many begin with "the", few go on with what follows. */
  readonly mayGoOn: (word: Word, next: Word | undefined) => boolean;
}

const [NO, YES] = [0, 1];

// Without optional fields: look-ups in objects of one shape are faster.
interface Node<Value> {
  hit: TermHit<Value> | null;
  next: Map<string, Node<Value>> | null;
}

/**
 * Builds an index of terms whose words are compared as they are written; of equal terms the last one counts. A look-up
 * takes at most as many steps as the longest term has words. For terms with signs see `slotIndex`.
 */
export function termIndex<Value>(terms: Iterable<readonly [term: string, value: Value]>): TermIndex<Value> {
  const root: Node<Value> = { hit: null, next: null };
  const laterWords = new Set<string>();
  for (const [term, value] of terms) {
    let node = root;
    let length = 0;
    for (const { text } of wordsOf(term)) {
      if (length > 0) laterWords.add(text);
      const next = node.next ??= new Map();
      const known = next.get(text) ?? { hit: null, next: null };
      next.set(text, known);
      node = known;
      length++;
    }
    if (node !== root) node.hit = { value, length };
  }

  const beginningOf = wordMemo(({ text }) => root.next?.get(text) ?? null);

  /** A quick check before a look-up in a map. */
  const mayBeLater = wordCheck(({ text }) => laterWords.has(text));

  const goesOn = pairMemo((word, next) => {
    const beginning = beginningOf(word);
    if (beginning === null || beginning.hit !== null) return beginning === null ? NO : YES;
    return next !== undefined && beginning.next?.has(next.text) === true ? YES : NO;
  });

  function longestAt(words: readonly Word[], at: number): TermHit<Value> | null {
    const first = words[at];
    if (first === undefined || goesOn(first, words[at + 1]) === NO) return null;
    let node = beginningOf(first);
    let found: TermHit<Value> | null = null;
    for (let next = at + 1; node !== null; next++) {
      found = node.hit ?? found;
      const word = words[next];
      if (node.next === null || word === undefined || !mayBeLater(word)) break;
      node = node.next.get(word.text) ?? null;
    }
    return found;
  }

  const mayBegin = (word: Word) => beginningOf(word) !== null;
  return { longestAt, mayBegin, mayGoOn: (word, next) => mayBegin(word) && goesOn(word, next) === YES };
}
