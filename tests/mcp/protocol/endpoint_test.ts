import assert from "node:assert/strict";
import {
  assertRefused,
  FIXTURE,
  initializeRpc,
  MCP_URL,
  mcpPost,
  modernHeaders,
  modernRpc,
  rpc,
  type RpcAnswer,
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
  // Up to 500 values, whether members, items or levels.
  for (const [levels, status, code] of [[490, 200, -32602], [501, 400, -32600]] as const) {
    const nested = "[".repeat(levels) + "]".repeat(levels);
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_repeat","arguments":${nested}}}`;
    const answer = await FIXTURE.fetch(mcpPost(call));
    assert.deepEqual([answer.status, (await rpcAnswer(answer)).error?.code], [status, code]);
  }
});

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

Deno.test("a body is taken up to 64 KiB and as JSON only", async () => {
  const message = JSON.stringify(rpc("ping"));
  const padded = (bytes: number) => message + " ".repeat(bytes - message.length);
  assert.equal((await FIXTURE.fetch(mcpPost(padded(65_536)))).status, 200);
  await assertRefused(await FIXTURE.fetch(mcpPost(padded(65_537))), 413, -32000);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application"]) {
    await assertRefused(await FIXTURE.fetch(mcpPost(message, { "content-type": type })), 415, -32000);
  }
  const untyped = new Request(MCP_URL, { method: "POST", body: new TextEncoder().encode(message) });
  await assertRefused(await FIXTURE.fetch(untyped), 415, -32000);
  for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
    assert.equal((await FIXTURE.fetch(mcpPost(message, { "content-type": type }))).status, 200);
  }
});

Deno.test("the rest of a body that is too long is not read, and one whose sender breaks off is refused", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const init = { method: "POST", headers: { "content-type": "application/json" } };
  const send = (source: UnderlyingDefaultSource) =>
    FIXTURE.fetch(new Request(MCP_URL, { ...init, body: new ReadableStream(source) }));
  const chunk = new Uint8Array(1024 * 1024);
  const long = await send({ pull: (controller) => controller.enqueue(chunk), cancel: () => resolve() });
  await assertRefused(long, 413, -32000);
  await promise;
  await assertRefused(await send({ pull: (controller) => controller.error(new Error("gone")) }), 400, -32700);
});

Deno.test("requests from a page with a rebound host name are refused, other pages are served", async () => {
  const ping = async (origin: string, host: string) => {
    const answer = await FIXTURE.fetch(mcpPost(rpc("ping"), { origin, host }));
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
  await assertRefused(await FIXTURE.fetch(mcpPost(rpc("ping"), rebound)), 403, -32000);
});

Deno.test("the method that would keep an answer open does not exist, and a notification of its name opens none", async () => {
  const method = "subscriptions/listen";
  const params = { notifications: { resourceSubscriptions: ["test://static-text"] } };
  for (const accept of ["application/json", "text/event-stream"]) {
    const sent = mcpPost(modernRpc(method, params, "s1"), { ...modernHeaders(method), accept });
    assert.equal(await assertRefused(await FIXTURE.fetch(sent), 404, -32601, "s1"), "Method not found");
  }
  const { id: _, ...notice } = { id: 1, ...modernRpc(method, params) };
  const noted = await FIXTURE.fetch(mcpPost(notice, modernHeaders(method)));
  assert.deepEqual([noted.status, noted.body], [202, null]);
  assert.equal((await (await FIXTURE.fetch(mcpPost(rpc(method, params)))).json()).error.code, -32601);
});

const FAULTS: readonly (readonly [method: string, params: object | undefined, message: string])[] = [
  ["initialize", undefined, "initialize was not run: params is missing, it has to be an object."],
  [
    "initialize",
    {},
    "initialize was not run: params.protocolVersion is missing, it has to be a string; params.capabilities is missing, " +
    "it has to be an object; params.clientInfo is missing, it has to be an object.",
  ],
  ["resources/read", undefined, "resources/read was not run: params is missing, it has to be an object."],
  ["resources/read", {}, "resources/read was not run: params.uri is missing, it has to be a string."],
  ["resources/read", { uri: 7 }, "resources/read was not run: params.uri is of the wrong type, it has to be a string."],
  ["prompts/get", {}, "prompts/get was not run: params.name is missing, it has to be a string."],
  [
    "tools/call",
    { name: "test_repeat", arguments: [] },
    "tools/call was not run: params.arguments is of the wrong type, it has to be an object.",
  ],
];

Deno.test("missing and wrong parameters are reported as invalid, in one sentence", async () => {
  for (const [method, params, message] of FAULTS) {
    const answer = await rpcAnswer(await FIXTURE.fetch(mcpPost({ jsonrpc: "2.0", id: 5, method, params })));
    assert.deepEqual([answer.id, answer.error], [5, { code: -32602, message }], method);
  }
  // In revision 2026-07-28 as well.
  for (const [method, params] of FAULTS.slice(3, -1)) {
    const name = Object(params).uri === undefined ? null : "7";
    const request = mcpPost(modernRpc(method, params ?? {}), modernHeaders(method, name));
    const { error } = await (await FIXTURE.fetch(request)).json() as RpcAnswer;
    assert.ok([-32602, -32020].includes(error?.code ?? 0), JSON.stringify(error));
    assert.doesNotMatch(error?.message ?? "", /[\n{]/);
  }
});

Deno.test("names of JavaScript object members are no tools or prompts", async () => {
  // Deno 2.5 has no __proto__.
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"].filter((name) => name in {})) {
    const messages = [
      rpc("tools/call", { name, arguments: {} }),
      rpc("prompts/get", { name }),
      rpc("completion/complete", { ref: { type: "ref/prompt", name }, argument: { name: "a", value: "" } }),
    ];
    for (const message of messages) {
      const { error } = await rpcAnswer(await FIXTURE.fetch(mcpPost(message)));
      assert.equal(error?.code, -32602, JSON.stringify(message));
    }
    const modern = mcpPost(modernRpc("tools/call", { name, arguments: {} }), modernHeaders("tools/call", name));
    assert.equal((await rpcAnswer(await FIXTURE.fetch(modern))).error?.code, -32602);
  }
});

Deno.test("arguments that are null are absent", async () => {
  const call = rpc("tools/call", { name: "test_simple_text", arguments: null });
  assert.ok((await rpcAnswer(await FIXTURE.fetch(mcpPost(call)))).result);
  const prompt = rpc("prompts/get", { name: "test_prompt_with_arguments", arguments: { arg1: "a", arg2: null } });
  assert.match((await rpcAnswer(await FIXTURE.fetch(mcpPost(prompt)))).error?.message ?? "", /arg2/);
});
