/** Numbers per slot of the hash table: a key and its feature number. */
const PLACE = 2;
const MARKS = (1 << 19) - 1;
/** Right shift that keeps the upper bits of a key for the filter. The lower bits choose the slot of the hash table. */
const MARK_SHIFT = 13;

/**
 * The stored form of a linear model: a bias per class, and the weights of each feature with any. Bytes are in base64.
 */
export interface PackedModel {
  readonly classes: readonly string[];
  /** Log-odds of a packed weight of 1. */
  readonly scale: number;
  /** Bias of each class, in log-odds. */
  readonly biases: readonly number[];
  /** The features, ascending, each as its difference to the one before: groups of 7 bits, lowest first. */
  readonly features: string;
  /** Number of weights of each feature, one byte each. */
  readonly counts: string;
  /** Two bytes per weight, feature by feature: the class index, and the value from -127 to 127. */
  readonly weights: string;
}

/** Scores examples of features for each class, in log-odds. */
export interface LinearModel {
  readonly classes: readonly string[];
  /**
   * Writes the scores of an example into `out`, by class index.
   *
   * @param length Number of keys used.
   */
  readonly score: (keys: Int32Array, length: number, out: Float64Array) => void;
  /**
   * Adds the weights of a key's feature to the sums of the classes. The sums are integers; `scoreOf` turns them into
   * scores.
   */
  readonly add: (key: number, times: number, sums: Int32Array) => void;
  /** Returns the score of a class in log-odds, from the sum of its weights. */
  readonly scoreOf: (place: number, sum: number) => number;
}

/** Unpacks a model. */
export function linearModel({ classes, scale, biases, features, counts, weights }: PackedModel): LinearModel {
  const keys = readKeys(Uint8Array.fromBase64(features));
  const countOf = Uint8Array.fromBase64(counts);
  const packed = Uint8Array.fromBase64(weights);
  const values = new Int8Array(packed.buffer);
  const bits = Math.max(4, Math.ceil(Math.log2(2 * keys.length + 1)));
  const mask = (1 << bits) - 1;
  // Open addressing: each slot holds a key and the number of its feature; a key of 0 marks an empty slot.
  const table = new Int32Array(PLACE << bits);
  const last = table.length - 1;
  // Filter with a bit per key and few false positives. It fits the fastest cache, and most word pairs are in no model.
  const mayHave = new Uint32Array((MARKS + 1) / 32);
  const biasOf = Float64Array.from(biases);
  /** Index of the first weight of each feature; the next feature's index is the end. */
  const startOf = new Int32Array(keys.length + 2);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    let place = PLACE * (key & mask);
    while (table[place + 1] !== 0) place = place + PLACE & last;
    table[place] = key;
    table[place + 1] = index + 1;
    startOf[index + 2] = startOf[index + 1]! + 2 * (countOf[index] ?? 0);
    const mark = key >>> MARK_SHIFT & MARKS;
    mayHave[mark >>> 5] = (mayHave[mark >>> 5] ?? 0) | 1 << (mark & 31);
  }

  /** Returns the number of a key's feature, from 1 on; 0 if the key has no weights. */
  function featureOf(key: number): number {
    const mark = key >>> MARK_SHIFT & MARKS;
    if (((mayHave[mark >>> 5]! >>> (mark & 31)) & 1) === 0) return 0;
    let place = PLACE * (key & mask);
    for (;;) {
      const feature = table[place + 1]!;
      if (feature === 0 || table[place] === key) return feature;
      place = place + PLACE & last;
    }
  }

  function add(key: number, times: number, sums: Int32Array): void {
    const feature = featureOf(key);
    if (feature === 0) return;
    const end = startOf[feature + 1]!;
    for (let at = startOf[feature]!; at < end; at += 2) sums[packed[at]!]! += times * values[at + 1]!;
  }

  const scoreOf = (place: number, sum: number) => (biasOf[place] ?? 0) + scale * sum;
  const sums = new Int32Array(classes.length);

  return {
    classes,
    add,
    scoreOf,
    score: (keys, length, out) => {
      sums.fill(0);
      for (let index = 0; index < length; index++) add(keys[index]!, 1, sums);
      for (let place = 0; place < sums.length; place++) out[place] = scoreOf(place, sums[place]!);
    },
  };
}

function readKeys(bytes: Uint8Array): Int32Array {
  const keys: number[] = [];
  let key = -(2 ** 31);
  let [step, factor] = [0, 1];
  for (const byte of bytes) {
    step += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte >= 0x80) continue;
    key += step;
    keys.push(key);
    [step, factor] = [0, 1];
  }
  return Int32Array.from(keys);
}

/** Packs keys as described at {@linkcode PackedModel}. */
export function packedKeys(ascending: Iterable<number>): string {
  const bytes: number[] = [];
  let before = -(2 ** 31);
  for (const key of ascending) {
    let step = key - before;
    before = key;
    while (step >= 0x80) {
      bytes.push(step % 128 + 0x80);
      step = Math.floor(step / 128);
    }
    bytes.push(step);
  }
  return Uint8Array.from(bytes).toBase64();
}
