import assert from "node:assert/strict";
import type { McpEndpoint } from "../../mcp/endpoint.ts";
import { initializeRpc, MCP_URL, mcpPost, modernHeaders, modernRpc, rpc } from "../support/mcp_requests.ts";
import { mcpTestEndpoint } from "../support/mcp_test_endpoint.ts";

interface RpcAnswer {
  readonly id: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

const SAY = { name: "test_repeat", arguments: { words: "hello" } };
const END = (id?: string) =>
  new Request(MCP_URL, { method: "DELETE", headers: id === undefined ? {} : { "mcp-session-id": id } });

async function answered(answer: Response): Promise<RpcAnswer> {
  assert.equal(answer.headers.get("content-type"), "application/json");
  return await answer.json();
}

async function refused(answer: Response, status: number, code: number, id: unknown = null): Promise<string> {
  assert.equal(answer.status, status);
  const { id: given, error } = await answered(answer);
  assert.equal(error?.code, code);
  assert.equal(given, id);
  return error?.message ?? "";
}

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
    assert.equal((await answered(answer)).result?.["protocolVersion"], version);
    const session = { "mcp-session-id": id, "mcp-protocol-version": version };
    const noticed = await test.endpoint.fetch(
      mcpPost({ jsonrpc: "2.0", method: "notifications/initialized" }, session),
    );
    assert.equal(noticed.status, 202);
    assert.equal(await noticed.text(), "");
    const called = await test.endpoint.fetch(mcpPost(rpc("tools/call", SAY, "x"), session));
    assert.equal(called.headers.get("mcp-session-id"), null);
    assert.deepEqual(await answered(called), {
      jsonrpc: "2.0",
      id: "x",
      result: { content: [{ type: "text", text: "hello" }], structuredContent: { said: "hello" } },
    });
  }
});

Deno.test("initialize with an unknown revision is answered with the newest; a wrong one begins no session", async () => {
  await using test = await mcpTestEndpoint();
  const answer = await test.endpoint.fetch(mcpPost(initializeRpc("1999-01-01"), { "mcp-session-id": "v1.old" }));
  assert.equal((await answered(answer)).result?.["protocolVersion"], "2025-11-25");
  const wrong = await test.endpoint.fetch(mcpPost(rpc("initialize", {})));
  assert.equal(wrong.headers.get("mcp-session-id"), null);
  assert.notEqual((await answered(wrong)).error, undefined);
  const notified = await test.endpoint.fetch(mcpPost({ jsonrpc: "2.0", method: "initialize" }));
  assert.equal(notified.status, 202);
  assert.equal(notified.headers.get("mcp-session-id"), null);
});

Deno.test("a request without a session is answered", async () => {
  await using test = await mcpTestEndpoint();
  for (const method of ["tools/list", "resources/list", "prompts/list", "ping"]) {
    const answer = await test.endpoint.fetch(mcpPost(rpc(method)));
    assert.equal(answer.status, 200);
    assert.notEqual((await answered(answer)).result, undefined, method);
  }
  const answer = await test.endpoint.fetch(mcpPost(rpc("tools/call", SAY)));
  assert.deepEqual((await answered(answer)).result?.["structuredContent"], { said: "hello" });
});

Deno.test("a session that is unknown, forged, ended or expired is refused, saying to initialize again", async () => {
  await using test = await mcpTestEndpoint();
  const { endpoint, clock } = test;
  const live = await initialized(endpoint);
  const list = (id: string) => endpoint.fetch(mcpPost(rpc("tools/list", {}, 5), { "mcp-session-id": id }));
  for (const id of ["", "no-such-session", `${live}A`, live.replace(/^v1/, "v2")]) {
    assert.match(await refused(await list(id), 404, -32001, 5), /initialize again/);
  }
  assert.equal((await answered(await list(live))).id, 5);
  const ended = await endpoint.fetch(END(live));
  assert.equal(ended.status, 204);
  assert.equal(await ended.text(), "");
  await refused(await list(live), 404, -32001, 5);
  const idle = await initialized(endpoint);
  clock.advance(24 * 60 * 60 * 1000);
  await refused(await list(idle), 404, -32001, 5);
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
  await refused(await test.endpoint.fetch(END()), 400, -32000);
  await refused(await test.endpoint.fetch(END("no-such-session")), 404, -32001);
  assert.equal((await test.endpoint.fetch(END(id))).status, 204);
  await refused(await test.endpoint.fetch(END(id)), 404, -32001);
});

Deno.test("a request of revision 2026-07-28 is answered without a session", async () => {
  await using test = await mcpTestEndpoint();
  const ask = (method: string, params: object, name: string | null = null) =>
    test.endpoint.fetch(mcpPost(modernRpc(method, params), modernHeaders(method, name)));
  const discovered = await answered(await ask("server/discover", {}));
  assert.deepEqual(discovered.result?.["supportedVersions"], ["2026-07-28"]);
  const called = await ask("tools/call", SAY, SAY.name);
  assert.equal(called.headers.get("mcp-session-id"), null);
  assert.deepEqual((await answered(called)).result?.["structuredContent"], { said: "hello" });
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

Deno.test("a revision that is not spoken is refused, and a missing one is not", async () => {
  await using test = await mcpTestEndpoint();
  const list = (version: string) =>
    test.endpoint.fetch(mcpPost(rpc("tools/list"), { "mcp-protocol-version": version }));
  for (const version of ["1999-01-01", "", "2025-03-27", `2025${"0".repeat(5000)}`]) {
    assert.match(await refused(await list(version), 400, -32000, 1), /2025-11-25/);
  }
  for (const version of ["2025-11-26", "2026-07-28", "2099-01-01", "x"]) {
    assert.equal((await list(version)).status, 400);
  }
  assert.equal((await list("2025-06-18")).status, 200);
});

Deno.test("a batch is answered message by message, each with its own fate", async () => {
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
  await refused(await send(0), 400, -32600);
  await refused(await send(51), 400, -32600);
  assert.equal((await (await send(50)).json()).length, 50);
  for (const version of ["2025-06-18", "2025-11-25", "2024-11-05"]) {
    await refused(await send(1, { "mcp-protocol-version": version }), 400, -32600);
  }
  assert.equal((await send(1, { "mcp-protocol-version": "2026-07-28" })).status, 400);
  await refused(await send(1, { "mcp-session-id": "v1.x" }), 404, -32001);
});

Deno.test("a body that is no message is refused with the code that says why", async () => {
  await using test = await mcpTestEndpoint();
  for (const text of ["", "{", "null x", "\u0000", '{"jsonrpc":"2.0",}']) {
    await refused(await test.endpoint.fetch(mcpPost(text)), 400, -32700);
  }
  for (const text of ["null", "1", '"text"', "{}", '{"jsonrpc":"1.0","id":null,"method":"ping"}']) {
    await refused(await test.endpoint.fetch(mcpPost(text)), 400, -32600);
  }
  const deep = (levels: number) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(levels)}`;
  await refused(await test.endpoint.fetch(mcpPost(deep(500_000))), 400, -32600);
  const brackets = { ...SAY, arguments: { words: `\\"${"[{".repeat(100)}` } };
  assert.equal((await test.endpoint.fetch(mcpPost(rpc("tools/call", brackets)))).status, 200);
});

Deno.test("a body is taken up to 1 MiB and as JSON only", async () => {
  await using test = await mcpTestEndpoint();
  const message = JSON.stringify(rpc("ping"));
  const padded = (bytes: number) => message + " ".repeat(bytes - message.length);
  assert.equal((await test.endpoint.fetch(mcpPost(padded(1024 * 1024)))).status, 200);
  await refused(await test.endpoint.fetch(mcpPost(padded(1024 * 1024 + 1))), 413, -32000);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application"]) {
    await refused(await test.endpoint.fetch(mcpPost(message, { "content-type": type })), 415, -32000);
  }
  const untyped = new Request(MCP_URL, { method: "POST", body: new TextEncoder().encode(message) });
  await refused(await test.endpoint.fetch(untyped), 415, -32000);
  for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
    assert.equal((await test.endpoint.fetch(mcpPost(message, { "content-type": type }))).status, 200);
  }
});

Deno.test("a body whose sender breaks off is refused", async () => {
  await using test = await mcpTestEndpoint();
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  const headers = { "content-type": "application/json" };
  await refused(await test.endpoint.fetch(new Request(MCP_URL, { method: "POST", headers, body })), 400, -32700);
});

Deno.test("an unknown method is an error of the protocol, in both lives", async () => {
  await using test = await mcpTestEndpoint();
  const legacy = await answered(await test.endpoint.fetch(mcpPost(rpc("no/such", {}, 9))));
  assert.deepEqual([legacy.id, legacy.error?.code], [9, -32601]);
  const modern = await answered(await test.endpoint.fetch(mcpPost(modernRpc("no/such"), modernHeaders("no/such"))));
  assert.deepEqual([modern.id, modern.error?.code], [1, -32601]);
});

Deno.test("every method but POST and DELETE is refused, naming these", async () => {
  await using test = await mcpTestEndpoint();
  for (const method of ["GET", "HEAD", "PUT", "PATCH"]) {
    const answer = await test.endpoint.fetch(new Request(MCP_URL, { method }));
    assert.equal(answer.headers.get("allow"), "POST, DELETE");
    await refused(answer, 405, -32000);
  }
});

Deno.test("a page whose host name was made to lead here is refused, and every other page is not", async () => {
  await using test = await mcpTestEndpoint();
  const ping = async (origin: string, host: string) => {
    const answer = await test.endpoint.fetch(mcpPost(rpc("ping"), { origin, host }));
    await answer.body?.cancel();
    return answer.status;
  };
  const refusedPairs = [
    ["http://evil.example", "evil.example"],
    ["http://evil.example:8000", "evil.example:8000"],
    ["https://EVIL.example", "evil.example:443"],
    ["http://notlocalhost", "notlocalhost"],
    ["nonsense", "reviews.example"],
  ];
  for (const [origin = "", host = ""] of refusedPairs) assert.equal(await ping(origin, host), 403, origin);
  const takenPairs = [
    ["https://reviews.example", "reviews.example"],
    ["http://reviews.example:8000", "reviews.example:8000"],
    ["https://app.example", "reviews.example"],
    ["http://evil.example", "evil.example:8000"],
    ["http://localhost:8000", "localhost:8000"],
    ["http://app.localhost", "app.localhost"],
    ["http://127.0.0.1:8000", "127.0.0.1:8000"],
    ["http://[::1]:8000", "[::1]:8000"],
    ["null", "reviews.example"],
  ];
  for (const [origin = "", host = ""] of takenPairs) assert.equal(await ping(origin, host), 200, origin);
  const rebound = { origin: "http://evil.example", host: "evil.example" };
  await refused(await test.endpoint.fetch(mcpPost(rpc("ping"), rebound)), 403, -32000);
  await refused(await test.endpoint.fetch(new Request(MCP_URL, { method: "DELETE", headers: rebound })), 403, -32000);
});

Deno.test("who listens is told of the changes of the resources it named, until the endpoint closes", async () => {
  await using test = await mcpTestEndpoint();
  const params = { notifications: { resourceSubscriptions: ["test://static-text"] } };
  const message = modernRpc("subscriptions/listen", params, "listen");
  const answer = await test.endpoint.fetch(mcpPost(message, modernHeaders("subscriptions/listen")));
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  test.endpoint.resourceUpdated("test://other");
  test.endpoint.resourceUpdated("test://static-text");
  await test.endpoint.close();
  const events = (await answer.text()).split("\n").filter((line) => line.startsWith("data: "));
  const methods = events.map((line) => JSON.parse(line.slice("data: ".length)))
    .map(({ method, params, id }) => [method ?? id, params?.uri]);
  assert.deepEqual(methods, [
    ["notifications/subscriptions/acknowledged", undefined],
    ["notifications/resources/updated", "test://static-text"],
    ["listen", undefined],
  ]);
  const late = await test.endpoint.fetch(mcpPost(rpc("ping")));
  assert.equal(late.headers.get("retry-after"), "1");
  await refused(late, 503, -32000);
});
