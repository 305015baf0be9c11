import assert from "node:assert/strict";
import { callbackRequest, outboundTestClient } from "../../support/hub/outbound_test_client.ts";
import { startRawSubscriber } from "../../support/subscriber/raw_subscriber.ts";

// With a quarter of a second a busy machine came to the deadline before the handshake was over.
const DEADLINE_MS = 1500;

const PHASES = {
  "the lookup of the name": {
    resolve: () => new Promise<never>(() => {}),
    react: () => {},
    requests: 0,
  },
  "the handshake": { transport: "tcp", react: () => {}, requests: 0 },
  "the wait for the status": { react: () => {}, requests: 1 },
  "a stalled header": { react: (_: unknown, write: Write) => write("HTTP/1.1 200 OK\r\nx-slow: "), requests: 1 },
  "a body that drips": { react: (_: unknown, write: Write) => drip(write), requests: 1 },
} as const;
type Write = (text: string) => Promise<void>;

function drip(write: Write): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const next = () => write("1\r\nx\r\n").catch(reject);
  write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").then(() => timer = setInterval(next, 20), reject);
  return promise.finally(() => clearInterval(timer));
}

for (const [phase, { react, requests, ...rest }] of Object.entries(PHASES)) {
  Deno.test(`exchange ends at its deadline in ${phase}, and a POST is received once at most`, async () => {
    const { transport = "tls" } = "transport" in rest ? rest : {};
    await using subscriber = startRawSubscriber((request, { write }) => react(request, write), transport);
    await using client = outboundTestClient({
      timeoutMilliseconds: DEADLINE_MS,
      ...("resolve" in rest ? { resolve: rest.resolve } : {}),
    });
    const started = performance.now();
    const post = { method: "POST", body: new Uint8Array(1000), readBytes: 1000 } as const;
    assert.deepEqual(await client.exchange(callbackRequest(subscriber.port, post)), {
      kind: "failed",
      failure: "timeout",
    });
    const took = performance.now() - started;
    assert.ok(took > DEADLINE_MS - 20 && took < DEADLINE_MS + 1500, `${took} ms`);
    if (phase !== "the lookup of the name") await subscriber.closed(0);
    await client.close();
    assert.equal(subscriber.requests.length, requests);
    assert.ok(subscriber.accepted() <= 1, "connected again for an exchange that was over");
  });
}

for (const [title, deadline] of [["a second", 10_000], ["the deadline", DEADLINE_MS]] as const) {
  Deno.test(`exchange counts the status of an answer whose unwanted body drips on, after ${title}`, async () => {
    await using subscriber = startRawSubscriber((_, { write }) => drip(write));
    await using client = outboundTestClient({ timeoutMilliseconds: deadline });
    const started = performance.now();
    const answer = await client.exchange(callbackRequest(subscriber.port, { method: "POST", body: new Uint8Array(1) }));
    const took = performance.now() - started;
    assert.deepEqual(answer, { kind: "answered", status: 200, retryAfter: null, body: null });
    assert.ok(took < 3000, `${took} ms`);
    await subscriber.closed(0);
  });
}

Deno.test("exchange leaves an endless unwanted body after 16 KiB", async () => {
  let written = 0;
  await using subscriber = startRawSubscriber(async (_, { write }) => {
    await write("HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n");
    for (;; written += 4096) await write(`1000\r\n${"x".repeat(4096)}\r\n`);
  });
  await using client = outboundTestClient();
  const started = performance.now();
  const answer = await client.exchange(callbackRequest(subscriber.port));
  assert.deepEqual(answer, { kind: "answered", status: 201, retryAfter: null, body: null });
  assert.ok(performance.now() - started < 900, "waited although the limit was passed");
  await subscriber.closed(0);
  assert.ok(written < 16 * 2 ** 20, `${written} bytes were taken`);
});

Deno.test("exchange counts the time in the queue of its host towards the deadline", async () => {
  await using subscriber = startRawSubscriber(() => {});
  await using client = outboundTestClient({ timeoutMilliseconds: DEADLINE_MS, connectionsPerHost: 1 });
  const answers = await Promise.all([1, 2, 3].map(() => client.exchange(callbackRequest(subscriber.port))));
  assert.deepEqual(answers, Array(3).fill({ kind: "failed", failure: "timeout" }));
  assert.equal(subscriber.requests.length, 1);
});
