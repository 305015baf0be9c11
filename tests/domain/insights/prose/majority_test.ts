import { fc } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { isDivided, majorityOf } from "../../../../domain/insights/prose/majority.ts";

const majority = (positive: number, neutral: number, negative: number) => majorityOf({ positive, neutral, negative });

Deno.test("majorityOf() names a side only if a fifth of wrong judgements would not reverse it", () => {
  assert.equal(majority(71, 0, 29), "praise");
  assert.equal(majority(70, 0, 30), null);
  assert.equal(majority(29, 0, 71), "complaints");
  assert.equal(majority(30, 0, 70), null);
});

Deno.test("majorityOf() names no side for few reviews or a majority within chance", () => {
  assert.equal(majority(9, 50, 0), null);
  assert.equal(majority(10, 0, 0), "praise");
  assert.equal(majority(8, 0, 3), null);
  assert.equal(majority(80, 0, 30), "praise");
  assert.equal(majority(13, 2, 4), null);
  assert.equal(majority(4, 2, 13), null);
  assert.equal(majority(14, 2, 3), "praise");
});

Deno.test("majorityOf() reports divided opinions only if the minority exceeds the error rate", () => {
  assert.equal(majority(3, 5, 8), null);
  assert.equal(majority(3, 0, 7), null);
  assert.equal(majority(4, 0, 6), "divided");
  assert.equal(majority(35, 0, 65), "divided");
});

Deno.test("majorityOf() names no side for an aspect that is mostly mentioned without opinion", () => {
  assert.equal(majority(18, 35, 25), null);
  assert.equal(majority(18, 28, 25), "divided");
  assert.equal(majority(40, 30, 0), null);
});

Deno.test("majorityOf() says nearly all only from nine in ten, of many, including neutral mentions", () => {
  assert.equal(majority(16, 0, 0), "praise alone");
  assert.equal(majority(15, 0, 0), "praise");
  assert.equal(majority(95, 0, 5), "praise alone");
  assert.equal(majority(95, 20, 5), "praise");
  assert.equal(majority(1, 0, 40), "complaints alone");
});

Deno.test("majorityOf() and isDivided() treat both sides equally, and a unanimous side is not divided", () => {
  const count = fc.integer({ min: 0, max: 300 });
  const other: Record<string, string> = { praise: "complaints", "praise alone": "complaints alone" };
  fc.assert(fc.property(count, count, count, (positive, neutral, negative) => {
    const [one, turned] = [majority(positive, neutral, negative), majority(negative, neutral, positive)];
    if (positive > negative) assert.equal(turned, one === null ? null : other[one] ?? one);
    const divided = isDivided({ positive, neutral, negative });
    assert.equal(divided, isDivided({ positive: negative, neutral, negative: positive }));
    if (one === "praise alone" || one === "complaints alone") assert.equal(divided, false);
  }));
});

Deno.test("majorityOf() never goes from 'opinions differ' to a side by one review", () => {
  for (let told = 1; told <= 400; told++) {
    for (let few = 0; few < told; few++) {
      const [one, next] = [majority(told - few, 0, few), majority(told - few - 1, 0, few + 1)];
      const sides = [one, next].filter((each) => each?.startsWith("praise") || each?.startsWith("complaints"));
      assert.ok(!(sides.length === 1 && [one, next].includes("divided")), `${told} ${few}`);
    }
  }
});
