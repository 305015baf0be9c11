import assert from "node:assert/strict";
import {
  assertRefused,
  FIXTURE,
  MCP_URL,
  mcpPost,
  modernHeaders,
  modernRpc,
  rpc,
} from "../../support/mcp/mcp_requests.ts";

Deno.test("a body is taken up to 1 MiB and as JSON only", async () => {
  const message = JSON.stringify(rpc("ping"));
  const padded = (bytes: number) => message + " ".repeat(bytes - message.length);
  assert.equal((await FIXTURE.fetch(mcpPost(padded(1024 * 1024)))).status, 200);
  await assertRefused(await FIXTURE.fetch(mcpPost(padded(1024 * 1024 + 1))), 413, -32000);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application"]) {
    await assertRefused(await FIXTURE.fetch(mcpPost(message, { "content-type": type })), 415, -32000);
  }
  const untyped = new Request(MCP_URL, { method: "POST", body: new TextEncoder().encode(message) });
  await assertRefused(await FIXTURE.fetch(untyped), 415, -32000);
  for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
    assert.equal((await FIXTURE.fetch(mcpPost(message, { "content-type": type }))).status, 200);
  }
});

Deno.test("the rest of a body that is too long is not read", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const chunk = new Uint8Array(1024 * 1024);
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk), cancel: () => resolve() });
  const headers = { "content-type": "application/json" };
  const answer = await FIXTURE.fetch(new Request(MCP_URL, { method: "POST", headers, body }));
  await assertRefused(answer, 413, -32000);
  await promise;
});

Deno.test("a body whose sender breaks off is refused", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  const headers = { "content-type": "application/json" };
  await assertRefused(await FIXTURE.fetch(new Request(MCP_URL, { method: "POST", headers, body })), 400, -32700);
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

Deno.test("methods that would keep an answer open do not exist, and a notification of that name opens none", async () => {
  const params = { name: "review.published", notifications: { resourceSubscriptions: ["test://static-text"] } };
  for (const method of ["events/stream", "subscriptions/listen"]) {
    for (const accept of ["application/json", "text/event-stream"]) {
      const sent = mcpPost(modernRpc(method, params, "s1"), { ...modernHeaders(method), accept });
      assert.equal(await assertRefused(await FIXTURE.fetch(sent), 404, -32601, "s1"), "Method not found");
    }
    const { id: _, ...notice } = { id: 1, ...modernRpc(method, params) };
    const noted = await FIXTURE.fetch(mcpPost(notice, modernHeaders(method)));
    assert.deepEqual([noted.status, noted.body], [202, null]);
    assert.equal((await (await FIXTURE.fetch(mcpPost(rpc(method, params)))).json()).error.code, -32601);
  }
});
