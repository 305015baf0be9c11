import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import assert from "node:assert/strict";
import { buildMcpServer } from "../../mcp/server.ts";
import { withMcpClient } from "../support/mcp/mcp_requests.ts";
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
  const snapshot = testSnapshot();
  const services = { site: TEST_SITE, snapshot: () => snapshot };
  const handler = createMcpHandler(({ era }) => buildMcpServer(services, era), { legacy: "reject" });
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const transport = new StreamableHTTPClientTransport(new URL("https://reviews.example/mcp"), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  const document = await client.readResource({ uri: "reviews://feed.json" });
  assert.deepEqual([document["ttlMs"], document["cacheScope"]], [60_000, "public"]);
  const tools = await client.listTools();
  assert.deepEqual([tools["ttlMs"], tools["cacheScope"]], [300_000, "public"]);
  await client.close();
  await handler.close();
});
