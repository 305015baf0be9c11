import assert from "node:assert/strict";
import { labelAnswer } from "../../../tools/eval/eval_labels.ts";
import { readTrades } from "../../../tools/eval/gold_reading.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { completion, labellerServer } from "../../support/service/labeller_server.ts";

const TRADES = `${import.meta.dirname}/../../fixtures/trades/development`;

Deno.test("the eval shows the labels of a labeller beside the rules", async () => {
  const labelled = await readTrades("development");
  const { reviews } = labelled;
  await using server = labellerServer();
  // The labels of people as the answers of a model: written by hand.
  server.answer = ({ text }) => {
    const mentions = reviews.find((one) => one.text.trim() === text)?.mentions ?? [];
    const own = mentions.filter(({ fault }) => fault === "business");
    return completion({
      language: "en",
      aspects: own.flatMap(({ aspect: id, polarity, words: passage }) =>
        id === null ? [] : [{ id, polarity, passage }]
      ),
      problems: own.flatMap(({ problem: id, words: passage }) => id === null ? [] : [{ id, passage }]),
    });
  };
  await using shop = await importWorkshop({ "reviews.json": await labelAnswer(labelled, null, "vet") });
  const [business, taxonomy] = ["business", "taxonomy"].map((part) => `${TRADES}/vet.${part}.json`);
  await shop.imported("reviews.json", "--business", business!, "--taxonomy", taxonomy!);
  const { stdout, stderr } = await shop.runWith(server.env, "labeller");
  assert.match(stdout, /^62 reviews labelled/, stderr);
  await Deno.writeTextFile(shop.path("labels.json"), (await shop.run("export", "--all")).stdout);
  const lines = (await labelAnswer(labelled, shop.path("labels.json"), null)).split("\n");
  assert.equal(lines[0], "62 reviews with labels:");
  assert.match(lines[1] ?? "", /^ {2}recorded +precision 100\.0 {2}recall {2}99\.2 .*polarity {2}99\.2/);
  assert.match(lines[2] ?? "", /^ {4}problems +precision 100\.0 {2}recall 100\.0/);
  assert.match(lines[3] ?? "", /^ {2}the rules +precision +7\d\.\d /);
});
