import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { TOOLS } from "../../../mcp/tools/tool_list.ts";
import { toolExamples } from "../../support/mcp/mcp_requests.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** The common interface of the clients. */
interface RunningClient extends AsyncDisposable {
  listTools(): Promise<{ tools: readonly object[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<{ [member: string]: unknown }>;
}

/** The tools as the client lists them. */
async function listedTools(client: RunningClient): Promise<readonly Tool[]> {
  return (await client.listTools()).tools as readonly Tool[];
}

const INFO = { name: "test", version: "1.0.0" };

/** Real clients connected to an MCP server by URL. Those with a session ask for its end when disposed. */
const RUNNING_CLIENTS: Readonly<Record<string, (url: URL) => Promise<RunningClient>>> = {
  "client of the library's version 1": async (url) => {
    const client = new OldClient(INFO);
    const transport = new OldTransport(url);
    // The package's own types conflict under exactOptionalPropertyTypes.
    await client.connect(transport as unknown as Parameters<typeof client.connect>[0]);
    return running(client, () => transport.terminateSession());
  },
  "client of version 2 with a session": async (url) => {
    const client = new Client(INFO);
    const transport = new StreamableHTTPClientTransport(url);
    await client.connect(transport);
    return running(client, () => transport.terminateSession());
  },
  "client of version 2 without a session": async (url) => {
    const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(url));
    return running(client, () => Promise.resolve());
  },
};

interface AnyClient extends Omit<RunningClient, typeof Symbol.asyncDispose> {
  close(): Promise<void>;
}

function running(client: AnyClient, end: () => Promise<void>): RunningClient {
  return {
    listTools: () => client.listTools(),
    callTool: (params) => client.callTool(params),
    [Symbol.asyncDispose]: async () => {
      await end();
      await client.close();
    },
  };
}

const NAMES = TOOLS.map(({ name }) => name);
assert.equal(NAMES.length, 13);

function allExamples(tool: Tool): Record<string, unknown> {
  return Object.assign({}, ...toolExamples(tool));
}

for (const [name, connect] of Object.entries(RUNNING_CLIENTS)) {
  Deno.test(`the ${name} lists the tools of the running service, and each answers its documented examples`, async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    await using client = await connect(new URL("/mcp", server.origin));
    const tools = await listedTools(client);
    assert.deepEqual(tools.map((tool) => tool.name), NAMES);
    for (const tool of tools) {
      for (const args of [...toolExamples(tool), allExamples(tool)]) {
        const { isError = false, content, structuredContent } = await client.callTool({
          name: tool.name,
          arguments: args,
        });
        assert.equal(isError, false, `${tool.name} ${JSON.stringify(content)}`);
        assert.ok(structuredContent !== undefined, tool.name);
      }
    }
  });
}
