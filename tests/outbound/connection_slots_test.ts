import assert from "node:assert/strict";
import { connectionSlots } from "../../outbound/connection_slots.ts";
import { type Connection, openConnection } from "../../outbound/open_connection.ts";
import { type RawSubscriber, startRawSubscriber } from "../support/subscriber/raw_subscriber.ts";

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
const never = new AbortController().signal;

function startSubscriber(): RawSubscriber {
  return startRawSubscriber((_, { write }) => write(OK), "tcp");
}

function slotsTo(perOrigin: number, idle: number) {
  const slots = connectionSlots((origin) =>
    openConnection(origin, {
      isAllowed: () => true,
      idleMilliseconds: 1000,
      lookup: (_, options, callback) =>
        options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4),
    }), { perOrigin, idle });
  return { ...slots, [Symbol.asyncDispose]: slots.close };
}

async function use({ client }: Connection): Promise<void> {
  const { body } = await client.request({ method: "GET", path: "/" });
  await body.dump();
}

function disconnected({ client }: Connection): Promise<void> {
  return new Promise((resolve) => client.once("disconnect", () => resolve()));
}

Deno.test("connectionSlots lends an idle connection again, and a new one after a connection of no more use", async () => {
  await using subscriber = startSubscriber();
  await using slots = slotsTo(1, 10);
  const origin = `http://a.example:${subscriber.port}`;
  const first = await slots.take(origin, never);
  await use(first);
  slots.give(first, true);
  assert.equal(await slots.take(origin, never), first);
  slots.give(first, false);
  const second = await slots.take(origin, never);
  assert.notEqual(second, first);
  assert.ok(first.client.destroyed);
  slots.give(second, false);
});

Deno.test("connectionSlots remembers no origin whose connections have ended, whoever ended them", async () => {
  await using subscriber = startSubscriber();
  await using slots = slotsTo(2, 10);
  const origins = Array.from({ length: 5 }, (_, n) => `http://h${n}.example:${subscriber.port}`);
  const connections = await Promise.all(origins.map((origin) => slots.take(origin, never)));
  await Promise.all(connections.map(use));
  assert.equal(slots.origins(), 5);
  for (const connection of connections.slice(1)) slots.give(connection, true);
  assert.equal(slots.origins(), 5);
  // Idle connections end by themselves.
  await Promise.all(connections.slice(1).map(disconnected));
  assert.equal(slots.origins(), 1);
  const [lent] = connections;
  assert.ok(lent);
  slots.give(lent, false);
  assert.equal(slots.origins(), 0);
});

Deno.test("connectionSlots does not keep a connection that has ended while it was lent", async () => {
  await using subscriber = startRawSubscriber(
    (_, { write }) => write("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"),
    "tcp",
  );
  await using slots = slotsTo(1, 10);
  const connection = await slots.take(`http://a.example:${subscriber.port}`, never);
  const gone = disconnected(connection);
  await use(connection);
  await gone;
  slots.give(connection, true);
  assert.equal(slots.origins(), 0);
});

Deno.test("connectionSlots ends the last idle connection when there are too many: where hosts take turns, some keep theirs", async () => {
  await using subscriber = startSubscriber();
  await using slots = slotsTo(1, 2);
  const connections: Connection[] = [];
  for (const n of [0, 1, 2]) {
    const connection = await slots.take(`http://h${n}.example:${subscriber.port}`, never);
    await use(connection);
    slots.give(connection, true);
    connections.push(connection);
  }
  assert.deepEqual(connections.map(({ client }) => client.destroyed), [false, false, true]);
  assert.equal(slots.origins(), 2);
});

Deno.test("connectionSlots ends idle connections when it is closed", async () => {
  await using subscriber = startSubscriber();
  const slots = slotsTo(1, 2);
  const connection = await slots.take(`http://a.example:${subscriber.port}`, never);
  await use(connection);
  slots.give(connection, true);
  await slots.close();
  assert.deepEqual([connection.client.destroyed, slots.origins()], [true, 0]);
});

Deno.test("connectionSlots serves those who wait in their order, and forgets who gave up", async () => {
  await using slots = slotsTo(1, 10);
  const origin = "http://a.example";
  const held = await slots.take(origin, never);
  const impatient = new AbortController();
  const order: string[] = [];
  const waiting = ["first", "impatient", "second"].map(async (name) => {
    const connection = await slots.take(origin, name === "impatient" ? impatient.signal : never);
    order.push(name);
    slots.give(connection, false);
  });
  const reason = new Error("too late");
  impatient.abort(reason);
  const [first, gaveUp, second] = waiting;
  await assert.rejects(gaveUp ?? Promise.resolve(), reason);
  slots.give(held, false);
  await Promise.all([first, second]);
  assert.deepEqual([order, slots.origins()], [["first", "second"], 0]);
  await assert.rejects(slots.take(origin, impatient.signal), reason);
});
