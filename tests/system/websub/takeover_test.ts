import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Shard } from "../../../websub/store/shard.ts";
import { type HubUnderTest, otherHub, startHub } from "../../support/hub/hub_under_test.ts";
import { type TestServer, within } from "../../support/service/test_server.ts";
import { stopped } from "../../support/store/losing_store.ts";
import { confirm } from "../../support/subscriber/callback_answers.ts";
import { textOf } from "../../support/subscriber/recorded_request.ts";
import type { TestCallback } from "../../support/subscriber/tls_subscriber.ts";

const SUBSCRIBERS = 12;
const DELIVERED_FIRST = 3;
// One place for deliveries: the others wait while one is held.
const ONE_BY_ONE = otherHub({ concurrency: 5, attemptTimeoutSeconds: 60 });

/** Subscribes callbacks that hold some of their deliveries, by their number among all, until `release` is called. */
async function holdingSubscribers(hub: HubUnderTest, isHeld: (nth: number) => boolean) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<TestCallback>();
  let delivered = 0;
  const callbacks = Array.from({ length: SUBSCRIBERS }, () => {
    const callback: TestCallback = hub.callback("/", async (request) => {
      if (request.kind === "distribution" && isHeld(++delivered)) {
        reached.resolve(callback);
        await gate.promise;
      }
      return confirm(request);
    });
    return callback;
  });
  for (const callback of callbacks) await hub.subscribe(callback);
  return { callbacks, reached: reached.promise, release: gate.resolve };
}

/** Resolves when the process has delivered to a subscriber. Its log is a tenth of a second late. */
async function delivering(server: TestServer): Promise<TestServer> {
  await server.logged(({ message }) => message === "websub distribution");
  return server;
}

/** Pauses a process while it writes nothing: else its lock would stop all other processes until it is resumed. */
async function pause({ kill, pid }: TestServer, kvPath: string): Promise<void> {
  using store = new DatabaseSync(kvPath, { timeout: 120_000 });
  store.exec("BEGIN IMMEDIATE");
  kill("SIGSTOP");
  await stopped(pid);
  store.exec("ROLLBACK");
}

for (const driver of ["queue", "sweep"]) {
  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    Deno.test(`another process takes over unfinished work within seconds after ${signal} (${driver})`, async () => {
      await using hub = await startHub({ DELIVERY_DRIVER: driver, ...ONE_BY_ONE });
      const { callbacks, reached, release } = await holdingSubscribers(hub, (nth) => nth > DELIVERED_FIRST);
      await using other = await hub.startAnother();
      await other.logged(({ message }) => message === "hub started");
      const published = await hub.publish();
      await reached;
      const victim = await Promise.race([delivering(other), delivering(hub.server)]);
      // Each owner holds a lock, by which the other knows at once that it has ended.
      await hub.until(async (kv) => {
        const owners = await Array.fromAsync(kv.list<{ isLocked?: boolean }>({ prefix: ["process"] }));
        return owners.length > 0 && owners.every(({ value }) => value.isLocked === true);
      });
      victim.kill(signal);
      await victim.exit;
      release();
      await Promise.all(callbacks.map(({ received }) => received(published)));
      await delivering(victim === other ? hub.server : other);
      const twice = callbacks.filter(({ requests }) => requests("distribution").length > 1);
      assert.ok(twice.length <= DELIVERED_FIRST + 1, `${twice.length} were sent it twice`);
    });
  }
}

for (const driver of ["queue", "sweep"]) {
  Deno.test(`a change seen by a process that dies is distributed by another in time (${driver})`, async () => {
    // Long enough to kill a process that has seen it, even on a busy machine.
    await using hub = await startHub({ DELIVERY_DRIVER: driver, WEBSUB_DEBOUNCE_SECONDS: "10" });
    const callback = hub.callback();
    await hub.subscribe(callback);
    await using other = await hub.startAnother();
    await other.logged(({ message }) => message === "hub started");
    const hasSeen = ({ message, version }: Readonly<Record<string, unknown>>) =>
      message === "websub topic" && version === 2;
    const publishing = hub.publish();
    await Promise.race([hub.server.logged(hasSeen), other.logged(hasSeen)]);
    const first = other.log.some(hasSeen) ? other : hub.server;
    first.kill("SIGKILL");
    await first.exit;
    assert.deepEqual(callback.requests("distribution"), []);
    await callback.received(await publishing);
  });
}

for (const driver of ["queue", "sweep"]) {
  Deno.test(`a paused process whose work was taken over starts none of it when resumed (${driver})`, async () => {
    await using hub = await startHub({ DELIVERY_DRIVER: driver, ...ONE_BY_ONE });
    const { callbacks, reached, release } = await holdingSubscribers(hub, (nth) => nth === DELIVERED_FIRST + 1);
    const published = await hub.publish();
    const held = await within("The delivery that is held", reached);
    await held.next("distribution");
    const paused = hub.server;
    await pause(paused, hub.kvPath);
    await using _other = await hub.startAnother();
    // The other process sends to all that waited for the paused process, and repeats the running delivery.
    await Promise.all([held.next("distribution"), ...callbacks.map(({ received }) => received(published))]);
    const letGo = hub.until(async (kv) =>
      (await Array.fromAsync(kv.list<Shard>({ prefix: ["shard"] }))).every(({ value }) => value.owner === null)
    );
    await within("The other process", letGo);
    paused.kill("SIGCONT");
    release();
    const isEnd = ({ message }: Readonly<Record<string, unknown>>) => message === "websub distribution";
    const ended = () => paused.log.filter(isEnd);
    await within("The paused process", paused.logged(() => ended().length > DELIVERED_FIRST));
    await hub.settle(...callbacks);
    const [{ version } = {}] = ended();
    assert.equal(ended().filter((line) => line["version"] === version).length, DELIVERED_FIRST + 1);
    // Sent twice: the running delivery, and those whose success the paused process had not recorded.
    const received = callbacks.map(({ requests }) =>
      requests("distribution").filter((request) => textOf(request).includes(published)).length
    );
    const twice = received.filter((count) => count === 2).length;
    assert.ok(received.every((count) => count === 1 || count === 2), received.join());
    assert.ok(twice >= 1 && twice <= DELIVERED_FIRST + 1, `${twice} were sent it twice`);
  });
}
