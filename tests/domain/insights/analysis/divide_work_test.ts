import assert from "node:assert/strict";
import { divideWork, type Helper } from "../../../../domain/insights/analysis/divide_work.ts";

const PARTS = Array.from({ length: 40 }, (_, part) => part);

/** A helper that answers some parts and ends at the next one. */
function helperFor(answers: number): Helper<number, string> & { readonly isClosed: () => boolean } {
  let [left, isClosed] = [answers, false];
  return {
    work: async (part) => {
      await Promise.resolve();
      if (left-- <= 0) throw new Error("ended");
      return `part ${part}`;
    },
    close: () => void (isClosed = true),
    isClosed: () => isClosed,
  };
}

for (const answers of [0, 1, 7, Infinity]) {
  Deno.test(`every part is done once when helpers end after ${answers} of them`, async () => {
    const done: number[] = [];
    const taken: string[] = [];
    const helpers = [helperFor(answers), helperFor(answers)];
    const take = (part: number, answer: string) => {
      done.push(part);
      taken.push(answer);
    };
    await divideWork(PARTS, (part) => void done.push(part), take, helpers);
    assert.deepEqual(done.sort((a, b) => a - b), PARTS);
    assert.equal(taken.length > 0, answers > 0);
    assert.ok(taken.length <= 2 * answers);
    assert.ok(helpers.every(({ isClosed }) => isClosed()));
  });
}

Deno.test("helpers end when a part fails here, and nothing goes on", async () => {
  const helper = helperFor(Infinity);
  const failing = () => {
    throw new Error("No room.");
  };
  await assert.rejects(divideWork(PARTS, failing, () => {}, [helper]), /No room\./);
  assert.ok(helper.isClosed());
});

Deno.test("without helpers everything is done here, in order", async () => {
  const done: number[] = [];
  await divideWork(PARTS, (part) => void done.push(part), () => assert.fail(), []);
  assert.deepEqual(done, PARTS);
});

Deno.test("helpers are heard while this thread works", async () => {
  const helper: Helper<number, string> = {
    work: (part) => new Promise((resolve) => setTimeout(() => resolve(`part ${part}`), 0)),
    close: () => {},
  };
  let [here, taken] = [0, 0];
  await divideWork(PARTS, () => void here++, () => void taken++, [helper]);
  assert.equal(here + taken, PARTS.length);
  // It has three at hand; were it heard at the end alone, it would have done no more.
  assert.ok(taken > 10, `the helper has done ${taken} parts`);
});
