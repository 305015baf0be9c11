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
  /** The first words of all terms, in the compared form. */
  readonly firstWords: ReadonlySet<string>;
}

interface Node<Value> {
  value?: Value;
  next?: Map<string, Node<Value>>;
}

/**
 * Builds the index; of equal terms the last one counts. A look-up takes at most as many steps as the longest term has
 * words.
 *
 * @param compared Which form of a word is compared: `text`, or `stem` to ignore endings.
 */
export function termIndex<Value>(
  terms: Iterable<readonly [term: string, value: Value]>,
  compared: "text" | "stem",
): TermIndex<Value> {
  const root = new Map<string, Node<Value>>();
  for (const [term, value] of terms) {
    let next = root;
    let node: Node<Value> | undefined;
    for (const { [compared]: key } of wordsOf(term)) {
      if (node !== undefined) next = node.next ??= new Map();
      const known = next.get(key);
      node = known ?? {};
      if (known === undefined) next.set(key, node);
    }
    if (node !== undefined) node.value = value;
  }
  return {
    longestAt: (words, at) => {
      let found: TermHit<Value> | null = null;
      let next: Map<string, Node<Value>> | undefined = root;
      for (let index = at; next !== undefined && index < words.length; index++) {
        const node: Node<Value> | undefined = next.get(words[index]?.[compared] ?? "");
        if (node?.value !== undefined) found = { value: node.value, length: index - at + 1 };
        next = node?.next;
      }
      return found;
    },
    firstWords: new Set(root.keys()),
  };
}
