import assert from "node:assert/strict";
import type { McpEndpoint } from "../../../mcp/protocol/endpoint.ts";
import { mcpFixtureServer } from "../../fixtures/mcp_fixture_server.ts";
import {
  assertRefused,
  initializeRpc,
  MCP_URL,
  mcpPost,
  mcpTestEndpoint,
  modernHeaders,
  modernRpc,
  rpc,
  rpcAnswer,
} from "../../support/mcp/mcp_requests.ts";

const SAY = { name: "test_repeat", arguments: { words: "hello" } };
const END = (id?: string) =>
  new Request(MCP_URL, { method: "DELETE", headers: id === undefined ? {} : { "mcp-session-id": id } });

async function initialized(endpoint: McpEndpoint, version?: string): Promise<string> {
  const answer = await endpoint.fetch(mcpPost(initializeRpc(version)));
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
  return answer.headers.get("mcp-session-id") ?? "";
}

Deno.test("initialize agrees on each revision with sessions, and begins one", async () => {
  await using test = await mcpTestEndpoint();
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    const answer = await test.endpoint.fetch(mcpPost(initializeRpc(version)));
    assert.equal(answer.status, 200);
    const id = answer.headers.get("mcp-session-id") ?? "";
    assert.equal((await rpcAnswer(answer)).result?.["protocolVersion"], version);
    const session = { "mcp-session-id": id, "mcp-protocol-version": version };
    const noticed = await test.endpoint.fetch(
      mcpPost({ jsonrpc: "2.0", method: "notifications/initialized" }, session),
    );
    assert.equal(noticed.status, 202);
    assert.equal(await noticed.text(), "");
    const called = await test.endpoint.fetch(mcpPost(rpc("tools/call", SAY, "x"), session));
    assert.equal(called.headers.get("mcp-session-id"), null);
    assert.deepEqual(await rpcAnswer(called), {
      jsonrpc: "2.0",
      id: "x",
      result: { content: [{ type: "text", text: "hello" }], structuredContent: { said: "hello" } },
    });
  }
});

Deno.test("initialize with an unknown revision is answered with the newest; a wrong one begins no session", async () => {
  await using test = await mcpTestEndpoint();
  const answer = await test.endpoint.fetch(mcpPost(initializeRpc("1999-01-01"), { "mcp-session-id": "v1.old" }));
  assert.equal((await rpcAnswer(answer)).result?.["protocolVersion"], "2025-11-25");
  const wrong = await test.endpoint.fetch(mcpPost(rpc("initialize", {})));
  assert.equal(wrong.headers.get("mcp-session-id"), null);
  assert.notEqual((await rpcAnswer(wrong)).error, undefined);
  const notified = await test.endpoint.fetch(mcpPost({ jsonrpc: "2.0", method: "initialize" }));
  assert.equal(notified.status, 202);
  assert.equal(notified.headers.get("mcp-session-id"), null);
});

Deno.test("a request without a session is answered", async () => {
  await using test = await mcpTestEndpoint();
  for (const method of ["tools/list", "resources/list", "prompts/list", "ping"]) {
    const answer = await test.endpoint.fetch(mcpPost(rpc(method)));
    assert.equal(answer.status, 200);
    assert.notEqual((await rpcAnswer(answer)).result, undefined, method);
  }
  const answer = await test.endpoint.fetch(mcpPost(rpc("tools/call", SAY)));
  assert.deepEqual((await rpcAnswer(answer)).result?.["structuredContent"], { said: "hello" });
});

Deno.test("a session that is unknown, forged, ended or expired is refused, saying to initialize again", async () => {
  await using test = await mcpTestEndpoint();
  const { endpoint, clock } = test;
  const live = await initialized(endpoint);
  const list = (id: string) => endpoint.fetch(mcpPost(rpc("tools/list", {}, 5), { "mcp-session-id": id }));
  for (const id of ["", "no-such-session", `${live}A`, live.replace(/^v1/, "v2")]) {
    assert.match(await assertRefused(await list(id), 404, -32001, 5), /initialize again/);
  }
  assert.equal((await rpcAnswer(await list(live))).id, 5);
  const ended = await endpoint.fetch(END(live));
  assert.equal(ended.status, 204);
  assert.equal(await ended.text(), "");
  await assertRefused(await list(live), 404, -32001, 5);
  const idle = await initialized(endpoint);
  clock.advance(24 * 60 * 60 * 1000);
  await assertRefused(await list(idle), 404, -32001, 5);
});

Deno.test("a session goes on in another process on the same store, and ends there too", async () => {
  await using test = await mcpTestEndpoint();
  const another = await test.another();
  const id = await initialized(test.endpoint);
  const list = () => another.fetch(mcpPost(rpc("tools/list"), { "mcp-session-id": id }));
  assert.equal((await list()).status, 200);
  assert.equal((await test.endpoint.fetch(END(id))).status, 204);
  test.clock.advance(30_000);
  assert.equal((await list()).status, 404);
});

Deno.test("DELETE needs the id of a living session", async () => {
  await using test = await mcpTestEndpoint();
  const id = await initialized(test.endpoint);
  await assertRefused(await test.endpoint.fetch(END()), 400, -32000);
  await assertRefused(await test.endpoint.fetch(END("no-such-session")), 404, -32001);
  assert.equal((await test.endpoint.fetch(END(id))).status, 204);
  await assertRefused(await test.endpoint.fetch(END(id)), 404, -32001);
});

Deno.test("a server serves one request after the other, but none after it was initialized", async () => {
  const built: string[] = [];
  await using test = await mcpTestEndpoint({
    build: (life) => {
      built.push(life);
      return mcpFixtureServer();
    },
  });
  for (let round = 0; round < 3; round++) {
    await rpcAnswer(await test.endpoint.fetch(mcpPost(rpc("tools/call", SAY))));
    await initialized(test.endpoint);
    await (await test.endpoint.fetch(mcpPost([rpc("ping"), rpc("ping")]))).json();
    assert.equal(
      (await test.endpoint.fetch(mcpPost({ jsonrpc: "2.0", method: "notifications/initialized" }))).status,
      202,
    );
    await rpcAnswer(await test.endpoint.fetch(mcpPost(modernRpc("tools/list"), modernHeaders("tools/list"))));
  }
  assert.deepEqual(built, ["legacy", "legacy", "modern", "legacy", "legacy"]);
});
