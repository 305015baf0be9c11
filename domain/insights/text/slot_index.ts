import { isMoney, isNumber, LONGEST_GAP, numberEnd, type TermPart, type TermSlot } from "./term_pattern.ts";
import type { TermHit, TermIndex } from "./term_index.ts";
import { wayTable } from "./way_table.ts";
import { wordMemo } from "./word_memo.ts";
import type { Word } from "./words_of.ts";

// Without optional fields: look-ups in objects of one shape are faster.
interface Node<Value> {
  value: Value | null;
  exact: Map<string, Node<Value>[]> | null;
  loose: Map<string, Node<Value>[]> | null;
  number: Node<Value>[] | null;
  money: Node<Value>[] | null;
  gap: Node<Value>[] | null;
  /** Its number in the table of ways, from 1 on; 0 until it is first met, -1 if no word goes on from it. */
  place: number;
  /** Whether it is reached in one way only, so that other terms may go on from it. */
  readonly isOfTree: boolean;
}

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
  readonly node: Node<Value> | null;
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
  function one(nodes: Node<Value>[]): Node<Value> {
    const first = nodes[0];
    if (nodes.length === 1 && first !== undefined) return first;
    const all = merged(nodes, join);
    nodes.splice(0, nodes.length, all);
    return all;
  }

  const ways = wayTable<Node<Value>>();
  let met = 0;

  /** The number of a node, the ways from which stand in the table from now on. */
  function placeOf(node: Node<Value>): number {
    if (node.place !== 0) return node.place;
    node.place = node.exact === null && node.loose === null ? -1 : ++met;
    for (const [text, after] of node.exact ?? []) ways.add(node.place, spellings.get(text) ?? 0, one(after));
    for (const [text, after] of node.loose ?? []) ways.add(node.place, stems.get(text) ?? 0, one(after));
    return node.place;
  }

  // One look-up at a time: kept outside of it, so that it makes no objects.
  let longest = 0;
  let found: Value | null = null;

  function visit(node: Node<Value>, words: readonly Word[], next: number, length: number): void {
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
  function follow(node: Node<Value>, word: Word, words: readonly Word[], next: number, length: number): void {
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
  const beginnings = new Map<number, Node<Value>>();

  function beginningNode({ text, stem }: Word, found: Node<Value>[]): Node<Value> {
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

  function mayFollow(node: Node<Value>, word: Word): boolean {
    const known = knownOf(word);
    if (known === null) return false;
    const place = placeOf(node);
    return place > 0 && (ways.get(place, known.spelling) !== null || ways.get(place, known.stem) !== null) ||
      known.isNumeric && (node.number !== null || node.money !== null);
  }

  return { longestAt, mayBegin: (word) => (knownOf(word)?.beginning ?? null) !== null, mayGoOn, mayLeap };
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
  return { value: null, exact: null, loose: null, number: null, money: null, gap: null, place: 0, isOfTree };
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
