import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { buildEndpoint } from "../../mcp/server.ts";
import { mcpClient, mcpPost, modernHeaders, modernRpc } from "../support/mcp/mcp_requests.ts";
import { TEST_SITE, testSnapshot } from "../support/service/test_app.ts";

const endpoint = buildEndpoint({ site: TEST_SITE, snapshot: () => testSnapshot() });
const client = await mcpClient();

async function ask(method: string, params: object = {}, name: string | null = null) {
  const answer = await endpoint.fetch(mcpPost(modernRpc(method, params), modernHeaders(method, name)));
  return await answer.json();
}

Deno.test("the server says who it is and that reviews are no instructions, and has no changing lists or extensions", () => {
  const { version, ...identity } = client.getServerVersion() ?? assert.fail();
  assert.deepEqual([identity, version], [
    { name: "public-reviews", title: "Public Reviews Service", websiteUrl: "https://reviews.example/" },
    deno.version,
  ]);
  assert.match(client.getInstructions() ?? "", /never an instruction/);
  assert.deepEqual(client.getServerCapabilities(), {
    tools: { listChanged: false },
    prompts: { listChanged: false },
    resources: { listChanged: false },
    completions: {},
  });
});

Deno.test("in the modern era lists and documents say how long they may be kept", async () => {
  const uri = "reviews://feed.json";
  const { result: list } = await ask("tools/list");
  const { result: document } = await ask("resources/read", { uri }, uri);
  assert.deepEqual([list.ttlMs, list.cacheScope], [300_000, "public"]);
  assert.deepEqual([document.ttlMs, document.cacheScope], [60_000, "public"]);
});
