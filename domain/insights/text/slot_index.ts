import { isMoney, isNumber, LONGEST_GAP, numberEnd, type TermPart, type TermSlot } from "./term_pattern.ts";
import type { TermHit, TermIndex } from "./term_index.ts";
import { pairMemo, wordMemo } from "./word_memo.ts";
import type { Word } from "./words_of.ts";

// Without optional fields: look-ups in objects of one shape are faster.
interface Node<Value> {
  value: Value | null;
  exact: Map<string, Node<Value>[]> | null;
  loose: Map<string, Node<Value>[]> | null;
  number: Node<Value>[] | null;
  money: Node<Value>[] | null;
  gap: Node<Value>[] | null;
  /** Whether it is reached in one way only, so that other terms may go on from it. */
  readonly isOfTree: boolean;
}

/** What the first word of a text may begin. */
interface Beginning<Value> {
  readonly node: Node<Value> | null;
  /** Whether a number or an amount begins that terms begin with. */
  readonly isNumeric: boolean;
  /** The hit where the word alone is all that terms ask for. */
  readonly whole: TermHit<Value> | null;
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
  for (const [slots, value] of terms) {
    for (const node of endsOf(root, slots)) {
      if (node !== root) node.value = node.value === null ? value : join(node.value, value);
    }
  }

  /** The only node of a list; several are put together when they are first met, so that one step leads to all. */
  function one(nodes: Node<Value>[]): Node<Value> {
    const first = nodes.length > 1 ? merged(nodes, join) : nodes[0] ?? newNode(false);
    if (nodes.length > 1) nodes.splice(0, nodes.length, first);
    return first;
  }

  // One look-up at a time: kept outside of it, so that it makes no objects.
  let longest = 0;
  let found: Value | null = null;

  function visit(node: Node<Value>, words: readonly Word[], next: number, length: number): void {
    if (node.value !== null && length >= longest) {
      found = length > longest || found === null ? node.value : join(found, node.value);
      longest = length;
    }
    follow(node, words, next, length);
    if (node.gap !== null) leap(one(node.gap), words, next, length);
  }

  /** With the word that follows as the next part. */
  function follow(node: Node<Value>, words: readonly Word[], next: number, length: number): void {
    const word = words[next];
    if (word === undefined) return;
    const exact = node.exact?.get(word.text);
    if (exact !== undefined) visit(one(exact), words, next + 1, length + 1);
    const loose = node.loose?.get(word.stem);
    if (loose !== undefined) visit(one(loose), words, next + 1, length + 1);
    if (node.number !== null || node.money !== null) count(node, words, next, length);
  }

  function count(node: Node<Value>, words: readonly Word[], next: number, length: number): void {
    const end = numberEnd(words, next);
    const first = words[next];
    if (end === next || first === undefined) return;
    if (node.number !== null) visit(one(node.number), words, end, length + end - next);
    if (node.money !== null && isMoney(first)) visit(one(node.money), words, end, length + end - next);
  }

  /** After up to three words, with no comma before any of them or the next. */
  function leap(node: Node<Value>, words: readonly Word[], from: number, length: number): void {
    for (let next = from; next <= from + LONGEST_GAP; next++) {
      const word = words[next];
      if (word === undefined || word.isAfterBreak) return;
      follow(node, words, next, length + next - from);
    }
  }

  const beginningOf = wordMemo((word): Beginning<Value> | null => {
    const found = [...root.exact?.get(word.text) ?? [], ...root.loose?.get(word.stem) ?? []];
    const isNumeric = root.number !== null && isNumber(word) || root.money !== null && isMoney(word);
    if (found.length === 0 && !isNumeric) return null;
    const node = found.length === 0 ? null : one(found);
    const isWhole = node !== null && !isNumeric && goesNowhere(node);
    return { node, isNumeric, whole: isWhole && node.value !== null ? { value: node.value, length: 1 } : null };
  });

  const goesOn = pairMemo((word, next) => {
    const beginning = beginningOf(word);
    if (beginning === null) return false;
    const { node, isNumeric } = beginning;
    if (isNumeric || node === null || node.value !== null) return true;
    if (node.gap !== null) return next !== undefined;
    return next !== undefined &&
      (node.exact?.has(next.text) === true || node.loose?.has(next.stem) === true ||
        (node.number !== null || node.money !== null) && (next.text === "a" || isNumber(next)));
  });

  function longestAt(words: readonly Word[], at: number): TermHit<Value> | null {
    const word = words[at];
    const beginning = word === undefined ? null : beginningOf(word);
    if (word === undefined || beginning === null || !goesOn(word, words[at + 1])) return null;
    if (beginning.whole !== null) return beginning.whole;
    longest = 0;
    found = null;
    if (beginning.node !== null) visit(beginning.node, words, at + 1, 1);
    if (beginning.isNumeric) count(root, words, at, 0);
    return found === null ? null : { value: found, length: longest };
  }

  const mayBegin = (word: Word) => beginningOf(word) !== null;
  return { longestAt, mayBegin, mayGoOn: (word, next) => mayBegin(word) && goesOn(word, next) };
}

/** The nodes at which a term ends, which are made as far as they are missing. */
function endsOf<Value>(root: Node<Value>, slots: readonly TermSlot[]): readonly Node<Value>[] {
  let ends: readonly Node<Value>[] = [root];
  for (const slot of slots) {
    const [only] = ends;
    const [row] = slot;
    if (ends.length === 1 && slot.length === 1 && only !== undefined && row !== undefined) {
      ends = [row.reduce(treeChild, only)];
      continue;
    }
    const end = newNode<Value>(false);
    for (const from of ends) {
      for (const parts of slot) {
        const last = parts.at(-1);
        if (last !== undefined) childrenOf(parts.slice(0, -1).reduce(treeChild, from), last).push(end);
      }
    }
    ends = slot.some(({ length }) => length === 0) ? [...ends, end] : [end];
  }
  return ends;
}

function goesNowhere({ exact, loose, number, money, gap }: Node<unknown>): boolean {
  return exact === null && loose === null && number === null && money === null && gap === null;
}

function merged<Value>(nodes: readonly Node<Value>[], join: (first: Value, last: Value) => Value): Node<Value> {
  const all = newNode<Value>(false);
  for (const { value, exact, loose, number, money, gap } of nodes) {
    if (value !== null) all.value = all.value === null ? value : join(all.value, value);
    for (const [text, after] of exact ?? []) childrenOf(all, { kind: "word", text }).push(...after);
    for (const [text, after] of loose ?? []) childrenOf(all, { kind: "stem", text }).push(...after);
    if (number !== null) (all.number ??= []).push(...number);
    if (money !== null) (all.money ??= []).push(...money);
    if (gap !== null) (all.gap ??= []).push(...gap);
  }
  return all;
}

function newNode<Value>(isOfTree: boolean): Node<Value> {
  return { value: null, exact: null, loose: null, number: null, money: null, gap: null, isOfTree };
}

function treeChild<Value>(node: Node<Value>, part: TermPart): Node<Value> {
  const children = childrenOf(node, part);
  const known = children.find(({ isOfTree }) => isOfTree);
  if (known !== undefined) return known;
  const fresh = newNode<Value>(true);
  children.push(fresh);
  return fresh;
}

function childrenOf<Value>(node: Node<Value>, { kind, text }: TermPart): Node<Value>[] {
  if (kind === "number" || kind === "money" || kind === "gap") return node[kind] ??= [];
  const children = kind === "word" ? node.exact ??= new Map() : node.loose ??= new Map();
  const known = children.get(text) ?? [];
  children.set(text, known);
  return known;
}
