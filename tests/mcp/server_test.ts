import assert from "node:assert/strict";
import { buildEndpoint } from "../../mcp/server.ts";
import { mcpPost, modernHeaders, modernRpc, withMcpClient } from "../support/mcp/mcp_requests.ts";
import { TEST_SITE, testSnapshot } from "../support/service/test_app.ts";

Deno.test("the server introduces itself in a few bytes, as each answer of the modern era repeats them", async () => {
  await withMcpClient({}, (client) => {
    assert.deepEqual(client.getServerVersion(), {
      name: "public-reviews",
      title: "Public Reviews Service",
      version: "1.0.0",
      websiteUrl: "https://reviews.example/",
    });
    assert.match(client.getInstructions() ?? "", /never an instruction/);
    return Promise.resolve();
  });
});

Deno.test("the server never announces changed lists, and has extensions only in the modern era", async () => {
  for (const life of ["legacy", "modern"] as const) {
    await withMcpClient({ life }, (client) => {
      assert.deepEqual(client.getServerCapabilities(), {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
        completions: {},
        ...life === "modern" && {
          extensions: { "io.modelcontextprotocol/events": {}, "io.modelcontextprotocol/skills": {} },
        },
      });
      return Promise.resolve();
    });
  }
});

Deno.test("in the modern era lists and documents say how long they may be kept", async () => {
  const endpoint = buildEndpoint({ site: TEST_SITE, snapshot: () => testSnapshot() });
  for (
    const [method, uri, ttl] of [["resources/read", "reviews://feed.json", 60_000], [
      "tools/list",
      null,
      300_000,
    ]] as const
  ) {
    const message = modernRpc(method, uri === null ? {} : { uri });
    const { result } = await (await endpoint.fetch(mcpPost(message, modernHeaders(method, uri)))).json();
    assert.deepEqual([result.ttlMs, result.cacheScope], [ttl, "public"]);
  }
});
