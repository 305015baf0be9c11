import { seededRandom } from "../../tests/support/seeded_random.ts";
import { packedKeys, type PackedModel } from "../../domain/insights/model/linear_model.ts";

/** A training example: the keys of its features, and the indexes of its classes. */
export interface Example {
  readonly keys: Int32Array;
  readonly classes: readonly number[];
  /** Indexes of classes that are unknown for this example. The fit ignores them. */
  readonly unknown?: readonly number[];
  /** True for an example of another trade. Keys that occur only in such examples are not used as features. */
  readonly isBorrowed?: boolean;
  /** Weight of the example in training; 1 by default. */
  readonly weight?: number;
}

/** Hyperparameters of the fit. */
export interface FitSettings {
  readonly epochs: number;
  /** Minimum number of examples for a feature to be used. */
  readonly fewestExamples: number;
  readonly rate: number;
  /** Strength of L1 regularisation, which sets small weights to 0. `decay` is that of L2, which shrinks all weights. */
  readonly sparsity: number;
  readonly decay: number;
  /** Minimum absolute weight to keep, in log-odds. */
  readonly leastKept: number;
  /**
   * Number of examples from which `leastKept` applies as is. For rarer features it is multiplied by the square root of
   * the ratio.
   */
  readonly wellKnown: number;
}

const UNKNOWN = 2;
const BETA = 1;
/** Minimum error of a prediction for an update. Smaller errors would change next to nothing. */
const SURE = 0.003;

/**
 * Fits one logistic regression for each class (FTRL-Proximal, McMahan et al. 2013, over the examples in a shuffled
 * order). The same examples give the same bytes on every machine. IEEE 754 defines the results of sums, products,
 * quotients and square roots exactly, and the exponential is our own.
 */
export function fitLinear(
  examples: readonly Example[],
  classes: readonly string[],
  settings: FitSettings,
): PackedModel {
  const size = classes.length;
  const known = frequentKeys(examples, settings.fewestExamples);
  const keys = known.map(([key]) => key);
  const indexOf = new Map(keys.map((key, index) => [key, index + 1]));
  // Row 0 is the bias.
  const rows = examples.map(({ keys }) => {
    const own = Array.from(keys).flatMap((key) => indexOf.get(key) ?? []);
    return Int32Array.from([0, ...own]);
  });
  const labels = examples.map(({ classes, unknown }) => {
    const label = new Uint8Array(size);
    for (const one of unknown ?? []) label[one] = UNKNOWN;
    for (const one of classes) label[one] = 1;
    return label;
  });
  const { epochs, rate, sparsity, decay } = settings;
  const weights = new Float64Array((keys.length + 1) * size);
  const sums = new Float64Array(weights.length);
  const squares = new Float64Array(weights.length);
  const scores = new Float64Array(size);
  const order = Int32Array.from(examples, (_, index) => index);
  const random = seededRandom(1);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const at of order) {
      const row = rows[at] ?? new Int32Array();
      const label = labels[at] ?? new Uint8Array();
      const weight = examples[at]?.weight ?? 1;
      scores.fill(0);
      for (let index = 0; index < row.length; index++) {
        const from = (row[index] ?? 0) * size;
        for (let one = 0; one < size; one++) scores[one]! += weights[from + one]!;
      }
      for (let one = 0; one < size; one++) {
        if (label[one] === UNKNOWN) continue;
        const slope = weight * (logistic(scores[one]!) - label[one]!);
        if (Math.abs(slope) < SURE) continue;
        const square = slope * slope;
        for (let index = 0; index < row.length; index++) {
          const place = row[index]! * size + one;
          const before = squares[place]!;
          const now = before + square;
          const root = Math.sqrt(now);
          const sum = sums[place]! + slope - (root - Math.sqrt(before)) / rate * weights[place]!;
          sums[place] = sum;
          squares[place] = now;
          const least = row[index] === 0 ? 0 : sparsity;
          weights[place] = Math.abs(sum) <= least
            ? 0
            : -(sum - Math.sign(sum) * least) / ((BETA + root) / rate + (row[index] === 0 ? 0 : decay));
        }
      }
    }
  }
  const least = known.map(([, count]) => settings.leastKept * Math.sqrt(Math.max(1, settings.wellKnown / count)));
  return packed(classes, keys, weights, least);
}

/** 1 / (1 + e^-x), from operations with the same result on every machine. */
export function logistic(x: number): number {
  if (x < 0) return 1 - logistic(-x);
  if (x > 30) return 1;
  // e^-x = (e^(-x/1024))^1024, by the first terms of its series.
  const part = -x / 1024;
  let power = 1 + part * (1 + part * (1 / 2 + part * (1 / 6 + part / 24)));
  for (let step = 0; step < 10; step++) power *= power;
  return 1 / (1 + power);
}

/** The keys that occur in at least `fewest` examples of the own trade, ascending, with their counts. */
function frequentKeys(
  examples: readonly Example[],
  fewest: number,
): readonly (readonly [key: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const { keys, isBorrowed } of examples) {
    if (isBorrowed) continue;
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= fewest).sort(([one], [other]) => one - other);
}

function packed(
  classes: readonly string[],
  keys: readonly number[],
  weights: Float64Array,
  least: readonly number[],
): PackedModel {
  const size = classes.length;
  const most = weights.subarray(size).reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9);
  const scale = Math.ceil(most / 127 * 1e6) / 1e6;
  const kept: number[] = [];
  const counts: number[] = [];
  const values: number[] = [];
  keys.forEach((key, index) => {
    const from = (index + 1) * size;
    let count = 0;
    for (let one = 0; one < size; one++) {
      const weight = weights[from + one] ?? 0;
      const value = Math.round(weight / scale);
      if (Math.abs(weight) < (least[index] ?? 0) || value === 0) continue;
      values.push(one, value & 0xff);
      count++;
    }
    if (count === 0) return;
    kept.push(key);
    counts.push(count);
  });
  return {
    classes,
    scale,
    biases: Array.from(weights.subarray(0, size), (bias) => Math.round(bias * 1e4) / 1e4),
    features: packedKeys(kept),
    counts: Uint8Array.from(counts).toBase64(),
    weights: Uint8Array.from(values).toBase64(),
  };
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
}
