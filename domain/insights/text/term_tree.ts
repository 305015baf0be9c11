import type { TermPart, TermSlot } from "./term_pattern.ts";

/**
 * A place in the terms of an index, and where the parts of terms lead from it. Without optional fields: look-ups in objects of
 * one shape are faster.
 */
export interface TermNode<Value> {
  value: Value | null;
  exact: Map<string, TermNode<Value>[]> | null;
  loose: Map<string, TermNode<Value>[]> | null;
  number: TermNode<Value>[] | null;
  money: TermNode<Value>[] | null;
  gap: TermNode<Value>[] | null;
  /** Whether it is reached in one way only, so that other terms may go on from it. */
  readonly isOfTree: boolean;
}

const [NUMBER, MONEY, GAP]: readonly [TermPart, TermPart, TermPart] = [
  { kind: "number", text: "" },
  { kind: "money", text: "" },
  { kind: "gap", text: "" },
];

/** The nodes at which a term ends, which are made as far as they are missing. */
export function endsOf<Value>(root: TermNode<Value>, slots: readonly TermSlot[]): readonly TermNode<Value>[] {
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

/**
 * One node of several, from which every way leads that leads from one of them.
 *
 * @param join The value where terms of several end.
 */
export function merged<Value>(
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

/** A node from which nothing leads yet. */
export function newNode<Value>(isOfTree: boolean): TermNode<Value> {
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

/** Nearly all lists have one node: made with it they take a sixth of the memory of one that it is pushed to. */
function addChildren<Value>(node: TermNode<Value>, part: TermPart, nodes: readonly TermNode<Value>[]): void {
  const known = childrenOf(node, part);
  const { kind, text } = part;
  if (known !== null) known.push(...nodes);
  else if (kind === "number" || kind === "money" || kind === "gap") node[kind] = [...nodes];
  else if (kind === "word") (node.exact ??= new Map()).set(text, [...nodes]);
  else (node.loose ??= new Map()).set(text, [...nodes]);
}
