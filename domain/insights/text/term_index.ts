import { isMoney, isNumber, LONGEST_GAP, numberEnd, type TermSlot } from "./term_pattern.ts";
import { endsOf, merged, newNode, type TermNode } from "./term_tree.ts";
import { wordMemo } from "./word_memo.ts";
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
}

/** Builds an index of terms whose words are compared as they are written; of equal terms the last one counts. */
export function termIndex<Value>(terms: Iterable<readonly [term: string, value: Value]>): TermIndex<Value> {
  const slotsOf = (term: string) => wordsOf(term).map(({ text }) => [[{ kind: "word" as const, text }]]);
  return slotIndex(Array.from(terms, ([term, value]) => [slotsOf(term), value] as const), (_, last) => last);
}

/**
 * Builds an index of terms by their places (see `termSlots`). A look-up goes all ways at once, as terms with
 * alternatives are kept as they are written: written out, those of one taxonomy would be 150,000.
 *
 * @param join The value where several terms of the same length are found.
 */
export function slotIndex<Value>(
  terms: Iterable<readonly [slots: readonly TermSlot[], value: Value]>,
  join: (first: Value, last: Value) => Value,
): TermIndex<Value> {
  const root = newNode<Value>(true);
  const parts = new Set<string>();
  for (const [slots, value] of terms) {
    for (const { text } of slots.flat(2)) parts.add(text);
    for (const node of endsOf(root, slots)) {
      if (node !== root) node.value = node.value === null ? value : join(node.value, value);
    }
  }

  /** The only node of a list; several are put together when they are first met, so that one step leads to all. */
  function one(nodes: TermNode<Value>[]): TermNode<Value> {
    const first = nodes[0];
    if (nodes.length === 1 && first !== undefined) return first;
    const all = merged(nodes, join);
    nodes.splice(0, nodes.length, all);
    return all;
  }

  /** A quick check that most words fail. */
  const isPart = wordMemo(({ text, stem }) => parts.has(text) || parts.has(stem));
  // One look-up at a time: kept outside of it, so that it makes no objects.
  let longest = 0;
  let found: Value | null = null;

  function visit(node: TermNode<Value>, words: readonly Word[], next: number, length: number): void {
    if (node.value !== null && length >= longest) {
      found = length > longest || found === null ? node.value : join(found, node.value);
      longest = length;
    }
    const word = words[next];
    if (word === undefined) return;
    follow(node, word, words, next, length);
    if (node.gap !== null) leap(one(node.gap), words, next, length);
  }

  /** With the word that follows as the next part. */
  function follow(node: TermNode<Value>, word: Word, words: readonly Word[], next: number, length: number): void {
    if (isPart(word)) {
      const exact = node.exact?.get(word.text);
      if (exact !== undefined) visit(one(exact), words, next + 1, length + 1);
      const loose = node.loose?.get(word.stem);
      if (loose !== undefined) visit(one(loose), words, next + 1, length + 1);
    }
    if (node.number !== null || node.money !== null) count(node, words, next, length);
  }

  function count(node: TermNode<Value>, words: readonly Word[], next: number, length: number): void {
    const end = numberEnd(words, next);
    const first = words[next];
    if (end === next || first === undefined) return;
    if (node.number !== null) visit(one(node.number), words, end, length + end - next);
    if (node.money !== null && isMoney(first)) visit(one(node.money), words, end, length + end - next);
  }

  /** After up to three words, with no comma before any of them or the next. */
  function leap(node: TermNode<Value>, words: readonly Word[], from: number, length: number): void {
    for (let next = from; next <= from + LONGEST_GAP; next++) {
      const word = words[next];
      if (word === undefined || word.isAfterBreak) return;
      follow(node, word, words, next, length + next - from);
    }
  }

  const nowhere = newNode<Value>(false);

  /** Where a word leads from the beginning of a term; nowhere for most words. */
  const beginningOf = wordMemo(({ text, stem }): TermNode<Value> => {
    const found = [...root.exact?.get(text) ?? [], ...root.loose?.get(stem) ?? []];
    return found.length === 0 ? nowhere : one(found);
  });
  const mayCount = wordMemo((word) => root.number !== null && isNumber(word) || root.money !== null && isMoney(word));
  const mayBegin = wordMemo((word) => beginningOf(word) !== nowhere || mayCount(word));

  function longestAt(words: readonly Word[], at: number): TermHit<Value> | null {
    const word = words[at];
    if (word === undefined || !mayBegin(word)) return null;
    longest = 0;
    found = null;
    const beginning = beginningOf(word);
    if (beginning !== nowhere) visit(beginning, words, at + 1, 1);
    if (mayCount(word)) count(root, words, at, 0);
    return found === null ? null : { value: found, length: longest };
  }

  return { longestAt, mayBegin };
}
