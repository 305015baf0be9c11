import assert from "node:assert/strict";
import { callTool, mcpClient } from "../../support/mcp/mcp_requests.ts";

const client = await mcpClient();

interface Found {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly match?: "weak";
}

Deno.test("search and fetch answer in the form that ChatGPT connectors expect: one text item that is the JSON", async () => {
  const found = await callTool(client, "search", { query: "What do customers say about the water heater?" });
  assert.deepEqual(JSON.parse(found.text), found.data);
  const results = found.data["results"] as Found[];
  assert.deepEqual(Object.keys(found.data), ["results", "note", "untrusted"]);
  const strength = results.map(({ match }) => match);
  assert.deepEqual(strength.slice(0, 2), [undefined, undefined]);
  assert.ok(strength.includes("weak"), "a review with one of two words");
  for (const { match: _, ...result } of results) {
    assert.deepEqual(Object.keys(result), ["id", "title", "url"]);
    const fetched = await callTool(client, "fetch", { id: result.id });
    assert.deepEqual(JSON.parse(fetched.text), fetched.data);
    assert.deepEqual(Object.keys(fetched.data).toSorted(), ["id", "metadata", "text", "title", "url"]);
    assert.deepEqual([fetched.data["id"], fetched.data["title"], fetched.data["url"]], Object.values(result));
  }
  assert.equal(results.at(-1)?.id, "overview");
});

Deno.test("search answers a question without a subject with the overview alone, and fetch knows its text", async () => {
  for (const query of ["?!", "what do they say about"]) {
    const { data } = await callTool(client, "search", { query });
    assert.deepEqual((data["results"] as Found[]).map(({ id }) => id), ["overview"], query);
  }
  const { data } = await callTool(client, "fetch", { id: "overview" });
  assert.match(String(data["text"]), /rating_value: 4\.14, review_count: 180/);
});

Deno.test("search returns nothing where reviews share one common word with a question, and says what would find some", async () => {
  const questions = ["Do they repair roofs?", "How is the weather in Paris?", "solar panel installation"];
  for (const query of ["zeppelin", "bitcoin", ...questions]) {
    const { data } = await callTool(client, "search", { query });
    assert.deepEqual(data["results"], [], query);
    assert.match(String(data["note"]), /^No review has these words\./);
  }
  const { data } = await callTool(client, "search", { query: "warranty claims" });
  assert.match(String(data["note"]), /Try words “warranty”: \d+ reviews\./);
});
