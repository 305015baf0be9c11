/** Numbers at a place of the table of keys: a key and its feature. */
const PLACE = 2;
/** How many keys are told apart at first sight, less one. */
const MARKS = (1 << 19) - 1;
/** The upper bits of a key: the lower ones give its place. */
const MARK_SHIFT = 13;

/**
 * A linear model as it is kept: for each class a bias, and for each feature that tells anything its weights. Bytes are in
 * base64.
 */
export interface PackedModel {
  /** Names of the classes, in the order of their places. */
  readonly classes: readonly string[];
  /** A weight of 1 of `weights` in log-odds. */
  readonly scale: number;
  /** Of each class, in log-odds. */
  readonly biases: readonly number[];
  /** The features, ascending: the difference of each to the one before, in groups of 7 bits, the lowest first. */
  readonly features: string;
  /** For each feature in turn the number of its weights (a byte). */
  readonly counts: string;
  /** For each weight in turn the place of its class and its value from -127 to 127 (a byte each). */
  readonly weights: string;
}

/** Scores examples of features for each class, in log-odds. */
export interface LinearModel {
  readonly classes: readonly string[];
  /**
   * Writes the scores of an example into `out`, by the places of the classes.
   *
   * @param length How many of the keys count.
   */
  readonly score: (keys: Int32Array, length: number, out: Float64Array) => void;
  /** How many features it has. */
  readonly features: number;
  /** The number of a key's feature, from 1 on; 0 if the key has no weights. */
  readonly featureOf: (key: number) => number;
  /** Adds the weights of a feature, by its number, to the sums of the classes. Whole numbers, of which `scoreOf` makes scores. */
  readonly addFeature: (feature: number, times: number, sums: Int32Array) => void;
  /** The same for a key. */
  readonly add: (key: number, times: number, sums: Int32Array) => void;
  /** The score of a class from the sum of its weights. */
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
  // Open addressing: at each place a key and the number of its feature; 0 is an empty place.
  const table = new Int32Array(PLACE << bits);
  const last = table.length - 1;
  // A bit for each key and for few others: most pairs of words are in no model, and this fits the nearest memory.
  const mayHave = new Uint32Array((MARKS + 1) / 32);
  const biasOf = Float64Array.from(biases);
  /** Where the weights of each feature begin, and so where those before it end. */
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

  function addFeature(feature: number, times: number, sums: Int32Array): void {
    const end = startOf[feature + 1]!;
    for (let at = startOf[feature]!; at < end; at += 2) sums[packed[at]!]! += times * values[at + 1]!;
  }

  function add(key: number, times: number, sums: Int32Array): void {
    const feature = featureOf(key);
    if (feature !== 0) addFeature(feature, times, sums);
  }

  const scoreOf = (place: number, sum: number) => (biasOf[place] ?? 0) + scale * sum;
  const sums = new Int32Array(classes.length);

  return {
    classes,
    features: keys.length,
    featureOf,
    addFeature,
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

/** Packs keys as {@linkcode PackedModel} tells. */
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
