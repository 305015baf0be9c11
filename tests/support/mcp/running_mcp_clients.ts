import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** The common interface of the clients. */
export interface RunningClient extends AsyncDisposable {
  listTools(): Promise<{ tools: readonly object[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<{ [member: string]: unknown }>;
}

/** The tools as the client lists them. */
export async function listedTools(client: RunningClient): Promise<readonly Tool[]> {
  return (await client.listTools()).tools as readonly Tool[];
}

const INFO = { name: "test", version: "1.0.0" };

/** Real clients connected to an MCP server by URL. Those with a session end it when disposed. */
export const RUNNING_CLIENTS: Readonly<Record<string, (url: URL) => Promise<RunningClient>>> = {
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
