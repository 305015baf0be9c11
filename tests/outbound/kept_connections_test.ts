import assert from "node:assert/strict";
import { KeptConnections } from "../../outbound/kept_connections.ts";
import { type Connection, openConnection, trustedAuthorities } from "../../outbound/open_connection.ts";
import { type RawSubscriber, startRawSubscriber } from "../support/subscriber/raw_subscriber.ts";
import { rootCertificates } from "node:tls";

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

function startSubscriber(): RawSubscriber {
  return startRawSubscriber((_, { write }) => write(OK), "tcp");
}

function atMost(most: number): KeptConnections & AsyncDisposable {
  const connections = new KeptConnections((origin) =>
    openConnection(origin, {
      isAllowed: () => true,
      idleMilliseconds: 1000,
      lookup: (_, options, callback) =>
        options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4),
    }), most);
  return Object.assign(connections, { [Symbol.asyncDispose]: () => connections.close() });
}

async function use({ client }: Connection): Promise<void> {
  const { body } = await client.request({ method: "GET", path: "/" });
  await body.dump();
}

function disconnected({ client }: Connection): Promise<void> {
  return new Promise((resolve) => client.once("disconnect", () => resolve()));
}

Deno.test("KeptConnections drops connections that the peer ended, and keeps no unusable one", async () => {
  await using subscriber = startSubscriber();
  await using kept = atMost(10);
  const origins = Array.from({ length: 5 }, (_, n) => `http://h${n}.example:${subscriber.port}`);
  const connections = origins.map((origin) => kept.take(origin));
  await Promise.all(connections.map(use));
  assert.equal(kept.count, 0);
  for (const connection of connections.slice(1)) kept.give(connection, true);
  assert.equal(kept.count, 4);
  // Idle connections end without a call.
  await Promise.all(connections.slice(1).map(disconnected));
  assert.equal(kept.count, 0);
  const [lent] = connections;
  assert.ok(lent);
  kept.give(lent, false);
  assert.equal(kept.count, 0);
});

Deno.test("KeptConnections does not keep a connection that has ended while it was lent", async () => {
  await using subscriber = startRawSubscriber(
    (_, { write }) => write("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"),
    "tcp",
  );
  await using kept = atMost(10);
  const connection = kept.take(`http://a.example:${subscriber.port}`);
  const gone = disconnected(connection);
  await use(connection);
  await gone;
  kept.give(connection, true);
  assert.equal(kept.count, 0);
});

Deno.test("KeptConnections ends the last idle connection above the limit, so some hosts keep theirs", async () => {
  await using subscriber = startSubscriber();
  await using kept = atMost(2);
  const connections: Connection[] = [];
  for (const n of [0, 1, 2]) {
    const connection = kept.take(`http://h${n}.example:${subscriber.port}`);
    await use(connection);
    kept.give(connection, true);
    connections.push(connection);
  }
  assert.deepEqual(connections.map(({ client }) => client.destroyed), [false, false, true]);
  assert.equal(kept.count, 2);
});

Deno.test("KeptConnections ends idle connections when it is closed", async () => {
  await using subscriber = startSubscriber();
  const kept = atMost(2);
  const connection = kept.take(`http://a.example:${subscriber.port}`);
  await use(connection);
  kept.give(connection, true);
  await kept.close();
  assert.deepEqual([connection.client.destroyed, kept.count], [true, 0]);
});

Deno.test("trustedAuthorities adds to the public authorities and leaves the store alone when nothing is added", () => {
  assert.equal(trustedAuthorities([]), null);
  const all = new Set(trustedAuthorities(["one more"]));
  assert.ok(rootCertificates.length > 100 && rootCertificates.every((certificate) => all.has(certificate)));
  assert.ok(all.has("one more"));
});
