import assert from "node:assert/strict";
import type { McpCaller } from "../../../mcp/protocol/endpoint.ts";
import { MOST_OF_ONE_CLIENT } from "../../../domain/client_places.ts";
import {
  assertRefused,
  MCP_URL,
  mcpPost,
  mcpTestEndpoint,
  modernHeaders,
  modernRpc,
  rpc,
  type RpcAnswer,
} from "../../support/mcp/mcp_requests.ts";
import { BATCH_LIMITS } from "../../../mcp/protocol/legacy_messages.ts";

const say = (length: number, id: number) =>
  rpc("tools/call", { name: "test_repeat", arguments: { words: "x".repeat(length) } }, id);

Deno.test("a batch has a byte limit for answers; later messages are told to retry", async () => {
  await using test = await mcpTestEndpoint({ batchLimits: { ...BATCH_LIMITS, bytes: 10_000 } });
  const notice = { jsonrpc: "2.0", method: "notifications/initialized" };
  const batch = [say(3000, 1), notice, say(3000, 2), say(10, 3), { id: 4 }, say(10, 5)];
  const answer = await test.endpoint.fetch(mcpPost(batch));
  assert.equal(answer.status, 200);
  const answers: readonly RpcAnswer[] = await answer.json();
  assert.deepEqual(answers.map(({ id, error }) => [id, error?.code]), [
    [1, undefined],
    [2, undefined],
    [3, -32000],
    [4, -32600],
    [5, -32000],
  ]);
  assert.match(answers[2]?.error?.message ?? "", /have 1\d{4} bytes already, so this message was not run/);
});

Deno.test("a batch runs up to a time limit, and lets other requests run meanwhile", async () => {
  let time = 0;
  let pauses = 0;
  const pause = () => Promise.resolve(void pauses++);
  const batchLimits = { bytes: 1_000_000, milliseconds: 25, now: () => time += 3, pause };
  await using test = await mcpTestEndpoint({ batchLimits });
  const batch = Array.from({ length: 20 }, (_, id) => say(1, id));
  const answers: readonly RpcAnswer[] = await (await test.endpoint.fetch(mcpPost(batch))).json();
  const refused = answers.filter(({ error }) => error?.code === -32000);
  assert.ok(refused.length > 10 && refused.length < 20, String(refused.length));
  assert.match(refused[0]?.error?.message ?? "", /has taken \d+ milliseconds already/);
  assert.ok(pauses > 3, String(pauses));
});

Deno.test("a running service allows a batch four million bytes and two seconds", () => {
  assert.deepEqual([BATCH_LIMITS.bytes, BATCH_LIMITS.milliseconds], [4_000_000, 2000]);
});

Deno.test("a body that is not there after 30 seconds is refused, and the connection ends", async () => {
  const timers: { readonly milliseconds: number; readonly run: () => void }[] = [];
  let stopped = 0;
  const after = (milliseconds: number, run: () => void) => {
    timers.push({ milliseconds, run });
    return () => void stopped++;
  };
  await using test = await mcpTestEndpoint({ after });
  const { readable } = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { "content-type": "application/json" };
  const slow = test.endpoint.fetch(new Request(MCP_URL, { method: "POST", headers, body: readable }));
  // The timer is set before the first await.
  assert.deepEqual(timers.map(({ milliseconds }) => milliseconds), [30_000]);
  timers[0]?.run();
  const answer = await slow;
  assert.equal(answer.headers.get("connection"), "close");
  assert.match(await assertRefused(answer, 408, -32000), /within 30 seconds/);
  assert.equal((await test.endpoint.fetch(mcpPost(rpc("ping")))).status, 200);
  assert.deepEqual([timers.length, stopped], [2, 2]);
});

const listen = (uris: readonly string[]) =>
  mcpPost(
    modernRpc("subscriptions/listen", { notifications: { resourceSubscriptions: uris, toolsListChanged: true } }),
    modernHeaders("subscriptions/listen"),
  );
const from = (client: string): McpCaller => ({ client, onSubject: () => {} });

Deno.test("no client exceeds its share of streams, and an IPv6 client is its network", async () => {
  await using test = await mcpTestEndpoint();
  const open = (client: string) => test.endpoint.fetch(listen(["test://static-text"]), from(client));
  const streams: Response[] = [];
  for (let n = 0; n < MOST_OF_ONE_CLIENT; n++) streams.push(await open(`2001:db8:0:7::${n + 1}`));
  assert.ok(streams.every(({ status }) => status === 200));
  assert.match(await assertRefused(await open("2001:db8:0:7:ffff::"), 429, -32000, 1), /32 streams open already/);
  for (const other of ["2001:db8:0:8::1", "192.0.2.1", "unknown"]) streams.push(await open(other));
  assert.ok(streams.every(({ status }) => status === 200));
  await streams[0]?.body?.cancel();
  streams.push(await open("2001:db8:0:7::99"));
  assert.equal(streams.at(-1)?.status, 200);
  await assertRefused(await open("2001:db8:0:7::1"), 429, -32000, 1);
  for (const { body } of streams.slice(1)) await body?.cancel();
  const last = await open("2001:db8:0:7::1");
  assert.equal(last.status, 200);
  await last.body?.cancel();
});

Deno.test("closing a stream returns its place exactly once", async () => {
  await using test = await mcpTestEndpoint();
  const open = async () => {
    const answer = await test.endpoint.fetch(listen(["test://static-text"]), from("192.0.2.1"));
    const reader = answer.body?.getReader();
    // On a real connection there are further awaits.
    await reader?.read();
    void reader?.read();
    return { answer, reader };
  };
  const streams = [];
  for (let n = 0; n < MOST_OF_ONE_CLIENT; n++) streams.push(await open());
  for (let n = 0; n < 3; n++) {
    await streams.pop()?.reader?.cancel();
    streams.push(await open());
    assert.equal(streams.at(-1)?.answer.status, 200);
    assert.equal((await test.endpoint.fetch(listen([]), from("192.0.2.1"))).status, 429);
  }
  for (const { reader } of streams) await reader?.cancel();
});

Deno.test("streams opened at the same moment take separate places", async () => {
  await using test = await mcpTestEndpoint();
  const answers = await Promise.all(
    Array.from({ length: MOST_OF_ONE_CLIENT + 5 }, () => test.endpoint.fetch(listen([]), from("192.0.2.1"))),
  );
  assert.equal(answers.filter(({ status }) => status === 429).length, 5);
  for (const { body } of answers) await body?.cancel();
});

Deno.test("listen acknowledges exactly the notifications that can occur", async () => {
  await using test = await mcpTestEndpoint();
  const acknowledged = async (uris: readonly string[]) => {
    const stream = await test.endpoint.fetch(listen(uris), from("192.0.2.1"));
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader?.read() ?? {};
    await reader?.cancel();
    return JSON.parse(value.split("data: ")[1] ?? "").params.notifications;
  };
  assert.deepEqual(await acknowledged(["test://static-text", "test://no-such", "test://static-text"]), {
    resourceSubscriptions: ["test://static-text"],
  });
  assert.deepEqual(await acknowledged(["test://no-such"]), {});
});
