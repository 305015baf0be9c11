import assert from "node:assert/strict";
import { callbackRequest, outboundTestClient } from "../support/hub/outbound_test_client.ts";
import { IS_DENO_OF_DEPLOY } from "../support/service/deploy_server.ts";
import { within } from "../support/service/test_server.ts";
import { startRawSubscriber } from "../support/subscriber/raw_subscriber.ts";

const DEADLINE_MS = 20_000;
/** Milliseconds between the bytes of a slow body. */
const DRIP_MS = 20;

type Write = (text: string) => Promise<void>;

interface Phase {
  readonly requests: number;
  readonly transport?: "tcp";
  /** Answers a request, and signals when the phase is reached. */
  readonly react?: (write: Write, reached: () => void) => Promise<void> | void;
  /** True if the phase is the name lookup, which then never ends. */
  readonly isLookup?: true;
}

const PHASES: Readonly<Record<string, Phase>> = {
  "the lookup of the name": { isLookup: true, requests: 0 },
  "the handshake": { transport: "tcp", requests: 0 },
  "the wait for the status": { react: (_, reached) => reached(), requests: 1 },
  "a stalled header": {
    react: (write, reached) => write("HTTP/1.1 200 OK\r\nx-slow: ").then(reached),
    requests: 1,
  },
  "a body that drips": { react: (write, reached) => drip(write, 1, reached), requests: 1 },
};

/** Timers that fire when the test lets them. */
function deadlines() {
  const waiting = new Map<() => void, number>();
  return {
    after: (milliseconds: number, then: () => void) => {
      waiting.set(then, milliseconds);
      return () => void waiting.delete(then);
    },
    /** Delays of the timers that are not cancelled, in milliseconds. */
    waiting: () => [...waiting.values()],
    come: () => {
      for (const then of waiting.keys()) then();
    },
  };
}

/** A response whose body never ends. Calls a function after some parts; rejects when the client disconnects. */
async function drip(write: Write, parts: number, reached: () => void): Promise<void> {
  await write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
  const { promise, reject } = Promise.withResolvers<void>();
  let written = 0;
  const timer = setInterval(() => {
    write("1\r\nx\r\n").then(() => ++written === parts && reached(), reject);
  }, DRIP_MS);
  await promise.finally(() => clearInterval(timer));
}

for (const [phase, { react, requests, transport = "tls", isLookup = false }] of Object.entries(PHASES)) {
  const ignore = phase === "the handshake" && IS_DENO_OF_DEPLOY;
  Deno.test(`exchange ends at its deadline in ${phase}, and a POST is received once at most`, { ignore }, async () => {
    const reached = Promise.withResolvers<void>();
    await using subscriber = startRawSubscriber((_, { write }) => react?.(write, reached.resolve), transport);
    const deadline = deadlines();
    await using client = outboundTestClient({
      timeoutMilliseconds: DEADLINE_MS,
      after: deadline.after,
      ...isLookup ? { resolve: () => (reached.resolve(), new Promise<never>(() => {})) } : {},
    });
    const post = { method: "POST", body: new Uint8Array(1000), readBytes: 1000 } as const;
    const answer = client.exchange(callbackRequest(subscriber.port, post));
    assert.deepEqual(deadline.waiting(), [DEADLINE_MS]);
    if (transport === "tcp") { while (subscriber.accepted() === 0) await new Promise((turn) => setTimeout(turn, 1)); }
    else await reached.promise;
    deadline.come();
    assert.deepEqual(await within("The answer", answer), { kind: "failed", failure: "timeout" });
    assert.deepEqual(deadline.waiting(), []);
    if (!isLookup) await subscriber.closed(0);
    await client.close();
    assert.equal(subscriber.requests.length, requests);
    assert.ok(subscriber.accepted() <= 1, "connected again for an exchange that was over");
  });
}

Deno.test("exchange counts the status of an answer whose unwanted body drips on, after a second", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => drip(write, 1, () => {}));
  await using client = outboundTestClient({ after: deadlines().after });
  const post = callbackRequest(subscriber.port, { method: "POST", body: new Uint8Array(1) });
  const answer = await within("The answer", client.exchange(post));
  assert.deepEqual(answer, { kind: "answered", status: 200, retryAfter: null, body: null });
  await subscriber.closed(0);
});

Deno.test("exchange counts the status of an answer whose unwanted body drips on, after the deadline", async () => {
  // The test cannot see when the client has read the status, so it tries three lengths, all sent within a second.
  for (const parts of [10, 20, 40]) {
    const reached = Promise.withResolvers<void>();
    await using subscriber = startRawSubscriber((_, { write }) => drip(write, parts, reached.resolve));
    const deadline = deadlines();
    await using client = outboundTestClient({ after: deadline.after });
    const post = callbackRequest(subscriber.port, { method: "POST", body: new Uint8Array(1) });
    const exchange = client.exchange(post);
    // On a machine that stalls, the client's second may be over first.
    await Promise.race([reached.promise, exchange]);
    deadline.come();
    const answer = await within("The answer", exchange);
    await subscriber.closed(0);
    if (answer.kind === "failed" && parts < 40) continue;
    assert.deepEqual(answer, { kind: "answered", status: 200, retryAfter: null, body: null });
    return;
  }
});

Deno.test("exchange leaves an endless unwanted body after 16 KiB", async () => {
  let written = 0;
  await using subscriber = startRawSubscriber(async (_, { write }) => {
    await write("HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n");
    const part = `10000\r\n${"x".repeat(65_536)}\r\n`;
    for (;; written += 65_536) await write(part);
  });
  await using client = outboundTestClient();
  const answer = await client.exchange(callbackRequest(subscriber.port));
  assert.deepEqual(answer, { kind: "answered", status: 201, retryAfter: null, body: null });
  await subscriber.closed(0);
  // A client that read the body for its whole second would take over 100 MB.
  assert.ok(written < 16 * 2 ** 20, `${written} bytes were taken`);
});
