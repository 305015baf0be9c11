import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { answerFaults } from "../support/api/answer_faults.ts";
import { API_DOCUMENT, apiOperation } from "../support/api/api_document.ts";
import { schemaFaults } from "../support/api/schema_faults.ts";
import { initializeRpc, modernHeaders, modernRpc, rpc } from "../support/mcp/mcp_requests.ts";
import { faultyApp, testApp } from "../support/service/test_app.ts";

const post = apiOperation("sendMcpMessage");
const ready = testApp();
const CALL = rpc("tools/call", { name: "search_reviews", arguments: { query: "water heater", limit: 2 } });
const REBOUND = { origin: "http://rebound.example", host: "rebound.example" };

type Headers = Readonly<Record<string, string>>;

function send(body: unknown, headers: Headers = {}, app = ready): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method: "POST", body: text, headers: { "content-type": "application/json", ...headers } };
  return Promise.resolve(app.request("/mcp", init));
}

/** Asserts that all responses are as documented and may not be stored, and that all documented ones occur. */
async function assertAllDocumented(
  answers: readonly (readonly [status: number, answer: Promise<Response> | Response, method?: string])[],
): Promise<void> {
  const given = new Set<string>();
  for (const [status, answer, method = "POST"] of answers) {
    const response = await answer;
    assert.deepEqual([response.status, response.headers.get("cache-control")], [status, "no-store"], method);
    given.add(`${status} ${response.headers.get("content-type") ?? "nothing"}`);
    assert.deepEqual(await answerFaults(post, method, response), [], `${method} ${status}`);
  }
  const { default: other, ...listed } = post.responses;
  assert.ok(other !== undefined);
  // All operations have these two errors, and this path has no others that the document does not list.
  const documented = Object.entries({ ...listed, 405: other, 500: other }).flatMap(([status, { content }]) => {
    const types = Object.keys(content);
    return (types.length === 0 ? ["nothing"] : types).map((type) => `${status} ${type}`);
  });
  assert.deepEqual([...given].sort(), documented.sort());
}

Deno.test("sendMcpMessage answers as documented in each documented media type, and gives no other status", async () => {
  await assertAllDocumented([
    [200, send(CALL)],
    [200, send(CALL, {}, testApp(null))],
    [200, send(CALL, { accept: "text/event-stream" })],
    [200, send(rpc("tools/call", { name: "no_such_tool" }))],
    [202, send({ jsonrpc: "2.0", method: "notifications/initialized" })],
    [400, send("{")],
    [400, send({ ...CALL, id: 1.5 })],
    [400, send(CALL, { "mcp-protocol-version": "1999-01-01" })],
    [400, send(modernRpc("tools/list"))],
    [403, send(CALL, REBOUND)],
    [404, send(modernRpc("no/such"), modernHeaders("no/such"))],
    [413, send(`"${"x".repeat(65_536)}"`)],
    [415, send(CALL, { "content-type": "text/plain" })],
    [500, send(CALL, {}, faultyApp())],
    [500, send(CALL, { accept: "application/problem+json" }, faultyApp())],
    [405, ready.request("/mcp", { headers: { accept: "application/problem+json" } }), "GET"],
    ...["GET", "HEAD", "DELETE", "PUT", "PATCH", "PROPFIND"].map((method) =>
      [405, ready.request("/mcp", { method }), method] as const
    ),
  ]);
});

Deno.test("sendMcpMessage answers as documented, and takes every documented message, whatever it says", async () => {
  const methods = ["tools/call", "resources/read", "prompts/get", "ping", ""];
  const message = fc.record({
    jsonrpc: fc.constantFrom("2.0", "1.0"),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    method: fc.oneof(fc.constantFrom(...methods), fc.string()),
    params: fc.record({
      name: fc.oneof(fc.constantFrom("search_reviews", "get_review", "fetch"), fc.string()),
      uri: fc.string(),
      arguments: fc.dictionary(fc.constantFrom("query", "limit", "id", "rating", "since"), fc.jsonValue()),
    }, { requiredKeys: [] }),
  }, { requiredKeys: [] });
  const schema = API_DOCUMENT.components.schemas["McpMessage"] ?? {};
  await fc.assert(
    fc.asyncProperty(message, async (sent) => {
      const answer = await send(sent);
      assert.deepEqual(await answerFaults(post, "POST", answer.clone()), []);
      const isTaken = schemaFaults(schema, sent).length === 0;
      assert.equal(answer.status, !isTaken ? 400 : "id" in sent ? 200 : 202);
      await answer.body?.cancel();
    }),
    runs(1000),
  );
});

Deno.test("any web page may send messages, read the answers and learn its session", async () => {
  const asked = { "origin": "https://app.example", "access-control-request-method": "POST" };
  const preflight = await ready.request("/mcp", { method: "OPTIONS", headers: asked });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-methods"), "POST, OPTIONS");
  const answer = await send(initializeRpc(), { origin: "https://app.example" });
  assert.deepEqual(await answerFaults(post, "POST", answer.clone()), []);
  await answer.body?.cancel();
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.match(answer.headers.get("access-control-expose-headers") ?? "", /Mcp-Session-Id/);
  assert.notEqual(answer.headers.get("mcp-session-id"), null);
});
