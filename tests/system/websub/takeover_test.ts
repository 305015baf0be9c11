import assert from "node:assert/strict";
import { type Answers, confirm } from "../../support/subscriber/callback_answers.ts";
import { startHub } from "../../support/hub/hub_under_test.ts";
import type { TestServer } from "../../support/service/test_server.ts";

const SUBSCRIBERS = 12;
const DELIVERED_FIRST = 3;

/** Resolves when the process has delivered to a subscriber. Its log is a tenth of a second late. */
async function delivering(server: TestServer): Promise<TestServer> {
  await server.logged(({ message }) => message === "websub distribution");
  return server;
}

for (const driver of ["queue", "sweep"]) {
  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    Deno.test(`another process takes over unfinished work within seconds after ${signal} (${driver})`, async () => {
      // One place for deliveries: eleven subscribers wait when the process ends.
      const environment = { DELIVERY_DRIVER: driver, WEBSUB_CONCURRENCY: "5" };
      await using hub = await startHub(environment);
      const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let delivered = 0;
      const answers: Answers = async (request) => {
        if (request.kind === "distribution" && ++delivered > DELIVERED_FIRST) {
          reached.resolve();
          await gate.promise;
        }
        return confirm(request);
      };
      const callbacks = Array.from({ length: SUBSCRIBERS }, () => hub.callback("/", answers));
      for (const callback of callbacks) await hub.subscribe(callback);
      await using other = await hub.startAnother();
      await other.logged(({ message }) => message === "hub started");
      const published = await hub.publish();
      await reached.promise;
      const victim = await Promise.race([delivering(other), delivering(hub.server)]);
      victim.kill(signal);
      await victim.exit;
      gate.resolve();
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
    await using hub = await startHub({ DELIVERY_DRIVER: driver, WEBSUB_DEBOUNCE_SECONDS: "5" });
    const callback = hub.callback();
    await hub.subscribe(callback);
    await using other = await hub.startAnother();
    await other.logged(({ message }) => message === "hub started");
    const hasSeen = ({ message, version }: Readonly<Record<string, unknown>>) =>
      message === "websub topic" && version === 2;
    const published = await hub.publish();
    await Promise.race([hub.server.logged(hasSeen), other.logged(hasSeen)]);
    const first = other.log.some(hasSeen) ? other : hub.server;
    first.kill("SIGKILL");
    await first.exit;
    assert.deepEqual(callback.requests("distribution"), []);
    await callback.received(published);
  });
}
