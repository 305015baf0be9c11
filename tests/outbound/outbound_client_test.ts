import assert from "node:assert/strict";
import { rootCertificates } from "node:tls";
import { callbackRequest, outboundTestClient } from "../support/hub/outbound_test_client.ts";
import { KeptConnections } from "../../outbound/kept_connections.ts";
import { openConnection, trustedAuthorities } from "../../outbound/open_connection.ts";
import { within } from "../support/service/test_server.ts";
import { type RawConnection, startRawSubscriber } from "../support/subscriber/raw_subscriber.ts";

/** Closes the connection. */
function hangUp(): never {
  throw new Deno.errors.BrokenPipe("The conversation ends here.");
}

const POST = { method: "POST", body: new Uint8Array(10) } as const;
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

Deno.test("exchange sends path, query, headers and body unchanged, and a User-Agent", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  await using client = outboundTestClient();
  const target = "/a/../b//%7E%2f;v=1?x=%2F+1&&y=a'b|c&hub.topic=https%3A%2F%2Fx%2F";
  const body = Uint8Array.from({ length: 256 }, (_, n) => n);
  const headers = { "content-type": "application/json", link: '<https://hub.example/>; rel="hub"' };
  const answer = await client.exchange(callbackRequest(subscriber.port, { method: "POST", target, body, headers }));
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

Deno.test("exchange returns the status of a redirect and never requests the location", async () => {
  await using subscriber = startRawSubscriber((_, { write }) =>
    write("HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n")
  );
  await using client = outboundTestClient();
  const answer = await client.exchange(callbackRequest(subscriber.port));
  assert.deepEqual(answer, { kind: "answered", status: 302, retryAfter: "120", body: null });
  assert.deepEqual(subscriber.requests.map(({ target }) => target), ["/callback"]);
});

Deno.test("exchange refuses a certificate of another name or unknown authority, and sends nothing", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  const failed = { kind: "failed", failure: "certificate" };
  await using client = outboundTestClient();
  assert.deepEqual(await client.exchange(callbackRequest(subscriber.port, POST, "other.test")), failed);
  await using stranger = outboundTestClient({ caCertificates: [] });
  assert.deepEqual(await stranger.exchange(callbackRequest(subscriber.port, POST)), failed);
  assert.equal(subscriber.requests.length, 0);
  assert.equal((await client.exchange(callbackRequest(subscriber.port, POST))).kind, "answered");
});

Deno.test("exchange distinguishes a missing name from a refused connection", async () => {
  const errors: Record<string, string> = { "no.test": "ENOTFOUND", "again.test": "EAI_AGAIN" };
  await using client = outboundTestClient({
    resolve: (host) => {
      if (host === "none.test") return Promise.resolve([]);
      const code = errors[host];
      if (code !== undefined) return Promise.reject(Object.assign(new Error(code), { code }));
      return Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
    },
  });
  for (const host of ["no.test", "again.test", "none.test"]) {
    const answer = await client.exchange(callbackRequest(1, {}, host));
    assert.deepEqual(answer, { kind: "failed", failure: "name_not_found" }, host);
  }
  const closed = startRawSubscriber(() => {});
  await closed[Symbol.asyncDispose]();
  assert.deepEqual(await client.exchange(callbackRequest(closed.port)), { kind: "failed", failure: "network" });
});

Deno.test("exchange reaches the second address of a name when the first one is dead", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  await using client = outboundTestClient({
    resolve: () => Promise.resolve([{ address: "127.0.0.2", family: 4 }, { address: "127.0.0.1", family: 4 }]),
  });
  assert.equal((await client.exchange(callbackRequest(subscriber.port))).kind, "answered");
});

Deno.test("exchange returns a wanted body exactly, up to the byte, and null when it is longer", async () => {
  await using subscriber = startRawSubscriber(async ({ target }, { write }) => {
    if (target === "/chunked") {
      await write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    } else if (target === "/until-close") {
      await write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabcde");
    } else await write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabcde");
    if (target === "/until-close") hangUp();
  });
  await using client = outboundTestClient();
  for (const target of ["/length", "/chunked", "/until-close"]) {
    for (const [readBytes, expected] of [[5, "abcde"], [6, "abcde"], [4, null], [1, null]] as const) {
      const answer = await client.exchange(callbackRequest(subscriber.port, { target, readBytes }));
      assert.ok(answer.kind === "answered", `${target} ${readBytes}`);
      const text = answer.body && new TextDecoder().decode(answer.body);
      assert.equal(text, expected, `${target} ${readBytes}`);
    }
  }
});

Deno.test("exchange fails when a wanted body breaks off, and counts the status when it is unwanted", async () => {
  await using subscriber = startRawSubscriber(async (_, { write }) => {
    await write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc");
    hangUp();
  });
  await using client = outboundTestClient();
  const wanted = await client.exchange(callbackRequest(subscriber.port, { readBytes: 5 }));
  assert.deepEqual(wanted, { kind: "failed", failure: "network" });
  const unwanted = await client.exchange(callbackRequest(subscriber.port));
  assert.deepEqual(unwanted, { kind: "answered", status: 200, retryAfter: null, body: null });
});

Deno.test("exchange does not send a POST again when the connection breaks before the status", async () => {
  await using subscriber = startRawSubscriber(hangUp);
  await using client = outboundTestClient();
  const answer = await client.exchange(callbackRequest(subscriber.port, POST));
  assert.deepEqual(answer, { kind: "failed", failure: "network" });
  await client.close();
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [1, 1]);
});

Deno.test("exchange uses a connection again after an answer that was read to its end", async () => {
  await using subscriber = startRawSubscriber((_, { write }) =>
    write(`HTTP/1.1 404 Not Found\r\ncontent-length: 16384\r\n\r\n${"x".repeat(16_384)}`)
  );
  await using client = outboundTestClient();
  for (const readBytes of [0, 16_384, 0]) await client.exchange(callbackRequest(subscriber.port, { readBytes }));
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [3, 1]);
});

Deno.test("exchange reports a kept connection closed without an answer, sends nothing twice, and opens another", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => {
    if (subscriber.requests.length !== 2) return write(OK);
    hangUp();
  });
  await using client = outboundTestClient();
  const post = callbackRequest(subscriber.port, POST);
  assert.equal((await client.exchange(post)).kind, "answered");
  assert.deepEqual(await client.exchange(post), { kind: "failed", failure: "closed" });
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [2, 1]);
  assert.equal((await client.exchange(post)).kind, "answered");
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [3, 2]);
});

Deno.test("exchange uses none of the connections that were kept with a peer once it has closed one", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => {
    if (subscriber.accepted() > 2 || subscriber.requests.length <= 2) return write(OK);
    hangUp();
  });
  await using client = outboundTestClient();
  const post = callbackRequest(subscriber.port, POST);
  await Promise.all([client.exchange(post), client.exchange(post)]);
  assert.equal(subscriber.accepted(), 2);
  assert.deepEqual(await client.exchange(post), { kind: "failed", failure: "closed" });
  assert.equal((await client.exchange(post)).kind, "answered");
});

Deno.test("exchange uses no connection again that the subscriber will soon close, or that is ten minutes old", async () => {
  await using subscriber = startRawSubscriber(({ target }, { write }) =>
    write(target === "/soon" ? OK.replace("\r\n\r\n", "\r\nkeep-alive: timeout=1\r\n\r\n") : OK)
  );
  let elapsed = 0;
  await using client = outboundTestClient({ elapsed: () => elapsed });
  const accepted: number[] = [];
  for (const [target, later] of [["/soon", 0], ["/", 0], ["/", 599_999], ["/", 1], ["/", 0]] as const) {
    elapsed += later;
    await client.exchange(callbackRequest(subscriber.port, { target }));
    accepted.push(subscriber.accepted());
  }
  assert.deepEqual(accepted, [1, 2, 2, 2, 3]);
});

Deno.test("exchange keeps as many idle connections as it may, those it has; one that has ended leaves its place", async () => {
  const connections: RawConnection[] = [];
  await using subscriber = startRawSubscriber(async ({ target }, connection) => {
    connections[connection.index] = connection;
    if (target === "/") return await connection.write(OK);
    await connection.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabcde");
    hangUp();
  });
  await using client = outboundTestClient({ keptConnections: 2 });
  const accepted = async (target: string, ...hosts: readonly string[]) => {
    for (const host of hosts) {
      const given = { target, readBytes: 0 };
      const { kind } = await client.exchange(callbackRequest(subscriber.port, given, `${host}.subscriber.test`));
      assert.equal(kind, "answered");
    }
    return subscriber.accepted();
  };
  assert.equal(await accepted("/", "a", "b", "c"), 3);
  assert.equal(await accepted("/", "a", "b", "a", "b", "c"), 4);
  await connections[0]?.closeWrite();
  await subscriber.closed(0);
  assert.equal(await accepted("/", "c", "c", "b"), 5);
  assert.equal(await accepted("/until-close", "b"), 5);
  assert.equal(await accepted("/", "a", "a", "c"), 6);
  await client.close();
  await within("The end of idle connections", Promise.all([4, 5].map(subscriber.closed)), 20);
});

Deno.test("KeptConnections keeps no connection that has ended while it was lent", async () => {
  await using subscriber = startRawSubscriber(hangUp, "tcp");
  const options = { isAllowed: () => true, idleMilliseconds: 1000, lookup: () => () => {} };
  const kept = new KeptConnections((origin) => openConnection(origin, options), 1);
  const origin = `http://127.0.0.1:${subscriber.port}`;
  const connection = kept.take(origin);
  const { client } = connection;
  const ended = new Promise((resolve) => client.once("disconnect", resolve));
  await Promise.all([assert.rejects(client.request({ method: "GET", path: "/" })), ended]);
  kept.give(connection, true);
  assert.notEqual(kept.take(origin), connection);
});

Deno.test("trustedAuthorities adds to the public authorities and leaves the store alone when nothing is added", () => {
  assert.equal(trustedAuthorities([]), null);
  const all = new Set(trustedAuthorities(["one more"]));
  assert.ok(rootCertificates.length > 100 && rootCertificates.every((certificate) => all.has(certificate)));
  assert.ok(all.has("one more"));
});

Deno.test("exchange refuses http without asking, unless the client is made for it", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK), "tcp");
  await using client = outboundTestClient();
  const request = callbackRequest(subscriber.port, {}, "a.subscriber.test", "http");
  assert.deepEqual(await client.exchange(request), { kind: "failed", failure: "address_not_allowed" });
  assert.equal(subscriber.accepted(), 0);
  await using plain = outboundTestClient({ plainHttp: true });
  assert.equal((await plain.exchange(request)).kind, "answered");
});

Deno.test("close ends running exchanges, and nothing is sent afterwards", async () => {
  const arrived = Promise.withResolvers<void>();
  await using subscriber = startRawSubscriber(() => arrived.resolve());
  const client = outboundTestClient();
  const exchange = client.exchange(callbackRequest(subscriber.port));
  await arrived.promise;
  await client.close();
  const failed = { kind: "failed", failure: "network" };
  assert.deepEqual(await exchange, failed);
  await subscriber.closed(0);
  assert.deepEqual(await client.exchange(callbackRequest(subscriber.port)), failed);
  await client.close();
  assert.deepEqual([subscriber.requests.length, subscriber.accepted()], [1, 1]);
});

Deno.test("exchange with an address calls that one, over a new connection, and its own deadline ends it", async () => {
  await using subscriber = startRawSubscriber(({ target }, { write }) => target === "/silent" ? undefined : write(OK));
  let lookups = 0;
  await using client = outboundTestClient({
    resolve: () => (lookups++, Promise.resolve([{ address: "127.0.0.1", family: 4 }])),
  });
  const located = await client.locate("a.subscriber.test", 10_000);
  assert.deepEqual(located, { kind: "located", addresses: [{ address: "127.0.0.1", family: 4 }] });
  const to = { address: "127.0.0.1", family: 4 };
  for (let n = 0; n < 2; n++) {
    assert.equal((await client.exchange(callbackRequest(subscriber.port, { to }))).kind, "answered");
  }
  assert.deepEqual([lookups, subscriber.accepted()], [1, 2]);
  const silent = callbackRequest(subscriber.port, { to, target: "/silent", timeoutMilliseconds: 1 });
  assert.deepEqual(await client.exchange(silent), { kind: "failed", failure: "timeout" });
  const blocked = callbackRequest(subscriber.port, { to: { address: "10.0.0.1", family: 4 } });
  assert.deepEqual(await client.exchange(blocked), { kind: "failed", failure: "address_not_allowed" });
});

Deno.test("locate refuses a name with a forbidden address, and waits no longer than its deadline", async () => {
  await using client = outboundTestClient({
    resolve: (host) => host === "slow" ? new Promise(() => {}) : Promise.resolve([{ address: "10.0.0.1", family: 4 }]),
  });
  assert.deepEqual(await client.locate("private", 10_000), { kind: "failed", failure: "address_not_allowed" });
  assert.deepEqual(await client.locate("slow", 1), { kind: "failed", failure: "timeout" });
});

Deno.test("exchange asks its limit before each new connection, and reports how that ended", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  const addresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
  const lookup = Promise.withResolvers<typeof addresses>();
  await using client = outboundTestClient({
    resolve: (host) => host === "slow.subscriber.test" ? lookup.promise : Promise.resolve(addresses),
  });
  const heard: string[] = [];
  const limit = {
    begin: (address: string) => heard.push(`begin ${address}`) > 0 && address !== "127.0.0.2",
    end: (address: string, isOpen: boolean) => void heard.push(`${isOpen ? "open" : "failed"} ${address}`),
  };
  const told = async (given: object, host = "a.subscriber.test") => {
    const answer = await client.exchange(callbackRequest(subscriber.port, { limit, ...given }, host));
    return ["failure" in answer ? answer.failure : answer.kind, ...heard.splice(0)];
  };
  const begins = addresses.map(({ address }) => `begin ${address}`);
  assert.deepEqual(await told({}), ["answered", ...begins, "open 127.0.0.1"]);
  assert.deepEqual(await told({}), ["answered"], "The connection was kept.");
  // Deno 2.5 checks the certificate after the connection is open.
  const refusal = (await told({}, "other.test")).filter((one) => !one.startsWith("open"));
  assert.deepEqual(refusal, ["certificate", ...begins, "failed 127.0.0.1"]);
  const refused = { begin: () => false, end: () => assert.fail("Nothing has begun.") };
  assert.deepEqual(await told({ limit: refused }, "b.subscriber.test"), ["address_limited"]);
  assert.deepEqual(await told({ timeoutMilliseconds: 1 }, "slow.subscriber.test"), ["timeout"]);
  lookup.resolve(addresses);
  await client.close();
  assert.deepEqual([heard, subscriber.accepted()], [[], 2]);
});
