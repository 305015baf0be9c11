import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { TOOLS } from "../../../mcp/tools/tool_list.ts";
import { MCP_URL, toolExamples } from "../../support/mcp/mcp_requests.ts";
import { testApp } from "../../support/service/test_app.ts";

// @ts-types="@modelcontextprotocol/sdk/client"
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
const INFO = { name: "test", version: "1.0.0" };

/** The common interface of the clients. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly object[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<{ [member: string]: unknown }>;
  readResource(params: { uri: string }): Promise<{ contents: readonly object[] }>;
  getPrompt(params: { name: string }): Promise<{ messages: readonly object[] }>;
  close(): Promise<void>;
}

/** The application for clients without a network; records their requests. */
function recorded() {
  const requests: Request[] = [];
  const app = testApp();
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    return await app.fetch(request);
  };
  return { requests, fetch, of: (name: string) => requests.map(({ headers }) => headers.get(name)) };
}

/** Asserts that a client gets the lists, and an answer to each documented example that its schema describes. */
async function assertServes(client: AnyClient): Promise<void> {
  const tools = (await client.listTools()).tools as readonly Tool[];
  assert.deepEqual(tools.map(({ name }) => name), TOOLS.map(({ name }) => name));
  for (const tool of tools) {
    const examples = toolExamples(tool);
    for (const args of [...examples, Object.assign({}, ...examples)]) {
      const { isError = false, structuredContent } = await client.callTool({ name: tool.name, arguments: args });
      assert.deepEqual([isError, typeof structuredContent], [false, "object"], `${tool.name} ${JSON.stringify(args)}`);
    }
  }
  assert.equal((await client.readResource({ uri: "reviews://reviews.json" })).contents.length, 1);
  assert.equal((await client.getPrompt({ name: "reply_to_critical_reviews" })).messages.length, 2);
}

Deno.test("the client of the library's version 1 is served in a session, and may ask for its end", async () => {
  const { requests, fetch, of } = recorded();
  const client = new OldClient(INFO);
  const transport = new OldTransport(new URL(MCP_URL), { fetch });
  // The package's own type declarations conflict under exactOptionalPropertyTypes.
  await client.connect(transport as unknown as Parameters<typeof client.connect>[0]);
  await assertServes(client);
  const { sessionId } = transport;
  assert.equal(sessionId?.length, 36);
  await transport.terminateSession();
  await client.close();
  assert.equal(requests.at(-1)?.method, "DELETE");
  assert.equal(of("mcp-session-id").filter((id) => id === sessionId).length, requests.length - 1);
});

for (const mode of ["legacy", "auto"] as const) {
  const session = mode === "auto" ? "of revision 2026-07-28 without a session" : "in a session";
  Deno.test(`the client of version 2 is served ${session}`, async () => {
    const { fetch, of } = recorded();
    const client = new Client(INFO, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), { fetch });
    await client.connect(transport);
    await assertServes(client);
    assert.equal(client.getServerVersion()?.name, "public-reviews");
    if (mode === "auto") {
      assert.deepEqual(new Set(of("mcp-session-id")), new Set([null]));
      assert.deepEqual(new Set(of("mcp-protocol-version")), new Set(["2026-07-28"]));
    } else {
      assert.equal(transport.sessionId?.length, 36);
      await transport.terminateSession();
    }
    await client.close();
  });
}
