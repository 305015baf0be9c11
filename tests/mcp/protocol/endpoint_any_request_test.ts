import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import type { McpEndpoint } from "../../../mcp/protocol/endpoint.ts";
import { FIXTURE, MCP_URL, mcpPost, modernHeaders, modernRpc, rpc } from "../../support/mcp/mcp_requests.ts";

const METHODS = [
  ..."initialize ping server/discover tools/list tools/call resources/list resources/read".split(" "),
  ..."resources/subscribe resources/templates/list prompts/list prompts/get completion/complete".split(" "),
  ..."logging/setLevel subscriptions/listen sampling/createMessage notifications/initialized notifications/cancelled"
    .split(" "),
  ...["notifications/progress", "__proto__", ""],
];
const NAMES = ["test_repeat", "test_error_handling", "test_tool_with_progress", "test://static-text", "no-such"];

const anything = fc.anything({ withNullPrototype: false, withBigInt: false, maxDepth: 4 });
const anyId = fc.oneof(fc.integer(), fc.string(), fc.constantFrom(null, true, 1.5, 1e21, -0, [], {}, "1", 1));
const anyParams = fc.oneof(
  anything,
  fc.record({
    name: fc.oneof(fc.constantFrom(...NAMES), anything),
    uri: fc.oneof(fc.constantFrom(...NAMES), anything),
    arguments: fc.oneof(fc.record({ words: fc.oneof(fc.string(), anything) }), anything),
    requestId: anyId,
    cursor: anything,
    ref: fc.oneof(fc.constant({ type: "ref/prompt", name: "test_prompt_with_arguments" }), anything),
    argument: fc.oneof(fc.constant({ name: "arg1", value: "x" }), anything),
    notifications: fc.oneof(fc.constant({ resourceSubscriptions: ["test://static-text"] }), anything),
    _meta: fc.oneof(fc.record({ progressToken: anyId }), anything),
  }, { requiredKeys: [] }),
);
const anyMethod = fc.oneof(fc.constantFrom(...METHODS), fc.string());
const legacyMessage = fc.record({
  jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, { weight: 1, arbitrary: anything }),
  id: anyId,
  method: fc.oneof({ weight: 9, arbitrary: anyMethod }, { weight: 1, arbitrary: anything }),
  params: anyParams,
  result: anything,
  error: anything,
}, { requiredKeys: ["jsonrpc"] });
const legacyCall = fc.record({ jsonrpc: fc.constant("2.0"), id: anyId, method: anyMethod, params: anyParams });
const modernCall = fc.tuple(anyMethod, anyParams, fc.oneof(fc.integer(), fc.string())).map(([method, params, id]) =>
  modernRpc(method, typeof params === "object" && params !== null ? params : {}, id)
);
const notice = fc.record({ jsonrpc: fc.constant("2.0"), method: anyMethod, params: anyParams }, {
  requiredKeys: ["jsonrpc", "method"],
});
const message = fc.oneof(legacyCall, notice, legacyMessage, modernCall, anything);
const body = fc.oneof(
  message,
  fc.array(fc.oneof(legacyCall, notice, legacyMessage, modernCall), { maxLength: 5 }),
).map((value) => JSON.stringify(value) ?? "");

const version = fc.oneof(
  fc.constantFrom("2025-11-25", "2025-06-18", "2025-03-26", "2026-07-28", "2099-01-01"),
  fc.string({ unit: "grapheme-ascii" }),
);
const headers = fc.record({
  "mcp-protocol-version": version,
  "mcp-session-id": fc.oneof(fc.string({ unit: "grapheme-ascii" })),
  "mcp-method": fc.oneof(fc.constantFrom("tools/call", "tools/list"), fc.string({ unit: "grapheme-ascii" })),
  "mcp-name": fc.constantFrom(...NAMES),
  accept: fc.oneof(fc.constantFrom("application/json", "text/event-stream"), fc.string({ unit: "grapheme-ascii" })),
  origin: fc.oneof(fc.webUrl(), fc.string({ unit: "grapheme-ascii" })),
  host: fc.oneof(fc.domain(), fc.string({ unit: "grapheme-ascii" })),
}, { requiredKeys: [] });

/** Asserts a complete response or a started stream, and no 5xx. */
async function assertAnswered(endpoint: McpEndpoint, request: Request): Promise<number> {
  const answer = await endpoint.fetch(request);
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  const text = isStream ? await answer.body?.cancel() : await answer.text();
  assert.ok(answer.status >= 200 && answer.status < 499, `${answer.status} ${text}`);
  return answer.status;
}

Deno.test("every request is answered, and none with a 5xx, whatever message it has", async () => {
  const seen = new Set<number>();
  const answered = fc.asyncProperty(body, headers, async (text, given) => {
    seen.add(await assertAnswered(FIXTURE, mcpPost(text, given)));
  });
  await fc.assert(answered, { ...runs(2000), timeout: 60_000 });
  // Fewer runs may miss one.
  if (runs(2000).numRuns < 2000) return;
  for (const status of [200, 202, 400, 403, 404]) assert.ok(seen.has(status), `${[...seen]} lacks ${status}`);
});

Deno.test("a well-formed call of revision 2026-07-28 is never answered with a 5xx, whatever its parameters are", async () => {
  const answered = fc.asyncProperty(fc.constantFrom(...METHODS.filter(Boolean)), anyParams, async (method, params) => {
    const given: Readonly<Record<string, unknown>> = Object.assign({}, params);
    const name = typeof given["name"] === "string" ? given["name"] : given["uri"];
    const sent = modernHeaders(method, typeof name === "string" && NAMES.includes(name) ? name : null);
    await assertAnswered(FIXTURE, mcpPost(modernRpc(method, given), sent));
  });
  await fc.assert(answered, { ...runs(1000), timeout: 60_000 });
});

Deno.test("no request is answered with a 5xx, whatever bytes it has", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.tuple(fc.constantFrom("[", '{"a":', '"', "9", "\ufeff"), fc.constantFrom(10, 1000, 200_000))
      .map(([unit, times]) => new TextEncoder().encode(unit.repeat(times))),
  );
  const answered = fc.asyncProperty(bytes, async (sent) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: new Uint8Array(sent) };
    const status = await assertAnswered(FIXTURE, new Request(MCP_URL, init));
    assert.ok(status === 400 || status === 413, String(status));
  });
  await fc.assert(answered, { ...runs(300), timeout: 60_000 });
});

Deno.test("requests at the same time each get their own answer", async () => {
  const words = Array.from({ length: 30 }, (_, index) => `word ${index}`);
  const say = async (word: string, index: number) => {
    const call = { name: "test_repeat", arguments: { words: word } };
    const requests = [
      mcpPost(modernRpc("tools/call", call), modernHeaders("tools/call", call.name)),
      mcpPost(rpc("tools/call", call)),
    ];
    const answer = await FIXTURE.fetch(requests[index % requests.length] ?? mcpPost(""));
    return (await answer.json()).result.structuredContent.said;
  };
  assert.deepEqual(await Promise.all(words.map(say)), words);
});
