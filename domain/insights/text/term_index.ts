import { pairMemo, wordMemo } from "./word_memo.ts";
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

/** How a word of a term is compared: as it is written, or by its stem. */
export interface TermWord {
  readonly text: string;
  readonly stem: string;
  readonly isExact: boolean;
}

// Without optional fields: look-ups in objects of one shape are faster.
interface Node<Value> {
  hit: TermHit<Value> | null;
  exact: Map<string, Node<Value>> | null;
  loose: Map<string, Node<Value>> | null;
}

/** The nodes of a term's first word, by each way to compare it. */
interface Beginning<Value> {
  readonly exact: Node<Value> | undefined;
  readonly loose: Node<Value> | undefined;
}

const ANY_ENDING = "*";

/**
 * The words of a term, and how each is compared. A single word is compared by its stem. Of a term of several words each
 * is compared as it is written, as "backed up" must not find "back up and running"; one that an asterisk follows, as in
 * "hidden fee*", by its stem.
 */
export function comparedWords(term: string): readonly TermWord[] {
  const words = wordsOf(term);
  return words.map(({ text, stem, end }) => ({
    text,
    stem,
    isExact: words.length > 1 && term[end] !== ANY_ENDING,
  }));
}

/** The term with every ending allowed for each of its words. */
export function withAnyEnding(term: string): string {
  return wordsOf(term).map(({ text }) => text + ANY_ENDING).join(" ");
}

/**
 * Builds the index; of equal terms the last one counts. A look-up takes at most as many steps as the longest term has
 * words, twice as many where words of terms are compared by stems and as written.
 *
 * @param compared `text` to compare each word as it is written, or `stem` for the rule of {@linkcode comparedWords}.
 */
export function termIndex<Value>(
  terms: Iterable<readonly [term: string, value: Value]>,
  compared: "text" | "stem",
): TermIndex<Value> {
  const root: Node<Value> = { hit: null, exact: null, loose: null };
  for (const [term, value] of terms) {
    let node = root;
    let length = 0;
    for (const { text, stem, isExact } of comparedWords(term)) {
      const exact = compared === "text" || isExact;
      const next = exact ? node.exact ??= new Map() : node.loose ??= new Map();
      const key = exact ? text : stem;
      const known = next.get(key) ?? { hit: null, exact: null, loose: null };
      next.set(key, known);
      node = known;
      length++;
    }
    if (node !== root) node.hit = { value, length };
  }

  function longestFrom(node: Node<Value>, words: readonly Word[], at: number, length: number): TermHit<Value> | null {
    let found = node.hit;
    if (node.exact === null && node.loose === null) return found;
    const word = words[at + length];
    if (word === undefined) return found;
    const exact = node.exact?.get(word.text);
    if (exact !== undefined) found = longer(longestFrom(exact, words, at, length + 1), found);
    const loose = node.loose?.get(word.stem);
    if (loose !== undefined) found = longer(longestFrom(loose, words, at, length + 1), found);
    return found;
  }

  const beginningOf = wordMemo(({ text, stem }): Beginning<Value> | null => {
    const [exact, loose] = [root.exact?.get(text), root.loose?.get(stem)];
    return exact === undefined && loose === undefined ? null : { exact, loose };
  });

  const goesOnWith = pairMemo((word, next) => {
    const beginning = beginningOf(word);
    return beginning !== null && (goesOn(beginning.exact, next) || goesOn(beginning.loose, next));
  });
  const mayGoOn = (word: Word, next: Word | undefined) => beginningOf(word) !== null && goesOnWith(word, next);

  function longestAt(words: readonly Word[], at: number): TermHit<Value> | null {
    const word = words[at];
    const beginning = word === undefined ? null : beginningOf(word);
    if (word === undefined || beginning === null || !goesOnWith(word, words[at + 1])) return null;
    const { exact, loose } = beginning;
    const found = exact === undefined ? null : longestFrom(exact, words, at, 1);
    return loose === undefined ? found : longer(longestFrom(loose, words, at, 1), found);
  }

  return { longestAt, mayBegin: (word) => beginningOf(word) !== null, mayGoOn };
}

/** Whether a term ends at a node, or may go on with a word. */
function goesOn<Value>(node: Node<Value> | undefined, next: Word | undefined): boolean {
  if (node === undefined) return false;
  if (node.hit !== null) return true;
  return next !== undefined && (node.exact?.has(next.text) === true || node.loose?.has(next.stem) === true);
}

function longer<Value>(hit: TermHit<Value> | null, known: TermHit<Value> | null): TermHit<Value> | null {
  return hit === null || known !== null && known.length >= hit.length ? known : hit;
}
