import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/sample_dataset.ts";
import type { Snapshot } from "../../../domain/snapshot.ts";
import type { ApiSchema } from "../../support/api_document.ts";
import { businessOf } from "../../support/business_of.ts";
import { callTool } from "../../support/call_tool.ts";
import { hostileDataset } from "../../support/hostile_dataset.ts";
import { measuredDataset } from "../../support/measured_dataset.ts";
import { reviewOf } from "../../support/review_of.ts";
import { schemaFaults } from "../../support/schema_faults.ts";
import { testSnapshot } from "../../support/test_app.ts";
import { toolExamples } from "../../support/tool_examples.ts";
import { withMcpClient } from "../../support/with_mcp_client.ts";

const bare = { business: businessOf(), operatorInsights: null, sample: false };
const wordy = sampleDataset();
const long = "字".repeat(100_000);

/** Datasets, and which of the documented examples find nothing in them. */
const CASES: readonly [string, Snapshot, readonly string[]][] = [
  ["the sample", testSnapshot(), ["get_aspect_sentiment"]],
  ["a dataset in which everything is measured", testSnapshot(measuredDataset()), []],
  [
    "an empty dataset",
    testSnapshot({ ...bare, reviews: [] }),
    ["get_review", "get_aspect_sentiment", "get_technician", "get_service", "get_topics"],
  ],
  [
    "ratings without words",
    testSnapshot({ ...bare, reviews: [reviewOf({ text: null })] }),
    ["get_review", "get_aspect_sentiment", "get_technician", "get_service", "get_topics"],
  ],
  [
    "hostile texts",
    testSnapshot(hostileDataset()),
    ["get_review", "get_aspect_sentiment", "get_technician", "get_service", "get_topics"],
  ],
  [
    "the longest texts that are allowed",
    testSnapshot({
      ...wordy,
      reviews: wordy.reviews.map((review) => ({
        ...review,
        text: long,
        owner_reply: { text: long, date: review.date },
      })),
    }),
    ["get_aspect_sentiment", "get_topics"],
  ],
];

for (const [what, snapshot, nothingFound] of CASES) {
  Deno.test(`every documented example is answered by its schema, within 25,000 tokens, from ${what}`, async () => {
    await withMcpClient({ snapshot }, async (client) => {
      const refused = new Set<string>();
      for (const tool of (await client.listTools()).tools) {
        for (const args of toolExamples(tool)) {
          const place = `${tool.name} ${JSON.stringify(args)}`;
          const { isError, text, data } = await callTool(client, tool.name, args);
          if (isError) refused.add(tool.name);
          else assert.deepEqual(schemaFaults(tool.outputSchema as ApiSchema, data), [], place);
          // A character of Chinese is a token or so, and Latin text has some three characters in one.
          for (const part of [text, JSON.stringify(data)]) {
            const wide = part.replace(/[\0-\u02ff]/g, "").length;
            assert.ok(wide + (part.length - wide) / 3 < 25_000, `${place} has ${part.length} characters`);
          }
          assert.ok(text.length > 0, place);
        }
      }
      assert.deepEqual([...refused], nothingFound);
    });
  });
}

Deno.test("a figure that nothing measured is said to be so, and is null in the data", async () => {
  await withMcpClient({}, async (client) => {
    const technician = await callTool(client, "get_technician", { name: "Huy" });
    assert.match(technician.text, /Positive: not measured; sentiment score: not measured/);
    assert.equal(technician.data["positive_pct"], null);
    const aspects = await callTool(client, "get_aspect_sentiment");
    assert.match(aspects.text, /not measured/);
    assert.deepEqual(aspects.data["aspects"], []);
    const summary = await callTool(client, "get_summary");
    assert.match(summary.text, /Overall sentiment: not measured/);
    assert.match(summary.text, /fictional/);
  });
});

Deno.test("a figure that was measured is told", async () => {
  await withMcpClient({ snapshot: testSnapshot(measuredDataset()) }, async (client) => {
    const aspect = await callTool(client, "get_aspect_sentiment", { aspect: " PUNCTUALITY " });
    assert.match(aspect.text, /40 mentions, 31 positive, 1 neutral, 8 negative; positive 77.5 %, score 0.5/);
    assert.equal((aspect.data["aspects"] as unknown[]).length, 1);
    assert.equal(aspect.data["aspect_count"], 2);
    assert.match((await callTool(client, "get_technician", { name: "huy-tran" })).text, /Positive: 91.5 %/);
    assert.match((await callTool(client, "get_summary")).text, /Trend: improving[^]*Dog got a biscuit/);
    assert.match((await callTool(client, "get_faq", { query: "ON TIME" })).text, /nine of ten/);
    const trend = await callTool(client, "get_trend", { months: 2 });
    assert.deepEqual((trend.data["monthly"] as { month: string }[]).map(({ month }) => month), ["2026-10", "2026-11"]);
  });
});
