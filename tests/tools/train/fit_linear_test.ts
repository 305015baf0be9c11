import assert from "node:assert/strict";
import { type Example, fitLinear, logistic } from "../../../tools/train/fit_linear.ts";
import { linearModel, packedKeys } from "../../../domain/insights/model/linear_model.ts";

const SETTINGS = { epochs: 20, fewestExamples: 2, rate: 0.3, sparsity: 0.01, decay: 0, leastKept: 0.05, wellKnown: 1 };
const WARM = 7;
const COLD = -2_000_000_000;
const EVERYWHERE = 2_000_000_000;

function examples(): readonly Example[] {
  return Array.from({ length: 40 }, (_, index) => ({
    keys: Int32Array.from([index % 2 === 0 ? WARM : COLD, EVERYWHERE, 1000 + index]),
    classes: index % 2 === 0 ? [0] : [1],
    unknown: [],
  }));
}

Deno.test("a fitted model distinguishes examples by the decisive features", () => {
  const { score, classes } = linearModel(fitLinear(examples(), ["warm", "cold"], SETTINGS));
  const scores = new Float64Array(2);
  score(Int32Array.from([WARM, EVERYWHERE, 5]), 3, scores);
  assert.deepEqual(classes, ["warm", "cold"]);
  assert.ok(logistic(scores[0] ?? 0) > 0.8 && logistic(scores[1] ?? 1) < 0.2, `${scores}`);
  score(Int32Array.from([COLD, WARM]), 1, scores);
  assert.ok(logistic(scores[0] ?? 1) < 0.2 && logistic(scores[1] ?? 0) > 0.8, `${scores}`);
});

Deno.test("features of a single example and features without information are not kept", () => {
  const model = fitLinear(examples(), ["warm", "cold"], SETTINGS);
  assert.equal(model.features, packedKeys([COLD, WARM]));
});

Deno.test("features that occur only in borrowed examples are dropped, but borrowed examples change other weights", () => {
  const [own, more] = [examples().slice(0, 4), examples().slice(4)];
  const borrowed = more.map((example) => ({
    ...example,
    keys: Int32Array.from([...example.keys, 98 + example.classes[0]!]),
    isBorrowed: true,
  }));
  const model = fitLinear([...own, ...borrowed], ["warm", "cold"], SETTINGS);
  assert.equal(model.features, packedKeys([COLD, WARM]));
  assert.ok(model.scale > fitLinear(own, ["warm", "cold"], SETTINGS).scale);
});

Deno.test("an example's weight scales its influence, and examples without a weight count fully", () => {
  const fitted = (weight: number) =>
    linearModel(fitLinear(examples().map((one) => ({ ...one, weight })), ["warm", "cold"], SETTINGS));
  const scoreBy = ({ score }: { readonly score: (keys: Int32Array, length: number, out: Float64Array) => void }) => {
    const scores = new Float64Array(2);
    score(Int32Array.from([WARM, EVERYWHERE]), 2, scores);
    return scores[0] ?? 0;
  };
  const all = scoreBy(linearModel(fitLinear(examples(), ["warm", "cold"], SETTINGS)));
  assert.equal(scoreBy(fitted(1)), all);
  assert.ok(scoreBy(fitted(0.2)) > 0 && scoreBy(fitted(0.2)) < all - 0.2, `${scoreBy(fitted(0.2))} ${all}`);
});
