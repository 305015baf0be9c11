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
}

/** Unpacks a model. */
export function linearModel({ classes, scale, biases, features, counts, weights }: PackedModel): LinearModel {
  const keys = readKeys(Uint8Array.fromBase64(features));
  const countOf = Uint8Array.fromBase64(counts);
  const packed = Uint8Array.fromBase64(weights);
  const bits = Math.max(4, Math.ceil(Math.log2(2 * keys.length + 1)));
  const mask = (1 << bits) - 1;
  // Open addressing: the key of a place, and where its weights begin; -1 is an empty place.
  const keyAt = new Int32Array(1 << bits);
  const startAt = new Int32Array(1 << bits).fill(-1);
  const endAt = new Int32Array(1 << bits);
  const classOf = new Uint8Array(packed.length / 2);
  const values = new Float64Array(packed.length / 2);
  for (let at = 0; at < values.length; at++) {
    classOf[at] = packed[2 * at] ?? 0;
    values[at] = ((packed[2 * at + 1] ?? 0) << 24 >> 24) * scale;
  }
  let start = 0;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    let place = key & mask;
    while (startAt[place] !== -1) place = place + 1 & mask;
    keyAt[place] = key;
    startAt[place] = start;
    start += countOf[index] ?? 0;
    endAt[place] = start;
  }
  const biasOf = Float64Array.from(biases);
  // Nine of ten features have no weight. That they have none is seen in these few bits, which stay in the cache.
  const some = new Int32Array(1 << bits - 2);
  const group = some.length - 1;
  for (const key of keys) some[key >>> 5 & group]! |= 1 << (key & 31);

  function score(keys: Int32Array, length: number, out: Float64Array): void {
    out.set(biasOf);
    for (let index = 0; index < length; index++) {
      const key = keys[index]!;
      if ((some[key >>> 5 & group]! >>> (key & 31) & 1) === 0) continue;
      let place = key & mask;
      while (startAt[place] !== -1 && keyAt[place] !== key) place = place + 1 & mask;
      const start = startAt[place]!;
      if (start === -1) continue;
      const end = endAt[place]!;
      for (let at = start; at < end; at++) out[classOf[at]!]! += values[at]!;
    }
  }

  return { classes, score };
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
