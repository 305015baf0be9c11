import { type Word, wordsOf } from "./words_of.ts";

/** A term that begins at a word. */
export interface TermHit<Value> {
  readonly value: Value;
  /** How many words the term has. */
  readonly length: number;
}

/** Terms of one or more words, to be looked for at each word of a text. */
export interface TermIndex<Value> {
  /** The longest term that begins at this word; null when none does. */
  readonly longestAt: (words: readonly Word[], at: number) => TermHit<Value> | null;
  /** The words with which terms begin, in the form that is compared. */
  readonly firstWords: ReadonlySet<string>;
}

interface Node<Value> {
  value?: Value;
  next?: Map<string, Node<Value>>;
}

/**
 * Builds an index of terms; of two that are alike the later one counts. A look-up takes at most as
 * many steps as the longest term has words.
 *
 * @param compared What of a word is compared: itself, or its stem, so that endings do not matter.
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
