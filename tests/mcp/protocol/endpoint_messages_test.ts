import assert from "node:assert/strict";
import {
  assertRefused,
  FIXTURE,
  initializeRpc,
  mcpPost,
  modernHeaders,
  modernRpc,
  rpc,
  rpcAnswer,
} from "../../support/mcp/mcp_requests.ts";

const SAY = { name: "test_repeat", arguments: { words: "hello" } };

Deno.test("a request of revision 2026-07-28 is answered without a session", async () => {
  const ask = (method: string, params: object, name: string | null = null) =>
    FIXTURE.fetch(mcpPost(modernRpc(method, params), modernHeaders(method, name)));
  const discovered = await rpcAnswer(await ask("server/discover", {}));
  assert.deepEqual(discovered.result?.["supportedVersions"], ["2026-07-28"]);
  const called = await ask("tools/call", SAY, SAY.name);
  assert.equal(called.headers.get("mcp-session-id"), null);
  assert.deepEqual((await rpcAnswer(called)).result?.["structuredContent"], { said: "hello" });
});

Deno.test("the media type of an answer is the one that Accept names, whichever it leaves out", async () => {
  const messages: readonly [object, Record<string, string>][] = [
    [rpc("tools/call", SAY), {}],
    [modernRpc("tools/call", SAY), modernHeaders("tools/call", SAY.name)],
  ];
  for (const [message, headers] of messages) {
    const json = await (await FIXTURE.fetch(mcpPost(message, headers))).text();
    assert.match(json, /"said":"hello"/);
    for (const accept of ["application/json", "*/*", "", "text/html", "text/event-stream, */*;q=0.1"]) {
      const answer = await FIXTURE.fetch(mcpPost(message, { ...headers, accept }));
      assert.equal(answer.headers.get("content-type"), "application/json", accept);
      assert.equal(await answer.text(), json);
    }
    for (const accept of ["text/event-stream", "Text/Event-Stream;q=0.5", "text/event-stream, application/json;q=0"]) {
      const answer = await FIXTURE.fetch(mcpPost(message, { ...headers, accept }));
      assert.equal(answer.headers.get("content-type"), "text/event-stream", accept);
      assert.equal(await answer.text(), `event: message\ndata: ${json}\n\n`);
    }
    const missing = mcpPost(message, headers);
    missing.headers.delete("accept");
    assert.equal((await FIXTURE.fetch(missing)).headers.get("content-type"), "application/json");
  }
});

Deno.test("a refusal is JSON, whatever Accept names", async () => {
  const accept = "text/event-stream";
  await assertRefused(await FIXTURE.fetch(mcpPost("{", { accept })), 400, -32700);
  const unknown = mcpPost(modernRpc("no/such"), { ...modernHeaders("no/such"), accept });
  await assertRefused(await FIXTURE.fetch(unknown), 404, -32601, 1);
});

Deno.test("an unsupported revision is refused, and a missing one is not", async () => {
  const list = (version: string) => FIXTURE.fetch(mcpPost(rpc("tools/list"), { "mcp-protocol-version": version }));
  for (const version of ["1999-01-01", "", "2025-03-27", `2025${"0".repeat(5000)}`]) {
    assert.match(await assertRefused(await list(version), 400, -32000), /2025-11-25/);
  }
  for (const version of ["2025-11-26", "2026-07-28", "2099-01-01", "x"]) {
    assert.equal((await list(version)).status, 400);
  }
  assert.equal((await list("2025-06-18")).status, 200);
});

Deno.test("a batch is refused in one error, whatever it holds and whichever revision its header names", async () => {
  for (const batch of [[], [rpc("ping")], [initializeRpc(), rpc("tools/call", SAY)], [7], [modernRpc("tools/list")]]) {
    for (const version of [null, "2025-03-26", "2025-11-25", "2026-07-28"]) {
      const headers: Record<string, string> = version === null ? {} : { "mcp-protocol-version": version };
      assert.match(await assertRefused(await FIXTURE.fetch(mcpPost(batch, headers)), 400, -32600), /send each message/);
    }
  }
});

Deno.test("a body that is no message is refused with the code that says why", async () => {
  for (const text of ["", "{", "null x", "\u0000", '{"jsonrpc":"2.0",}']) {
    await assertRefused(await FIXTURE.fetch(mcpPost(text)), 400, -32700);
  }
  for (const text of ["null", "1", '"text"', "{}", '{"jsonrpc":"1.0","id":null,"method":"ping"}']) {
    await assertRefused(await FIXTURE.fetch(mcpPost(text)), 400, -32600);
  }
  const nested = "[".repeat(500_000) + "]".repeat(500_000);
  await assertRefused(await FIXTURE.fetch(mcpPost(`{"jsonrpc":"2.0","id":1,"method":${nested}}`)), 400, -32600);
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_repeat","arguments":${nested}}}`;
  assert.equal((await rpcAnswer(await FIXTURE.fetch(mcpPost(call)))).error?.code, -32602);
});
