import assert from "node:assert/strict";
import {
  assertRefused,
  MCP_URL,
  mcpPost,
  mcpTestEndpoint,
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
