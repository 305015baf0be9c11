import { Client, type Tool } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import type { ApiSchema } from "../api/api_document.ts";
import { type McpEndpoint, mcpEndpoint } from "../../../mcp/protocol/endpoint.ts";
import { TEST_SITE, testSnapshot } from "../service/test_app.ts";
import { mcpFixtureServer } from "../../fixtures/mcp_fixture_server.ts";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { McpServices } from "../../../mcp/mcp_services.ts";
import { buildMcpServer } from "../../../mcp/server.ts";

/** The endpoint's URL in tests without a listening server. */
export const MCP_URL = "https://reviews.example/mcp";

/** A JSON-RPC request. */
export function rpc(method: string, params: object = {}, id: string | number = 1): object {
  return { jsonrpc: "2.0", id, method, params };
}

/** A request of revision 2026-07-28: its `_meta` contains what `initialize` negotiated before. */
export function modernRpc(method: string, params: object = {}, id: string | number = 1): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return rpc(method, { ...params, _meta }, id);
}

/** The headers that revision 2026-07-28 requires. */
export function modernHeaders(method: string, name: string | null = null): Record<string, string> {
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name === null ? {} : { "mcp-name": name }),
  };
}

/** An `initialize` request as clients send it. */
export function initializeRpc(protocolVersion = "2025-11-25"): object {
  return rpc("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } });
}

/** A POST of a message; a string is sent unchanged. */
export function mcpPost(message: object | string, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(MCP_URL, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
}

/**
 * Calls a tool; asserts that the answer has one text item, and structured content unless it is an error. Resolves to the
 * text and the structured content, which is empty for an error.
 */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
  assert.equal(content.length, 1, name);
  const [item] = content;
  assert.ok(item?.type === "text", name);
  assert.equal(structuredContent === undefined, isError, `${name}: ${item.text}`);
  const data: Readonly<Record<string, unknown>> = { ...Object(structuredContent) };
  return { isError, text: item.text, data };
}

/** Argument objects from a tool's documented examples: the required ones alone, then with each optional one. */
export function toolExamples(tool: Tool): readonly Record<string, unknown>[] {
  const { properties = {}, required = [] } = tool.inputSchema as ApiSchema;
  const examples = Object.entries(properties).flatMap(([name, { examples = [] }]) =>
    examples.map((value) => ({ name, value }))
  );
  const least = Object.fromEntries(
    examples.filter(({ name }) => required.includes(name)).map(({ name, value }) => [name, value]),
  );
  return [least, ...examples.map(({ name, value }) => ({ ...least, [name]: value }))];
}

/** A JSON-RPC response; only the members that tests use. */
export interface RpcAnswer {
  readonly id: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Parses a response that must be one JSON document. */
export async function rpcAnswer(answer: Response): Promise<RpcAnswer> {
  assert.equal(answer.headers.get("content-type"), "application/json");
  return await answer.json();
}

/** Asserts that a request was refused with this status and code; resolves to the message. */
export async function assertRefused(answer: Response, status: number, code: number, id: unknown = null) {
  assert.equal(answer.status, status);
  const { id: given, error } = await rpcAnswer(answer);
  assert.equal(error?.code, code);
  assert.equal(given, id);
  return error?.message ?? "";
}

/** An endpoint for {@linkcode mcpFixtureServer}; it keeps nothing, so tests share it. */
export const FIXTURE: McpEndpoint = mcpEndpoint({ build: mcpFixtureServer, site: TEST_SITE });

/** Options of {@linkcode mcpClient}; by default the sample dataset. */
interface McpClientOptions {
  readonly snapshot?: Snapshot | null;
  readonly services?: Partial<McpServices>;
}

/** The real client connected to the real server in memory; both are closed on disposal. */
export async function mcpClient(
  { snapshot = testSnapshot(), services = {} }: McpClientOptions = {},
): Promise<Client & AsyncDisposable> {
  const server = buildMcpServer({ site: TEST_SITE, snapshot: () => snapshot, ...services });
  const client = new Client({ name: "test", version: "1.0.0" });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
    },
  });
}
