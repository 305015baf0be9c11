import { isMoney, isNumber, LONGEST_GAP, numberEnd, type TermPart, type TermSlot, termSlots } from "./term_pattern.ts";
import { type Word, wordMemo, wordsOf } from "./words_of.ts";

/** A trie node with its children by term part. No optional fields: look-ups in objects of one shape are faster. */
interface TermNode<Value> {
  value: Value | null;
  exact: Map<string, TermNode<Value>[]> | null;
  loose: Map<string, TermNode<Value>[]> | null;
  number: TermNode<Value>[] | null;
  money: TermNode<Value>[] | null;
  gap: TermNode<Value>[] | null;
  /** True if only one path leads to the node, so that other terms may extend it. */
  readonly isOfTree: boolean;
}

const [NUMBER, MONEY, GAP]: readonly [TermPart, TermPart, TermPart] = [
  { kind: "number", text: "" },
  { kind: "money", text: "" },
  { kind: "gap", text: "" },
];

function endsOf<Value>(root: TermNode<Value>, slots: readonly TermSlot[]): readonly TermNode<Value>[] {
  let ends: readonly TermNode<Value>[] = [root];
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
        if (last !== undefined) addChildren(parts.slice(0, -1).reduce(treeChild, from), last, [end]);
      }
    }
    ends = slot.some(({ length }) => length === 0) ? [...ends, end] : [end];
  }
  return ends;
}

function merged<Value>(
  nodes: readonly TermNode<Value>[],
  join: (first: Value, last: Value) => Value,
): TermNode<Value> {
  const all = newNode<Value>(false);
  for (const { value, exact, loose, number, money, gap } of nodes) {
    if (value !== null) all.value = all.value === null ? value : join(all.value, value);
    for (const [text, after] of exact ?? []) addChildren(all, { kind: "word", text }, after);
    for (const [text, after] of loose ?? []) addChildren(all, { kind: "stem", text }, after);
    if (number !== null) addChildren(all, NUMBER, number);
    if (money !== null) addChildren(all, MONEY, money);
    if (gap !== null) addChildren(all, GAP, gap);
  }
  return all;
}

function newNode<Value>(isOfTree: boolean): TermNode<Value> {
  return { value: null, exact: null, loose: null, number: null, money: null, gap: null, isOfTree };
}

function treeChild<Value>(node: TermNode<Value>, part: TermPart): TermNode<Value> {
  const known = childrenOf(node, part)?.find(({ isOfTree }) => isOfTree);
  if (known !== undefined) return known;
  const fresh = newNode<Value>(true);
  addChildren(node, part, [fresh]);
  return fresh;
}

function childrenOf<Value>(node: TermNode<Value>, { kind, text }: TermPart): TermNode<Value>[] | null {
  if (kind === "number" || kind === "money" || kind === "gap") return node[kind];
  return (kind === "word" ? node.exact : node.loose)?.get(text) ?? null;
}

/** Adds nodes as children. A list created with its one node takes a sixth of the memory of one filled by `push`. */
function addChildren<Value>(node: TermNode<Value>, part: TermPart, nodes: readonly TermNode<Value>[]): void {
  const known = childrenOf(node, part);
  const { kind, text } = part;
  if (known !== null) known.push(...nodes);
  else if (kind === "number" || kind === "money" || kind === "gap") node[kind] = [...nodes];
  else if (kind === "word") (node.exact ??= new Map()).set(text, [...nodes]);
  else (node.loose ??= new Map()).set(text, [...nodes]);
}

/** A term found at a word. */
export interface TermHit<Value> {
  readonly value: Value;
  readonly length: number;
}

/** A trie of terms of one or more words. */
export interface TermIndex<Value> {
  /** Returns the longest term that begins at the word at an index; null if none does. */
  readonly longestAt: (words: readonly Word[], at: number) => TermHit<Value> | null;
  /** Returns whether a term may begin with a word; a quick check that nearly all words fail. */
  readonly mayBegin: (word: Word) => boolean;
}

/**
 * Builds an index of terms whose words are compared as written; of equal terms the last one counts.
 *
 * @param patterns Further terms, compared as `termSlots` describes.
 */
export function termIndex<Value>(
  terms: Iterable<readonly [term: string, value: Value]>,
  patterns: readonly (readonly [term: string, value: Value])[] = [],
): TermIndex<Value> {
  const slotsOf = (term: string) => wordsOf(term).map(({ text }) => [[{ kind: "word" as const, text }]]);
  return slotIndex([
    ...Array.from(terms, ([term, value]) => [slotsOf(term), value] as const),
    ...patterns.map(([term, value]) => [termSlots(term), value] as const),
  ], (_, last) => last);
}

/**
 * Builds an index of terms by their places (see `termSlots`). A look-up follows all paths at once, because alternatives
 * are not expanded: expanded, one taxonomy has 150,000 terms.
 *
 * @param join Merges the values of several terms of the same length.
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
  const trie = new TermTrie(root, parts, join);
  return { longestAt: (words, at) => trie.longestAt(words, at), mayBegin: trie.mayBegin };
}

/** A trie with the state of the current look-up, kept in the object so that a look-up creates no objects. */
class TermTrie<Value> {
  readonly mayBegin: (word: Word) => boolean;
  readonly #root: TermNode<Value>;
  readonly #join: (first: Value, last: Value) => Value;
  /** Whether a word is part of any term; a quick check that most words fail. */
  readonly #isPart: (word: Word) => boolean;
  readonly #beginningOf: (word: Word) => TermNode<Value>;
  readonly #mayCount: (word: Word) => boolean;
  readonly #nowhere = newNode<Value>(false);
  #longest = 0;
  #found: Value | null = null;

  constructor(root: TermNode<Value>, parts: ReadonlySet<string>, join: (first: Value, last: Value) => Value) {
    this.#root = root;
    this.#join = join;
    this.#isPart = wordMemo(({ text, stem }) => parts.has(text) || parts.has(stem));
    this.#beginningOf = wordMemo(({ text, stem }) => {
      const found = [...root.exact?.get(text) ?? [], ...root.loose?.get(stem) ?? []];
      return found.length === 0 ? this.#nowhere : this.#one(found);
    });
    this.#mayCount = wordMemo((word) => root.number !== null && isNumber(word) || root.money !== null && isMoney(word));
    this.mayBegin = wordMemo((word) => this.#beginningOf(word) !== this.#nowhere || this.#mayCount(word));
  }

  longestAt(words: readonly Word[], at: number): TermHit<Value> | null {
    const word = words[at];
    if (word === undefined || !this.mayBegin(word)) return null;
    this.#longest = 0;
    this.#found = null;
    const beginning = this.#beginningOf(word);
    if (beginning !== this.#nowhere) this.#visit(beginning, words, at + 1, 1);
    if (this.#mayCount(word)) this.#count(this.#root, words, at, 0);
    return this.#found === null ? null : { value: this.#found, length: this.#longest };
  }

  /** Returns the single node of a list. Several are merged on first use, so that one step leads to all. */
  #one(nodes: TermNode<Value>[]): TermNode<Value> {
    const first = nodes[0];
    if (nodes.length === 1 && first !== undefined) return first;
    const all = merged(nodes, this.#join);
    nodes.splice(0, nodes.length, all);
    return all;
  }

  #visit(node: TermNode<Value>, words: readonly Word[], next: number, length: number): void {
    if (node.value !== null && length >= this.#longest) {
      this.#found = length > this.#longest || this.#found === null ? node.value : this.#join(this.#found, node.value);
      this.#longest = length;
    }
    const word = words[next];
    if (word === undefined) return;
    this.#follow(node, word, words, next, length);
    if (node.gap !== null) this.#leap(this.#one(node.gap), words, next, length);
  }

  #follow(node: TermNode<Value>, word: Word, words: readonly Word[], next: number, length: number): void {
    if (this.#isPart(word)) {
      const exact = node.exact?.get(word.text);
      if (exact !== undefined) this.#visit(this.#one(exact), words, next + 1, length + 1);
      const loose = node.loose?.get(word.stem);
      if (loose !== undefined) this.#visit(this.#one(loose), words, next + 1, length + 1);
    }
    if (node.number !== null || node.money !== null) this.#count(node, words, next, length);
  }

  #count(node: TermNode<Value>, words: readonly Word[], next: number, length: number): void {
    const end = numberEnd(words, next);
    const first = words[next];
    if (end === next || first === undefined) return;
    if (node.number !== null) this.#visit(this.#one(node.number), words, end, length + end - next);
    if (node.money !== null && isMoney(first)) this.#visit(this.#one(node.money), words, end, length + end - next);
  }

  #leap(node: TermNode<Value>, words: readonly Word[], from: number, length: number): void {
    for (let next = from; next <= from + LONGEST_GAP; next++) {
      const word = words[next];
      if (word === undefined || word.isAfterBreak) return;
      this.#follow(node, word, words, next, length + next - from);
    }
  }
}
