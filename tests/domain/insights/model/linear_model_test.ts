import { fc } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { linearModel, packedKeys } from "../../../../domain/insights/model/linear_model.ts";

const key = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

Deno.test("a model adds up the weights of the features that it has, and of no other", () => {
  const examples = fc.record({
    weights: fc.dictionary(key.map(String), fc.integer({ min: -127, max: 127 }), { maxKeys: 200 }),
    asked: fc.array(key, { maxLength: 50 }),
  });
  fc.assert(fc.property(examples, ({ weights, asked }) => {
    const known = new Map(Object.entries(weights).map(([key, weight]) => [Number(key), weight]));
    const keys = [...known.keys()].sort((one, other) => one - other);
    const model = linearModel({
      classes: ["one", "other"],
      scale: 0.5,
      biases: [1, -1],
      features: packedKeys(keys),
      counts: Uint8Array.from(keys, () => 1).toBase64(),
      weights: Uint8Array.from(keys.flatMap((key) => [1, (known.get(key) ?? 0) & 0xff])).toBase64(),
    });
    const example = Int32Array.from([...asked, ...keys.filter((_, index) => index % 2 === 0)]);
    const scores = new Float64Array(2);
    model.score(example, example.length, scores);
    const sum = example.reduce((sum, key) => sum + (known.get(key) ?? 0), 0);
    assert.deepEqual([...scores], [1, -1 + sum / 2]);
  }));
});
