import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { FIXTURE } from "../../support/mcp/mcp_requests.ts";

// @ts-types="@modelcontextprotocol/sdk/client"
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
const INFO = { name: "test", version: "1.0.0" };
const URL_IN_TESTS = new URL("https://reviews.example/mcp");
const CALL = { name: "test_repeat", arguments: { words: "hello" } };

/** An endpoint for clients without a network; records their requests. */
function recorded() {
  const requests: Request[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    return request.method === "POST" ? FIXTURE.fetch(request) : Promise.resolve(new Response(null, { status: 405 }));
  };
  return { requests, fetch };
}

/** The common interface of the clients. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(params: typeof CALL): Promise<{ [member: string]: unknown }>;
  readResource(params: { uri: string }): Promise<{ contents: readonly object[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: readonly object[] }>;
  complete(params: {
    ref: { type: "ref/prompt"; name: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: readonly string[] } }>;
}

async function assertServes(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === CALL.name));
  assert.deepEqual((await client.callTool(CALL))["structuredContent"], { said: "hello" });
  assert.equal((await client.readResource({ uri: "test://template/7/data" })).contents.length, 1);
  const name = "test_prompt_with_arguments";
  assert.equal((await client.getPrompt({ name, arguments: { arg1: "a", arg2: "b" } })).messages.length, 1);
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name },
    argument: { name: "arg1", value: "a" },
  });
  assert.deepEqual(completion.values, ["a1"]);
}

const sessionsOf = (requests: readonly Request[]) => requests.map(({ headers }) => headers.get("mcp-session-id"));

Deno.test("the client of the library's version 1 sends its session id back, and may end the session", async () => {
  const test = recorded();
  const client = new OldClient(INFO);
  const transport = new OldTransport(URL_IN_TESTS, { fetch: test.fetch });
  // The package's own type declarations conflict under exactOptionalPropertyTypes.
  await client.connect(transport as unknown as Parameters<typeof client.connect>[0]);
  await assertServes(client);
  const { sessionId } = transport;
  assert.equal(sessionId?.length, 36);
  await transport.terminateSession();
  await client.close();
  assert.equal(test.requests.at(-1)?.method, "DELETE");
  assert.equal(sessionsOf(test.requests).filter((id) => id === sessionId).length, test.requests.length - 1);
});

Deno.test("the version 2 client is served in a session by default", async () => {
  const test = recorded();
  const client = new Client(INFO);
  const transport = new StreamableHTTPClientTransport(URL_IN_TESTS, { fetch: test.fetch });
  await client.connect(transport);
  await assertServes(client);
  assert.equal(transport.sessionId?.length, 36);
  assert.equal(client.getServerVersion()?.name, "fixture");
  await transport.terminateSession();
  await client.close();
});

Deno.test("the version 2 client that may choose uses revision 2026-07-28, without a session", async () => {
  const test = recorded();
  const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(URL_IN_TESTS, { fetch: test.fetch }));
  await assertServes(client);
  await client.close();
  assert.deepEqual(new Set(sessionsOf(test.requests)), new Set([null]));
  const versions = test.requests.map(({ headers }) => headers.get("mcp-protocol-version"));
  assert.deepEqual(new Set(versions), new Set(["2026-07-28"]));
});
