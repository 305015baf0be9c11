import { lowerBound } from "./lower_bound.ts";
import { appendNumber, bytesOfNumber, createNumberBytes, NumberReader, packedBytes } from "./number_bytes.ts";
import { readTokens, roomForText, spacesBefore, type TokenStream } from "./token_stream.ts";
import type { TokenRange } from "./vocabulary.ts";

/**
 * All pairs of adjacent tokens with the ranks of their texts. Plain data.
 *
 * Pairs are grouped by their first token and sorted by key: spaces between the tokens (0, 1, or 2 for more) * number of
 * tokens + id of the second token. A pair is stored as a sequence of numbers. The first is twice the difference to the
 * previous key, plus 1 if the pair occurs in only one text, as most do. For one text, its rank follows. For several
 * texts, the length of the ranks in bytes follows, then each rank as the difference to the previous one.
 */
export interface TokenPairs {
  readonly bytes: Uint8Array;
  /** Byte position of the first pair of each first token; the last element is the total length. */
  readonly starts: Uint32Array;
  /** Byte positions within long lists at which reading may start, ascending. */
  readonly posts: Uint32Array;
  /** Key of the pair before each position in `posts`. */
  readonly postKeys: Uint32Array;
}

// Maximum number of pairs in a batch that is sorted at once: 4 MiB, as each takes eight bytes.
const SORTED_AT_ONCE = 524_288;
const POST_EVERY_BYTES = 256;

/** Builds the list of pairs. */
export function buildTokenPairs(stream: TokenStream, sortedAtOnce: number = SORTED_AT_ONCE): TokenPairs {
  const tokens = stream.idOf.length;
  const counts = new Uint32Array(tokens);
  forEachPair(stream, (first) => counts[first]!++);

  const texts = stream.ends.length;
  // Unused room takes no memory; pairs take less than three bytes each.
  const list = createNumberBytes(4 * stream.units.length);
  const room = new Float64Array(Math.min(counts.reduce((sum, count) => sum + count, 0), sortedAtOnce));
  const starts = new Uint32Array(tokens + 1);
  const posts: number[] = [];
  const postKeys: number[] = [];
  for (let from = 0; from < tokens;) {
    const to = rangeEnd(counts, from, sortedAtOnce);
    const pairs = pairsOf(stream, counts, from, to, room);
    for (let first = from, at = 0; first < to; first++) {
      const end = at + counts[first]!;
      appendPairs(list, pairs.subarray(at, end).sort(), texts, (post, keyBefore) => {
        posts.push(post);
        postKeys.push(keyBefore);
      });
      starts[first + 1] = list.length;
      at = end;
    }
    from = to;
  }
  return { bytes: packedBytes(list), starts, posts: Uint32Array.from(posts), postKeys: Uint32Array.from(postKeys) };
}

/**
 * Appends the pairs of one first token.
 *
 * @param sorted Each pair as key times `texts` plus text, ascending.
 * @param onPost Called with a position every 256 bytes, and the key of the pair before it.
 */
function appendPairs(
  list: ReturnType<typeof createNumberBytes>,
  sorted: Float64Array,
  texts: number,
  onPost: (post: number, keyBefore: number) => void,
): void {
  let post = list.length;
  let keyBefore = 0;
  for (let pair = 0; pair < sorted.length;) {
    const key = Math.floor(sorted[pair]! / texts);
    const next = endOfKey(sorted, pair, (key + 1) * texts);
    if (list.length - post >= POST_EVERY_BYTES) {
      post = list.length;
      onPost(post, keyBefore);
    }
    appendPair(list, key - keyBefore, sorted.subarray(pair, next), key * texts);
    keyBefore = key;
    pair = next;
  }
}

/**
 * Adds to a bitset the ranks of all texts in which a `second` token follows the `first`. `spaces` is the number of
 * spaces between them: 0, 1, or 2 for more.
 */
export function addRanksOfPairs(
  { bytes, starts, posts, postKeys }: TokenPairs,
  bits: Uint32Array,
  pair: {
    readonly first: number;
    readonly spaces: number;
    readonly second: TokenRange;
  },
): void {
  const base = pair.spaces * (starts.length - 1);
  const firstKey = base + pair.second.from;
  const endKey = base + pair.second.to;
  const start = starts[pair.first]!;
  const end = starts[pair.first + 1]!;
  let from = start;
  let key = 0;
  if (end - start > POST_EVERY_BYTES) {
    const firstPost = lowerBound(0, posts.length, (post) => posts[post]! < start);
    const endPost = lowerBound(firstPost, posts.length, (post) => posts[post]! < end);
    const post = lowerBound(firstPost, endPost, (post) => postKeys[post]! < firstKey) - 1;
    if (post >= firstPost) {
      from = posts[post]!;
      key = postKeys[post]!;
    }
  }
  const reader = new NumberReader(bytes, from);
  while (reader.at < end) {
    const step = reader.next();
    key += step >>> 1;
    if (key >= endKey) return;
    if ((step & 1) === 1) {
      const rank = reader.next();
      if (key >= firstKey) bits[rank >>> 5]! |= 1 << (rank & 31);
      continue;
    }
    const length = reader.next();
    const ranksEnd = reader.at + length;
    if (key < firstKey) {
      reader.at = ranksEnd;
      continue;
    }
    for (let rank = 0; reader.at < ranksEnd;) {
      rank += reader.next();
      bits[rank >>> 5]! |= 1 << (rank & 31);
    }
  }
}

/** Returns the pairs of a range of first tokens, grouped by first token. Each is key * number of texts + rank. */
function pairsOf(stream: TokenStream, counts: Uint32Array, from: number, to: number, room: Float64Array): Float64Array {
  const next = new Uint32Array(to - from + 1);
  for (let first = from; first < to; first++) next[first - from + 1] = next[first - from]! + counts[first]!;
  const length = next[to - from]!;
  // A token with more pairs than a batch is the only one of its range, and needs a larger array.
  const pairs = length <= room.length ? room.subarray(0, length) : new Float64Array(length);
  const texts = stream.ends.length;
  forEachPair(stream, (first, key, rank) => {
    if (first >= from && first < to) pairs[next[first - from]!++] = key * texts + rank;
  });
  return pairs;
}

function rangeEnd(counts: Uint32Array, from: number, most: number): number {
  let to = from + 1;
  for (let sum = counts[from]!; to < counts.length && sum + counts[to]! <= most; to++) sum += counts[to]!;
  return to;
}

function endOfKey(sorted: Float64Array, from: number, end: number): number {
  let at = from + 1;
  while (at < sorted.length && sorted[at]! < end) at++;
  return at;
}

/** Appends a pair. Its ranks are `sorted` minus `base`, ascending; a text with two occurrences appears twice. */
function appendPair(
  list: ReturnType<typeof createNumberBytes>,
  keyStep: number,
  sorted: Float64Array,
  base: number,
): void {
  const last = sorted[sorted.length - 1]! - base;
  if (sorted[0]! - base === last) {
    appendNumber(list, keyStep * 2 + 1);
    appendNumber(list, last);
    return;
  }
  let length = 0;
  forEachStep(sorted, base, (step) => length += bytesOfNumber(step));
  appendNumber(list, keyStep * 2);
  appendNumber(list, length);
  forEachStep(sorted, base, (step) => appendNumber(list, step));
}

function forEachStep(sorted: Float64Array, base: number, visit: (step: number) => void): void {
  let before = -1;
  for (let at = 0; at < sorted.length; at++) {
    const rank = sorted[at]! - base;
    if (rank === before) continue;
    visit(before === -1 ? rank : rank - before);
    before = rank;
  }
}

function forEachPair(stream: TokenStream, visit: (first: number, key: number, rank: number) => void): void {
  const { idOf } = stream;
  const tokens = idOf.length;
  const text = roomForText(stream);
  const { numbers } = text;
  for (let rank = 0; rank < stream.ends.length; rank++) {
    readTokens(stream, rank, text);
    for (let at = 1; at < text.length; at++) {
      const spaces = Math.min(spacesBefore(stream, text, at), 2);
      visit(idOf[numbers[at - 1]!]!, spaces * tokens + idOf[numbers[at]!]!, rank);
    }
  }
}
