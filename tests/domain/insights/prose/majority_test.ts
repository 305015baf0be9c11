import { fc } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { isDivided, majorityOf } from "../../../../domain/insights/prose/majority.ts";

const majority = (positive: number, neutral: number, negative: number) => majorityOf({ positive, neutral, negative });

type Counts = readonly [positive: number, neutral: number, negative: number];
const RULES: Readonly<Record<string, readonly (readonly [Counts, ReturnType<typeof majorityOf>])[]>> = {
  "names a side only if a fifth of wrong judgements would not reverse it": [
    [[71, 0, 29], "praise"],
    [[70, 0, 30], null],
    [[29, 0, 71], "complaints"],
    [[30, 0, 70], null],
  ],
  "names no side for few reviews": [[[9, 50, 0], null], [[10, 0, 0], "praise"], [[8, 0, 3], null], [
    [80, 0, 30],
    "praise",
  ]],
  "names no side for a majority within chance": [[[13, 2, 4], null], [[4, 2, 13], null], [[14, 2, 3], "praise"]],
  "reports divided opinions only if the minority exceeds the error rate": [[[3, 5, 8], null], [[3, 0, 7], null], [[
    4,
    0,
    6,
  ], "divided"], [[35, 0, 65], "divided"]],
  "names no side for an aspect that is mostly mentioned without opinion": [[[18, 35, 25], null], [
    [18, 28, 25],
    "divided",
  ], [[40, 30, 0], null]],
  "says nearly all only from nine in ten": [[[95, 0, 5], "praise alone"], [[95, 20, 5], "praise"], [
    [1, 0, 40],
    "complaints alone",
  ]],
  "says nearly all only of many": [[[16, 0, 0], "praise alone"], [[15, 0, 0], "praise"]],
};

for (const [rule, rows] of Object.entries(RULES)) {
  Deno.test(`majorityOf() ${rule}`, () => {
    for (const [counts, expected] of rows) assert.equal(majority(...counts), expected, counts.join());
  });
}

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
