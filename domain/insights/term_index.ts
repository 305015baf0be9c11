import type { Word } from "./words_of.ts";

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
}

interface Node<Value> {
  value?: Value;
  next?: Map<string, Node<Value>>;
}

/**
 * Builds an index of terms. A look-up takes at most as many steps as the longest term has words.
 *
 * @param form What of a word is compared, of a text's word and a term's alike.
 */
export function termIndex<Value>(
  terms: Iterable<readonly [term: readonly string[], value: Value]>,
  form: (word: string) => string = (word) => word,
): TermIndex<Value> {
  const root: Node<Value> = {};
  for (const [term, value] of terms) {
    let node = root;
    for (const word of term) {
      node.next ??= new Map();
      const key = form(word);
      let next = node.next.get(key);
      if (next === undefined) node.next.set(key, next = {});
      node = next;
    }
    if (node !== root) node.value = value;
  }
  return {
    longestAt: (words, at) => {
      let found: TermHit<Value> | null = null;
      let node: Node<Value> | undefined = root;
      for (let index = at; node?.next !== undefined && index < words.length; index++) {
        node = node.next.get(form(words[index]?.text ?? ""));
        if (node?.value !== undefined) found = { value: node.value, length: index - at + 1 };
      }
      return found;
    },
  };
}
