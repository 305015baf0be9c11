import assert from "node:assert/strict";
import { outboundClient, type OutboundOptions, type OutboundRequest } from "../../websub/outbound_client.ts";
import { startRawSubscriber } from "../support/raw_subscriber.ts";

const CA = await Deno.readTextFile(new URL("../fixtures/tls/ca.pem", import.meta.url));
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
const DEADLINE_MS = 250;

function testClient(options: Partial<OutboundOptions> = {}) {
  const client = outboundClient({
    allowCidrs: ["127.0.0.0/8"],
    caCertificates: [CA],
    timeoutMilliseconds: 10_000,
    connectionsPerHost: 2,
    userAgent: "Hub/1.0 (+https://hub.example/)",
    resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    ...options,
  });
  return { exchange: client.exchange, close: client.close, [Symbol.asyncDispose]: client.close };
}

function get(port: number, given: Partial<OutboundRequest> = {}, host = "a.subscriber.test", scheme = "https") {
  const origin = `${scheme}://${host}:${port}`;
  const callback = { text: `${origin}/callback`, host, origin, target: "/callback" };
  return { method: "GET", callback, target: "/callback", headers: {}, readBytes: 0, ...given } as const;
}

Deno.test("exchange sends path, query, headers and body byte for byte, and who it is", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  await using client = testClient();
  const target = "/a/../b//%7E%2f;v=1?x=%2F+1&&y=a'b|c&hub.topic=https%3A%2F%2Fx%2F";
  const body = Uint8Array.from({ length: 256 }, (_, n) => n);
  const headers = { "content-type": "application/json", link: '<https://hub.example/>; rel="hub"' };
  const answer = await client.exchange(get(subscriber.port, { method: "POST", target, body, headers }));
  assert.deepEqual(answer, { kind: "answered", status: 200, retryAfter: null, body: null });
  const [request] = subscriber.requests;
  assert.deepEqual([request?.method, request?.target, request?.body], ["POST", target, body]);
  const fields = Object.fromEntries(request?.headers ?? []);
  assert.deepEqual(fields, {
    host: `a.subscriber.test:${subscriber.port}`,
    connection: "keep-alive",
    "content-type": "application/json",
    link: '<https://hub.example/>; rel="hub"',
    "user-agent": "Hub/1.0 (+https://hub.example/)",
    "content-length": "256",
  });
});

Deno.test("exchange answers a redirect with its status and never asks for the location", async () => {
  await using subscriber = startRawSubscriber((_, { write }) =>
    write("HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n")
  );
  await using client = testClient();
  const answer = await client.exchange(get(subscriber.port));
  assert.deepEqual(answer, { kind: "answered", status: 302, retryAfter: "120", body: null });
  assert.deepEqual(subscriber.requests.map(({ target }) => target), ["/callback"]);
});

Deno.test("exchange refuses a certificate of another name or of an unknown authority, and says nothing", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  const failed = { kind: "failed", failure: "certificate" };
  const post = { method: "POST", body: new Uint8Array(10) } as const;
  await using client = testClient();
  assert.deepEqual(await client.exchange(get(subscriber.port, post, "other.test")), failed);
  await using stranger = testClient({ caCertificates: [] });
  assert.deepEqual(await stranger.exchange(get(subscriber.port, post)), failed);
  assert.equal(subscriber.requests.length, 0);
  assert.equal((await client.exchange(get(subscriber.port, post))).kind, "answered");
});

Deno.test("exchange tells a missing name and a refused connection apart", async () => {
  const errors: Record<string, string> = { "no.test": "ENOTFOUND", "again.test": "EAI_AGAIN" };
  await using client = testClient({
    resolve: (host) => {
      if (host === "none.test") return Promise.resolve([]);
      const code = errors[host];
      if (code !== undefined) return Promise.reject(Object.assign(new Error(code), { code }));
      return Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
    },
  });
  for (const host of ["no.test", "again.test", "none.test"]) {
    const answer = await client.exchange(get(1, {}, host));
    assert.deepEqual(answer, { kind: "failed", failure: "name_not_found" }, host);
  }
  const closed = startRawSubscriber(() => {});
  await closed[Symbol.asyncDispose]();
  assert.deepEqual(await client.exchange(get(closed.port)), { kind: "failed", failure: "network" });
});

Deno.test("exchange reaches the second address of a name when the first one is dead", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  await using client = testClient({
    resolve: () => Promise.resolve([{ address: "127.0.0.2", family: 4 }, { address: "127.0.0.1", family: 4 }]),
  });
  assert.equal((await client.exchange(get(subscriber.port))).kind, "answered");
});

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
    await using client = testClient({
      timeoutMilliseconds: DEADLINE_MS,
      ...("resolve" in rest ? { resolve: rest.resolve } : {}),
    });
    const started = performance.now();
    const post = { method: "POST", body: new Uint8Array(1000), readBytes: 1000 } as const;
    assert.deepEqual(await client.exchange(get(subscriber.port, post)), { kind: "failed", failure: "timeout" });
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
    await using client = testClient({ timeoutMilliseconds: deadline });
    const started = performance.now();
    const answer = await client.exchange(get(subscriber.port, { method: "POST", body: new Uint8Array(1) }));
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
  await using client = testClient();
  const started = performance.now();
  const answer = await client.exchange(get(subscriber.port));
  assert.deepEqual(answer, { kind: "answered", status: 201, retryAfter: null, body: null });
  assert.ok(performance.now() - started < 900, "waited although the limit was passed");
  await subscriber.closed(0);
  assert.ok(written < 16 * 2 ** 20, `${written} bytes were taken`);
});

Deno.test("exchange returns a wanted body exactly, up to the byte, and null when it is longer", async () => {
  await using subscriber = startRawSubscriber(async ({ target }, { write }) => {
    if (target === "/chunked") {
      await write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    } else if (target === "/until-close") {
      await write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabcde");
    } else await write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabcde");
    if (target === "/until-close") throw new Deno.errors.BrokenPipe("The answer ends here.");
  });
  await using client = testClient();
  for (const target of ["/length", "/chunked", "/until-close"]) {
    for (const [readBytes, expected] of [[5, "abcde"], [6, "abcde"], [4, null], [1, null]] as const) {
      const answer = await client.exchange(get(subscriber.port, { target, readBytes }));
      assert.ok(answer.kind === "answered", `${target} ${readBytes}`);
      const text = answer.body && new TextDecoder().decode(answer.body);
      assert.equal(text, expected, `${target} ${readBytes}`);
    }
  }
});

Deno.test("exchange fails when a wanted body breaks off, and counts the status when it is unwanted", async () => {
  await using subscriber = startRawSubscriber(async (_, { write }) => {
    await write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc");
    throw new Deno.errors.BrokenPipe("The answer ends here.");
  });
  await using client = testClient();
  const wanted = await client.exchange(get(subscriber.port, { readBytes: 5 }));
  assert.deepEqual(wanted, { kind: "failed", failure: "network" });
  const unwanted = await client.exchange(get(subscriber.port));
  assert.deepEqual(unwanted, { kind: "answered", status: 200, retryAfter: null, body: null });
});

Deno.test("exchange does not send a POST again when the connection breaks before the status", async () => {
  await using subscriber = startRawSubscriber(() => {
    throw new Deno.errors.BrokenPipe("The conversation ends here.");
  });
  await using client = testClient();
  const answer = await client.exchange(get(subscriber.port, { method: "POST", body: new Uint8Array(10) }));
  assert.deepEqual(answer, { kind: "failed", failure: "network" });
  await client.close();
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [1, 1]);
});

Deno.test("exchange uses a connection again after an answer that was read to its end", async () => {
  await using subscriber = startRawSubscriber((_, { write }) =>
    write(`HTTP/1.1 404 Not Found\r\ncontent-length: 16384\r\n\r\n${"x".repeat(16_384)}`)
  );
  await using client = testClient();
  for (const readBytes of [0, 16_384, 0]) await client.exchange(get(subscriber.port, { readBytes }));
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [3, 1]);
});

Deno.test("exchange succeeds after the subscriber has closed the idle connection", async () => {
  await using subscriber = startRawSubscriber(async (_, { write, closeWrite }) => {
    await write(OK);
    await closeWrite();
  });
  await using client = testClient();
  for (const index of [0, 1, 2]) {
    const answer = await client.exchange(get(subscriber.port, { method: "POST", body: new Uint8Array(10) }));
    assert.equal(answer.kind, "answered");
    await subscriber.closed(index);
  }
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [3, 3]);
});

Deno.test("exchange opens only so many connections with one host, and the others wait their turn", async () => {
  const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  await using subscriber = startRawSubscriber(async (_, { write }) => {
    if (++count === 2) arrived.resolve();
    await gate.promise;
    await write(OK);
  });
  await using client = testClient();
  const exchanges = Array.from({ length: 6 }, (_, n) => client.exchange(get(subscriber.port, { target: `/${n}` })));
  await arrived.promise;
  assert.equal(subscriber.accepted(), 2);
  gate.resolve();
  const answers = await Promise.all(exchanges);
  assert.ok(answers.every(({ kind }) => kind === "answered"));
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [6, 2]);
});

Deno.test("exchange counts the time in the queue of its host towards the deadline", async () => {
  await using subscriber = startRawSubscriber(() => {});
  await using client = testClient({ timeoutMilliseconds: DEADLINE_MS, connectionsPerHost: 1 });
  const answers = await Promise.all([1, 2, 3].map(() => client.exchange(get(subscriber.port))));
  assert.deepEqual(answers, Array(3).fill({ kind: "failed", failure: "timeout" }));
  assert.equal(subscriber.requests.length, 1);
});

Deno.test("exchange refuses http without asking, unless the client is made for it", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK), "tcp");
  await using client = testClient();
  const request = get(subscriber.port, {}, "a.subscriber.test", "http");
  assert.deepEqual(await client.exchange(request), { kind: "failed", failure: "address_not_allowed" });
  assert.equal(subscriber.accepted(), 0);
  await using plain = testClient({ plainHttp: true });
  assert.equal((await plain.exchange(request)).kind, "answered");
});

Deno.test("close ends what is under way or waits, and nothing is sent afterwards", async () => {
  const arrived = Promise.withResolvers<void>();
  await using subscriber = startRawSubscriber(() => arrived.resolve());
  const client = testClient({ connectionsPerHost: 1 });
  const exchanges = [1, 2].map(() => client.exchange(get(subscriber.port)));
  await arrived.promise;
  await client.close();
  const failed = { kind: "failed", failure: "network" };
  assert.deepEqual(await Promise.all(exchanges), [failed, failed]);
  await subscriber.closed(0);
  assert.deepEqual(await client.exchange(get(subscriber.port)), failed);
  await client.close();
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [1, 1]);
});
