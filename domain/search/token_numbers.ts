/** Tokens numbered in the order in which they first came; a hash table that is filled in place. */
export interface TokenNumbers {
  /** The tokens; the place of each is its number. */
  readonly tokens: string[];
  /** The number + 1 of the token in each slot; 0 for a free slot. The length is a power of 2. */
  slots: Uint32Array;
  /** The hash of the token in each slot. */
  hashes: Int32Array;
  /** An odd number that the hashes depend on. */
  readonly multiplier: number;
}

/**
 * Makes an empty table. A Map would do, but needs a string made of each token of each text: half of
 * the time of the whole index. The multiplier is random, so that nobody can write texts whose
 * tokens all land in one slot; no number depends on it.
 */
export function createTokenNumbers(): TokenNumbers {
  return {
    tokens: [],
    slots: new Uint32Array(1024),
    hashes: new Int32Array(1024),
    multiplier: Math.floor(Math.random() * 0x100000000) | 1,
  };
}

/** The number of the token that stands in the text from `start` up to `end`; new ones are added. */
export function numberOfToken(table: TokenNumbers, text: string, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash, table.multiplier) + text.charCodeAt(at) | 0;
  }
  // The low bits choose the slot, but the multiplication mixes upwards only.
  hash ^= hash >>> 15;

  const { tokens, slots, hashes } = table;
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
    if (hashes[slot] !== hash) continue;
    const number = slots[slot]! - 1;
    if (standsAt(tokens[number]!, text, start, end)) return number;
  }
  slots[slot] = tokens.push(text.slice(start, end));
  hashes[slot] = hash;
  if (tokens.length * 2 > slots.length) widen(table);
  return tokens.length - 1;
}

function standsAt(token: string, text: string, start: number, end: number): boolean {
  if (token.length !== end - start) return false;
  let at = 0;
  while (at < token.length && token.charCodeAt(at) === text.charCodeAt(start + at)) at++;
  return at === token.length;
}

function widen(table: TokenNumbers): void {
  const { slots, hashes } = table;
  const mask = slots.length * 2 - 1;
  table.slots = new Uint32Array(slots.length * 2);
  table.hashes = new Int32Array(slots.length * 2);
  for (let old = 0; old < slots.length; old++) {
    if (slots[old] === 0) continue;
    let slot = hashes[old]! & mask;
    while (table.slots[slot] !== 0) slot = (slot + 1) & mask;
    table.slots[slot] = slots[old]!;
    table.hashes[slot] = hashes[old]!;
  }
}
