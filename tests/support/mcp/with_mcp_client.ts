import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { McpServices, ProtocolLife } from "../../../mcp/mcp_services.ts";
import { buildMcpServer } from "../../../mcp/server.ts";
import { TEST_SITE, testSnapshot } from "../service/test_app.ts";

/** Options of {@linkcode withMcpClient}; by default the sample dataset in the legacy era. */
export interface McpClientOptions {
  readonly snapshot?: Snapshot | null;
  readonly life?: ProtocolLife;
  readonly services?: Partial<McpServices>;
}

/** Runs a test with the real client connected to the real server in memory; closes both afterwards. */
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
