import { isMoney, isNumber, LONGEST_GAP, numberEnd, type TermSlot } from "./term_pattern.ts";
import type { TermHit, TermIndex } from "./term_index.ts";
import { endsOf, goesNowhere, merged, newNode, type TermNode } from "./term_tree.ts";
import { wayTable } from "./way_table.ts";
import { wordMemo } from "./word_memo.ts";
import type { Word } from "./words_of.ts";

/** What the terms of an index know of a word. */
interface Known<Value> {
  /** The numbers that its spelling and its stem have in the index, 0 if no term asks for them. */
  readonly spelling: number;
  readonly stem: number;
  /** Whether a number may begin with it. */
  readonly isNumeric: boolean;
  /** Null if no term begins with it. */
  readonly beginning: Beginning<Value> | null;
}

/** What the first word of a text may begin. */
interface Beginning<Value> {
  readonly node: TermNode<Value> | null;
  /** Whether a number or an amount begins that terms begin with. */
  readonly isNumeric: boolean;
  /** The hit where the word alone is all that terms ask for. */
  readonly whole: TermHit<Value> | null;
}

/** An index of terms with gaps. */
export interface SlotIndex<Value> extends TermIndex<Value> {
  /** Whether a term may begin with a word and go on after a gap, with a later word if one is given. */
  readonly mayLeap: (word: Word, later: Word | null) => boolean;
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
): SlotIndex<Value> {
  const root = newNode<Value>(true);
  const spellings = new Map<string, number>();
  const stems = new Map<string, number>();
  let numbers = 0;
  for (const [slots, value] of terms) {
    for (const { kind, text } of slots.flat(2)) {
      const known = kind === "word" ? spellings : kind === "stem" ? stems : null;
      if (known !== null && !known.has(text)) known.set(text, ++numbers);
    }
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

  const ways = wayTable<TermNode<Value>>();
  let met = 0;

  /** The number of a node, the ways from which stand in the table from now on. */
  function placeOf(node: TermNode<Value>): number {
    if (node.place !== 0) return node.place;
    node.place = node.exact === null && node.loose === null ? -1 : ++met;
    for (const [text, after] of node.exact ?? []) ways.add(node.place, spellings.get(text) ?? 0, one(after));
    for (const [text, after] of node.loose ?? []) ways.add(node.place, stems.get(text) ?? 0, one(after));
    return node.place;
  }

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
    const known = knownOf(word);
    if (known === null) return;
    const place = placeOf(node);
    if (place > 0) {
      const exact = known.spelling === 0 ? null : ways.get(place, known.spelling);
      if (exact !== null) visit(exact, words, next + 1, length + 1);
      const loose = known.stem === 0 ? null : ways.get(place, known.stem);
      if (loose !== null) visit(loose, words, next + 1, length + 1);
    }
    if (known.isNumeric && (node.number !== null || node.money !== null)) count(node, words, next, length);
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

  const knownOf = wordMemo((word): Known<Value> | null => {
    const [spelling, stem] = [spellings.get(word.text) ?? 0, stems.get(word.stem) ?? 0];
    const isNumeric = word.text === "a" || isNumber(word);
    const beginning = beginningOf(word);
    return spelling === 0 && stem === 0 && !isNumeric && beginning === null
      ? null
      : { spelling, stem, isNumeric, beginning };
  });

  // Of words that are not kept, too, each would otherwise put ways of its own into the table.
  const beginnings = new Map<number, TermNode<Value>>();

  function beginningNode({ text, stem }: Word, found: TermNode<Value>[]): TermNode<Value> {
    const key = (spellings.get(text) ?? 0) * (numbers + 1) + (stems.get(stem) ?? 0);
    const known = beginnings.get(key) ?? one(found);
    beginnings.set(key, known);
    return known;
  }

  function beginningOf(word: Word): Beginning<Value> | null {
    const found = [...root.exact?.get(word.text) ?? [], ...root.loose?.get(word.stem) ?? []];
    const isNumeric = root.number !== null && isNumber(word) || root.money !== null && isMoney(word);
    if (found.length === 0 && !isNumeric) return null;
    const node = found.length === 0 ? null : beginningNode(word, found);
    const isWhole = node !== null && !isNumeric && goesNowhere(node);
    return { node, isNumeric, whole: isWhole && node.value !== null ? { value: node.value, length: 1 } : null };
  }

  function longestAt(words: readonly Word[], at: number): TermHit<Value> | null {
    const word = words[at];
    const beginning = word === undefined ? null : knownOf(word)?.beginning ?? null;
    if (beginning === null) return null;
    if (beginning.whole !== null) return beginning.whole;
    longest = 0;
    found = null;
    if (beginning.node !== null) visit(beginning.node, words, at + 1, 1);
    if (beginning.isNumeric) count(root, words, at, 0);
    return found === null ? null : { value: found, length: longest };
  }

  function mayGoOn(word: Word, next: Word | undefined): boolean {
    const beginning = knownOf(word)?.beginning ?? null;
    if (beginning === null) return false;
    const { node, isNumeric } = beginning;
    return isNumeric || node === null || node.value !== null || next !== undefined && mayFollow(node, next);
  }

  function mayLeap(word: Word, later: Word | null): boolean {
    const gap = knownOf(word)?.beginning?.node?.gap ?? null;
    return gap !== null && (later === null || mayFollow(one(gap), later));
  }

  function mayFollow(node: TermNode<Value>, word: Word): boolean {
    const known = knownOf(word);
    if (known === null) return false;
    const place = placeOf(node);
    return place > 0 && (ways.get(place, known.spelling) !== null || ways.get(place, known.stem) !== null) ||
      known.isNumeric && (node.number !== null || node.money !== null);
  }

  return { longestAt, mayBegin: (word) => (knownOf(word)?.beginning ?? null) !== null, mayGoOn, mayLeap };
}
