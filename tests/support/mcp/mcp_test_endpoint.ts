import { endedSessions } from "../../../mcp/protocol/ended_sessions.ts";
import { type McpEndpoint, mcpEndpoint, type McpEndpointParts } from "../../../mcp/protocol/endpoint.ts";
import { sessionSecret } from "../../../mcp/protocol/session_secret.ts";
import { Sessions } from "../../../mcp/protocol/sessions.ts";
import { FakeClock } from "../service/fake_clock.ts";
import { TEST_SITE } from "../service/test_app.ts";
import { mcpFixtureServer } from "./mcp_fixture_server.ts";

/** An endpoint on an in-memory store with a fake clock. */
export interface McpTestEndpoint extends AsyncDisposable {
  readonly endpoint: McpEndpoint;
  readonly clock: FakeClock;
  readonly kv: Deno.Kv;
  /** Creates the endpoint of another process on the same store. */
  readonly another: () => Promise<McpEndpoint>;
}

/** Creates an endpoint for {@linkcode mcpFixtureServer}. */
export async function mcpTestEndpoint(parts: Partial<McpEndpointParts> = {}): Promise<McpTestEndpoint> {
  const kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const another = async () =>
    mcpEndpoint({
      build: mcpFixtureServer,
      sessions: new Sessions({ secret: await sessionSecret(kv), ended: endedSessions(kv, clock.now), now: clock.now }),
      site: TEST_SITE,
      isNotified: (uri) => uri === "test://static-text",
      ...parts,
    });
  const endpoint = await another();
  return {
    endpoint,
    clock,
    kv,
    another,
    [Symbol.asyncDispose]: async () => {
      await endpoint.close();
      kv.close();
    },
  };
}
