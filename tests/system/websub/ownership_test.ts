import assert from "node:assert/strict";
import { type TestServer, within } from "../../support/service/test_server.ts";
import { confirm } from "../../support/subscriber/callback_answers.ts";
import { startHub } from "../../support/hub/hub_under_test.ts";
import { textOf } from "../../support/subscriber/recorded_request.ts";
import type { Shard } from "../../../websub/store/shard.ts";
import { stopped } from "../../support/store/losing_store.ts";
import type { TestCallback } from "../../support/subscriber/tls_subscriber.ts";

const SUBSCRIBERS = 12;
const DELIVERED_FIRST = 3;

/** Pauses a process while it is not writing: a store in one file would be locked as long as the process is paused. */
async function pause({ kill, pid }: TestServer, kv: Deno.Kv): Promise<void> {
  for (;;) {
    kill("SIGSTOP");
    await stopped(pid);
    const write = kv.set(["probe", "pause"], true).then(() => true, () => false);
    if (await Promise.race([write, new Promise((resolve) => setTimeout(resolve, 1000, false))])) return;
    kill("SIGCONT");
    await write;
  }
}

/** Resolves when no process owns a shard. */
async function letGo(kv: Deno.Kv): Promise<void> {
  for (;;) {
    const shards = await Array.fromAsync(kv.list<Shard>({ prefix: ["shard"] }));
    if (shards.every(({ value }) => value.owner === null)) return;
  }
}

for (const driver of ["queue", "sweep"]) {
  Deno.test(`a paused process whose work was taken over starts none of it when resumed (${driver})`, async () => {
    // One place for deliveries: eight subscribers wait when the process is paused.
    const environment = { DELIVERY_DRIVER: driver, WEBSUB_CONCURRENCY: "5", WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "60" };
    await using hub = await startHub(environment);
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<TestCallback>();
    let delivered = 0;
    const callbacks = Array.from({ length: SUBSCRIBERS }, () => {
      const callback = hub.callback("/", async (request) => {
        if (request.kind === "distribution" && ++delivered === DELIVERED_FIRST + 1) {
          reached.resolve(callback);
          await gate.promise;
        }
        return confirm(request);
      });
      return callback;
    });
    for (const callback of callbacks) await hub.subscribe(callback);
    const published = await hub.publish();
    const held = await within("The delivery that is held", reached.promise);
    await held.next("distribution");
    const paused = hub.server;
    using kv = await Deno.openKv(hub.kvPath);
    await pause(paused, kv);
    await using _other = await hub.startAnother();
    // The other process sends to all that waited for the paused process, and repeats the running delivery.
    await Promise.all([held.next("distribution"), ...callbacks.map(({ received }) => received(published))]);
    await within("The other process", letGo(kv));
    paused.kill("SIGCONT");
    gate.resolve();
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
