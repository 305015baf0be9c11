import assert from "node:assert/strict";
import { runDeno } from "../../support/service/run_cli.ts";
import { goldReviews, passagesOf } from "../../../tools/eval/gold_set.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);

const evalTask = (...options: readonly string[]) =>
  runDeno(["task", "-q", "eval", ...options], { REVIEWS_TEST_DATA: "" });

Deno.test("deno task eval measures the reviews for development and the probes without any folder", async () => {
  const { stdout: text, code } = await evalTask();
  assert.equal(code, 0);
  assert.match(text, /^development: 323 reviews, 724 mentions\n {2}polarity, with stars/);
  assert.match(text, /\nprobes: 74\n {2}solved without stars +\d+ of 74/);
  assert.doesNotMatch(text, /held|validation/);
});

for (const part of ["validation", "held"] as const) {
  Deno.test(`deno task eval --${part} prints figures and no text of a review`, async () => {
    const { stdout: text, code } = await evalTask(`--${part}`);
    const trades = part === "held" ? await Array.fromAsync(Deno.readDir(new URL("trades/held/", FIXTURES))) : [];
    const labelled = trades.map(({ name }) => `trades/held/${name}`).filter((name) => name.endsWith(".jsonl"));
    const files = [`gold/${part}.jsonl`, ...labelled].map((name) => Deno.readTextFile(new URL(name, FIXTURES)));
    const reviews = (await Promise.all(files)).flatMap(goldReviews);
    assert.equal(code, 0);
    assert.match(text, new RegExp(`^${part}: \\d+ reviews, \\d+ mentions\\n {2}polarity, with stars`));
    assert.equal(/\ntrades, held: \d+ reviews\n/.test(text), part === "held");
    for (const { id, mentions } of reviews) {
      assert.ok(!text.includes(id), id);
      for (const words of mentions.flatMap(passagesOf)) assert.ok(!words.includes(" ") || !text.includes(words), words);
    }
  });
}

Deno.test("--list refuses held-out reviews with the reason, and two parts at once", async () => {
  const refusals = [
    [["--validation", "--list"], /Validation reviews are not listed: words chosen to fit them/],
    [["--held", "--list"], /Held-out reviews are not listed: nobody may learn/],
    [["--held", "--validation"], /--held and --validation are different reviews/],
  ] as const;
  for (const [options, reason] of refusals) {
    const { stdout, stderr, code } = await evalTask(...options);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, reason);
  }
});
