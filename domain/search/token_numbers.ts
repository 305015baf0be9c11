/** A hash table that numbers tokens in the order of their first occurrence. */
export interface TokenNumbers {
  /** The tokens by number. */
  readonly tokens: string[];
  /** Number + 1 of the token in each slot; 0 for a free slot. The length is a power of 2. */
  slots: Uint32Array;
  /** The hash of the token in each slot. */
  hashes: Int32Array;
  /** Odd factor by which the hash function multiplies. */
  readonly multiplier: number;
}

/**
 * Creates an empty table. A Map would need a string for each token of each text, which took half of the time of
 * building the index. The factor of the hash is random, so that an attacker cannot write texts whose tokens all
 * collide. Numbers do not depend on it.
 */
export function createTokenNumbers(): TokenNumbers {
  return {
    tokens: [],
    slots: new Uint32Array(1024),
    hashes: new Int32Array(1024),
    multiplier: Math.floor(Math.random() * 0x100000000) | 1,
  };
}

/** The number of the token at `start`..`end - 1` of the text; a new token is added. */
export function numberOfToken(table: TokenNumbers, text: string, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash, table.multiplier) + text.charCodeAt(at) | 0;
  }
  // The low bits select the slot, but multiplication carries only upwards: mix the high bits in.
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
