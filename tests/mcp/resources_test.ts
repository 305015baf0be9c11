import assert from "node:assert/strict";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { mcpClient } from "../support/mcp/mcp_requests.ts";
import { measuredDataset } from "../support/reviews/measured_dataset.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const { reviews, business } = sampleDataset();
const snapshot = testSnapshot(measuredDataset());
const client = await mcpClient({ snapshot });

async function read(uri: string): Promise<{ mimeType: string | undefined; text: string }> {
  const { contents: [content] } = await client.readResource({ uri });
  assert.equal(content?.uri, uri);
  assert.ok("text" in content);
  return { mimeType: content.mimeType, text: content.text };
}

Deno.test("the documents are the very bytes that REST answers", async () => {
  const app = testApp(snapshot);
  const { resources } = await client.listResources();
  const documents = resources.filter(({ uri }) => uri.startsWith("reviews://"));
  assert.deepEqual(documents.map(({ uri, mimeType }) => [uri, mimeType]), [
    ["reviews://reviews.json", "application/json"],
    ["reviews://insights.json", "application/json"],
    ["reviews://feed.json", "application/feed+json"],
    ["reviews://feed.xml", "application/atom+xml"],
    ["reviews://faq.json", "application/json"],
    ["reviews://llms.txt", "text/markdown"],
    ["reviews://review-policy.json", "application/json"],
  ]);
  for (const { uri, mimeType, title, description } of documents) {
    assert.ok(title && description, uri);
    if (uri === "reviews://faq.json") {
      const faq = insightsOf(snapshot).faq.map(({ translations: _, ...entry }) => entry);
      assert.deepEqual(JSON.parse((await read(uri)).text), faq);
      continue;
    }
    const path = uri.replace("reviews://", "/").replace("/feed.json", "/api/feed.json");
    const rest = await app.request(path, { headers: { "accept-encoding": "identity" } });
    assert.deepEqual(await read(uri), { mimeType, text: await rest.text() }, uri);
  }
});

Deno.test("a document that is too large for a message is refused with the URL to get it from", async () => {
  const text = "x".repeat(100_000);
  const large = testSnapshot({ ...sampleDataset(), reviews: reviews.slice(0, 50).map((one) => ({ ...one, text })) });
  await using client = await mcpClient({ snapshot: large });
  await assert.rejects(client.readResource({ uri: "reviews://reviews.json" }), {
    code: -32602,
    message: /https:\/\/reviews\.example\/reviews\.json/,
  });
});

Deno.test("a review, an aspect and a technician can be read by id", async () => {
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate), [
    "reviews://review/{id}",
    "reviews://aspect/{id}",
    "reviews://technician/{id}",
  ]);
  const parsed = async (uri: string) => JSON.parse((await read(uri)).text);
  for (const review of reviews.slice(0, 3)) {
    assert.deepEqual(await parsed(`reviews://review/${review.id}`), review);
  }
  assert.equal((await parsed("reviews://aspect/punctuality")).mention_count, 40);
  const technician = await parsed("reviews://technician/huy-tran");
  assert.deepEqual([technician.label, technician.review_count], ["Huy Tran", 13]);
});

Deno.test("a resource that does not exist is not found", async () => {
  const missing = "review/7ZZZZZZZZZZZZZZZZZZZZZZZZZ review/ aspect/colour technician/%E0%A4%A nothing.json".split(" ");
  for (const uri of [...missing.map((path) => `reviews://${path}`), "file:///etc/passwd"]) {
    await assert.rejects(client.readResource({ uri }), { code: -32602, data: { uri } }, uri);
  }
});

Deno.test("ids are completed by their beginning, whatever its case, the newest reviews first", async () => {
  const complete = async (kind: string, value: string) => {
    const ref = { type: "ref/resource" as const, uri: `reviews://${kind}/{id}` };
    return (await client.complete({ ref, argument: { name: "id", value } })).completion.values;
  };
  assert.deepEqual(await complete("aspect", "pr"), ["price"]);
  assert.deepEqual(await complete("technician", "H"), ["huy-tran"]);
  const known = business.technicians.map(({ id }) => id);
  assert.deepEqual((await complete("technician", "")).slice(0, known.length), known);
  assert.deepEqual((await complete("review", "")).slice(0, 2), reviews.slice(0, 2).map(({ id }) => id));
  assert.deepEqual(await complete("review", reviews[7]?.id.slice(0, 9).toLowerCase() ?? ""), [reviews[7]?.id]);
});
