import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { McpServices, ProtocolLife } from "../../../mcp/mcp_services.ts";
import { buildMcpServer } from "../../../mcp/server.ts";
import { TEST_SITE, testSnapshot } from "../service/test_app.ts";

/** What a test of the MCP server is about; the rest is the sample dataset in the life with sessions. */
export interface McpClientOptions {
  readonly snapshot?: Snapshot | null;
  readonly life?: ProtocolLife;
  readonly services?: Partial<McpServices>;
}

/** Runs a test with the real client, connected to the real server without a network; both are closed after it. */
export async function withMcpClient<Result>(
  { snapshot = testSnapshot(), life = "legacy", services = {} }: McpClientOptions,
  test: (client: Client) => Promise<Result>,
): Promise<Result> {
  const server = buildMcpServer({ site: TEST_SITE, snapshot: () => snapshot, ...services }, life);
  const client = new Client({ name: "test", version: "1.0.0" });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  try {
    return await test(client);
  } finally {
    await client.close();
    await server.close();
  }
}
