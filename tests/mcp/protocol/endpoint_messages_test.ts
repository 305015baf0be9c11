import assert from "node:assert/strict";
import {
  assertRefused,
  initializeRpc,
  mcpPost,
  mcpTestEndpoint,
  modernHeaders,
  modernRpc,
  rpc,
  type RpcAnswer,
  rpcAnswer,
} from "../../support/mcp/mcp_requests.ts";

const SAY = { name: "test_repeat", arguments: { words: "hello" } };

Deno.test("a request of revision 2026-07-28 is answered without a session", async () => {
  await using test = await mcpTestEndpoint();
  const ask = (method: string, params: object, name: string | null = null) =>
    test.endpoint.fetch(mcpPost(modernRpc(method, params), modernHeaders(method, name)));
  const discovered = await rpcAnswer(await ask("server/discover", {}));
  assert.deepEqual(discovered.result?.["supportedVersions"], ["2026-07-28"]);
  const called = await ask("tools/call", SAY, SAY.name);
  assert.equal(called.headers.get("mcp-session-id"), null);
  assert.deepEqual((await rpcAnswer(called)).result?.["structuredContent"], { said: "hello" });
});

Deno.test("the media type of an answer is the one that Accept names, whichever it leaves out", async () => {
  await using test = await mcpTestEndpoint();
  const messages: readonly [object, Record<string, string>][] = [
    [rpc("tools/call", SAY), {}],
    [modernRpc("tools/call", SAY), modernHeaders("tools/call", SAY.name)],
    [[rpc("tools/call", SAY)], {}],
  ];
  for (const [message, headers] of messages) {
    const json = await (await test.endpoint.fetch(mcpPost(message, headers))).text();
    assert.match(json, /"said":"hello"/);
    for (const accept of ["application/json", "*/*", "", "text/html", "text/event-stream, */*;q=0.1"]) {
      const answer = await test.endpoint.fetch(mcpPost(message, { ...headers, accept }));
      assert.equal(answer.headers.get("content-type"), "application/json", accept);
      assert.equal(await answer.text(), json);
    }
    for (const accept of ["text/event-stream", "Text/Event-Stream;q=0.5", "text/event-stream, application/json;q=0"]) {
      const answer = await test.endpoint.fetch(mcpPost(message, { ...headers, accept }));
      assert.equal(answer.headers.get("content-type"), "text/event-stream", accept);
      assert.equal(await answer.text(), `event: message\ndata: ${json}\n\n`);
    }
    const missing = mcpPost(message, headers);
    missing.headers.delete("accept");
    assert.equal((await test.endpoint.fetch(missing)).headers.get("content-type"), "application/json");
  }
});

Deno.test("a refusal is JSON, whatever Accept names", async () => {
  await using test = await mcpTestEndpoint();
  const accept = "text/event-stream";
  await assertRefused(await test.endpoint.fetch(mcpPost("{", { accept })), 400, -32700);
  await assertRefused(
    await test.endpoint.fetch(mcpPost(rpc("ping"), { accept, "mcp-session-id": "" })),
    404,
    -32001,
    1,
  );
  const unknown = mcpPost(modernRpc("no/such"), { ...modernHeaders("no/such"), accept });
  await assertRefused(await test.endpoint.fetch(unknown), 404, -32601, 1);
});

Deno.test("an unsupported revision is refused, and a missing one is not", async () => {
  await using test = await mcpTestEndpoint();
  const list = (version: string) =>
    test.endpoint.fetch(mcpPost(rpc("tools/list"), { "mcp-protocol-version": version }));
  for (const version of ["1999-01-01", "", "2025-03-27", `2025${"0".repeat(5000)}`]) {
    assert.match(await assertRefused(await list(version), 400, -32000, 1), /2025-11-25/);
  }
  for (const version of ["2025-11-26", "2026-07-28", "2099-01-01", "x"]) {
    assert.equal((await list(version)).status, 400);
  }
  assert.equal((await list("2025-06-18")).status, 200);
});

Deno.test("each message of a batch gets its own answer", async () => {
  await using test = await mcpTestEndpoint();
  const batch = [
    rpc("tools/call", SAY, 1),
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    rpc("tools/call", SAY, 1),
    rpc("no/such", {}, "2"),
    { jsonrpc: "2.0", id: 3, result: {} },
    initializeRpc(),
    { id: 4 },
    7,
  ];
  for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }]) {
    const answer = await test.endpoint.fetch(mcpPost(batch, headers));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("mcp-session-id"), null);
    const answers: readonly RpcAnswer[] = await answer.json();
    assert.deepEqual(answers.map(({ id, error }) => [id, error?.code]), [
      [1, undefined],
      [1, undefined],
      ["2", -32601],
      [1, -32600],
      [4, -32600],
      [null, -32600],
    ]);
  }
  const notices = [{ jsonrpc: "2.0", method: "notifications/initialized" }];
  assert.equal((await test.endpoint.fetch(mcpPost(notices))).status, 202);
});

Deno.test("a batch is refused when it is empty, too long, or of a revision without batches", async () => {
  await using test = await mcpTestEndpoint();
  const send = (count: number, headers: Record<string, string> = {}) =>
    test.endpoint.fetch(mcpPost(Array.from({ length: count }, (_, id) => rpc("ping", {}, id)), headers));
  await assertRefused(await send(0), 400, -32600);
  await assertRefused(await send(51), 400, -32600);
  assert.equal((await (await send(50)).json()).length, 50);
  for (const version of ["2025-06-18", "2025-11-25", "2024-11-05"]) {
    await assertRefused(await send(1, { "mcp-protocol-version": version }), 400, -32600);
  }
  assert.equal((await send(1, { "mcp-protocol-version": "2026-07-28" })).status, 400);
  await assertRefused(await send(1, { "mcp-session-id": "v1.x" }), 404, -32001);
});

Deno.test("a body that is no message is refused with the code that says why", async () => {
  await using test = await mcpTestEndpoint();
  for (const text of ["", "{", "null x", "\u0000", '{"jsonrpc":"2.0",}']) {
    await assertRefused(await test.endpoint.fetch(mcpPost(text)), 400, -32700);
  }
  for (const text of ["null", "1", '"text"', "{}", '{"jsonrpc":"1.0","id":null,"method":"ping"}']) {
    await assertRefused(await test.endpoint.fetch(mcpPost(text)), 400, -32600);
  }
  const deep = (levels: number) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(levels)}`;
  await assertRefused(await test.endpoint.fetch(mcpPost(deep(500_000))), 400, -32600);
  const brackets = { ...SAY, arguments: { words: `\\"${"[{".repeat(100)}` } };
  assert.equal((await test.endpoint.fetch(mcpPost(rpc("tools/call", brackets)))).status, 200);
});

Deno.test("an unknown method is a protocol error, in both eras", async () => {
  await using test = await mcpTestEndpoint();
  const legacy = await rpcAnswer(await test.endpoint.fetch(mcpPost(rpc("no/such", {}, 9))));
  assert.deepEqual([legacy.id, legacy.error?.code], [9, -32601]);
  const modern = await rpcAnswer(await test.endpoint.fetch(mcpPost(modernRpc("no/such"), modernHeaders("no/such"))));
  assert.deepEqual([modern.id, modern.error?.code], [1, -32601]);
});
