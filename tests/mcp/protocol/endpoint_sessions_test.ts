import assert from "node:assert/strict";
import type { ProtocolLife } from "../../../mcp/mcp_services.ts";
import { mcpEndpoint } from "../../../mcp/protocol/endpoint.ts";
import { mcpFixtureServer } from "../../fixtures/mcp_fixture_server.ts";
import {
  FIXTURE,
  initializeRpc,
  mcpPost,
  modernHeaders,
  modernRpc,
  rpc,
  rpcAnswer,
} from "../../support/mcp/mcp_requests.ts";
import { TEST_SITE } from "../../support/service/test_app.ts";

const SAY = { name: "test_repeat", arguments: { words: "hello" } };

Deno.test("initialize agrees on each older revision; later requests may send its session id, another or none", async () => {
  const ids = new Set<string>();
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    const answer = await FIXTURE.fetch(mcpPost(initializeRpc(version)));
    const id = answer.headers.get("mcp-session-id") ?? "";
    ids.add(id);
    assert.equal((await rpcAnswer(answer)).result?.["protocolVersion"], version);
    for (const session of [id, "of-another-process", "", null]) {
      const headers = { "mcp-protocol-version": version, ...session !== null && { "mcp-session-id": session } };
      const noticed = await FIXTURE.fetch(mcpPost({ jsonrpc: "2.0", method: "notifications/initialized" }, headers));
      assert.deepEqual([noticed.status, await noticed.text()], [202, ""]);
      const called = await FIXTURE.fetch(mcpPost(rpc("tools/call", SAY, "x"), headers));
      assert.equal(called.headers.get("mcp-session-id"), null);
      assert.deepEqual(await rpcAnswer(called), {
        jsonrpc: "2.0",
        id: "x",
        result: { content: [{ type: "text", text: "hello" }], structuredContent: { said: "hello" } },
      });
    }
  }
  assert.equal(ids.size, 4);
  for (const id of ids) assert.match(id, /^[!-~]{36}$/);
});

Deno.test("initialize with an unknown revision is answered with the newest; only its success has a session id", async () => {
  const accept = "text/event-stream";
  const answer = await FIXTURE.fetch(mcpPost(initializeRpc("1999-01-01"), { "mcp-session-id": "v1.old", accept }));
  assert.match(await answer.text(), /"protocolVersion":"2025-11-25"/);
  assert.notEqual(answer.headers.get("mcp-session-id"), null);
  const others = [
    mcpPost(rpc("initialize", {})),
    mcpPost({ jsonrpc: "2.0", method: "initialize" }),
    mcpPost(modernRpc("initialize"), modernHeaders("initialize")),
    mcpPost(rpc("ping")),
  ];
  for (const request of others) {
    const answer = await FIXTURE.fetch(request);
    await answer.body?.cancel();
    assert.equal(answer.headers.get("mcp-session-id"), null);
  }
});

Deno.test("a server answers one message after the other, but none after it was initialized", async () => {
  const built: string[] = [];
  const build = (life: ProtocolLife) => {
    built.push(life);
    return mcpFixtureServer();
  };
  const endpoint = mcpEndpoint({ build, site: TEST_SITE });
  const requests = [
    mcpPost(rpc("tools/call", SAY)),
    mcpPost(initializeRpc("2024-10-07")),
    mcpPost({ jsonrpc: "2.0", method: "notifications/initialized" }),
    mcpPost(modernRpc("tools/list"), modernHeaders("tools/list")),
  ];
  for (const request of [...requests, ...requests]) await (await endpoint.fetch(request.clone())).body?.cancel();
  assert.deepEqual(built, ["legacy", "legacy", "modern", "legacy"]);
});
