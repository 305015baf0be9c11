/** Where words lead from the nodes of an index. */
export interface WayTable<Target> {
  /** Enters the way from a node by a word, both by their numbers, from 1 on. */
  readonly add: (node: number, word: number, target: Target) => void;
  /** Where the word leads from the node; null if nowhere. */
  readonly get: (node: number, word: number) => Target | null;
}

/** Node, word and the index of the target; a node of 0 is a free place. */
const ENTRY = 3;

/** A power of two. */
const MARKS_OF_A_PLACE = 4;

function hashOf(node: number, word: number): number {
  return (Math.imul(node, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b)) >>> 8;
}

/**
 * Builds an empty table of ways. One array for all nodes: most words lead nowhere, and that they do takes a look at one
 * place of the memory here, and at six or more in a map of strings for each node.
 */
export function wayTable<Target>(): WayTable<Target> {
  let mask = (1 << 12) - 1;
  let entries = new Int32Array(ENTRY * (mask + 1));
  // A bit for each way and for few others: most words lead nowhere, and this fits the nearest memory.
  let marks = new Uint32Array(MARKS_OF_A_PLACE * (mask + 1) / 32);
  const targets: Target[] = [];

  /** The offset of the entry of a way, or the free one where it belongs. */
  function offsetOf(node: number, word: number): number {
    let place = hashOf(node, word) & mask;
    for (;;) {
      const offset = ENTRY * place;
      const taken = entries[offset];
      if (taken === 0 || taken === node && entries[offset + 1] === word) return offset;
      place = place + 1 & mask;
    }
  }

  function put(node: number, word: number, target: number): void {
    const offset = offsetOf(node, word);
    entries[offset] = node;
    entries[offset + 1] = word;
    entries[offset + 2] = target;
    const mark = markOf(node, word);
    marks[mark >>> 5] = marks[mark >>> 5]! | 1 << (mark & 31);
  }

  function markOf(node: number, word: number): number {
    return hashOf(node, word) & 32 * marks.length - 1;
  }

  function grow(): void {
    const before = entries;
    mask = 2 * mask + 1;
    entries = new Int32Array(ENTRY * (mask + 1));
    marks = new Uint32Array(MARKS_OF_A_PLACE * (mask + 1) / 32);
    for (let at = 0; at < before.length; at += ENTRY) {
      const node = before[at] ?? 0;
      if (node !== 0) put(node, before[at + 1] ?? 0, before[at + 2] ?? 0);
    }
  }

  return {
    add: (node, word, target) => {
      if (3 * targets.length > mask) grow();
      put(node, word, targets.length);
      targets.push(target);
    },
    get: (node, word) => {
      const mark = markOf(node, word);
      if ((marks[mark >>> 5]! >>> (mark & 31) & 1) === 0) return null;
      const offset = offsetOf(node, word);
      return entries[offset] === 0 ? null : targets[entries[offset + 2] ?? 0] ?? null;
    },
  };
}
