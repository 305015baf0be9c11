import assert from "node:assert/strict";
import { byKind, confirm } from "../../support/subscriber/callback_answers.ts";
import { otherHub, startHub } from "../../support/hub/hub_under_test.ts";
import { textOf } from "../../support/subscriber/recorded_request.ts";

for (const driver of ["queue", "sweep"]) {
  Deno.test(`several processes share the work of one store, with the driver ${driver}`, async (t) => {
    // Leaks are checked for the whole test, not per step, as the steps run at the same time.
    const claim = (name: string, fn: () => Promise<void>) =>
      t.step({ name, fn, sanitizeOps: false, sanitizeResources: false, sanitizeExit: false });
    const environment = { DELIVERY_DRIVER: driver };
    // Most of the time is spent waiting for claims of killed processes, so all tests wait in parallel.
    await Promise.all([
      claim("WebSub 7: a change while no process runs is sent once one does", async () => {
        await using hub = await startHub(environment);
        const callback = hub.callback();
        await hub.subscribe(callback);
        await hub.settle(callback);
        await hub.recorded();
        let text = "";
        await hub.restart({ meanwhile: async () => void (text = await hub.publish("While none runs.")) });
        await callback.received(text);
        await hub.settle(callback);
        const bodies = callback.requests("distribution").map(textOf);
        assert.deepEqual([bodies.length, new Set(bodies).size], [5, 5]);
      }),

      claim("WebSub 7: of two processes on one store one alone sends a change", async () => {
        // A verification that is late on a busy machine would be repeated, and counted twice.
        await using hub = await startHub({ ...environment, ...otherHub({ attemptTimeoutSeconds: 60 }) });
        await using another = await hub.startAnother();
        const callbacks = Array.from({ length: 8 }, () => hub.callback());
        for (const callback of callbacks) await hub.subscribe(callback);
        for (let change = 0; change < 3; change++) await hub.settle(...callbacks);
        for (const callback of callbacks) {
          assert.equal(callback.requests("verification").length, 1);
          const bodies = callback.requests("distribution").map(textOf);
          assert.deepEqual([bodies.length, new Set(bodies).size], [6, 6]);
        }
        another.kill("SIGKILL");
        await another.exit;
        await hub.settle(...callbacks);
      }),

      claim("WebSub 7: two processes never send to one callback at the same time", async () => {
        // Longer than seven changes take on a busy machine: a delivery that times out is retried while this subscriber
        // still holds it.
        await using hub = await startHub({ ...environment, ...otherHub({ attemptTimeoutSeconds: 60 }) });
        await using _another = await hub.startAnother();
        let [underWay, most] = [0, 0];
        const gate = Promise.withResolvers<void>();
        const callback = hub.callback(
          "/",
          byKind({
            distribution: async (request) => {
              most = Math.max(most, ++underWay);
              await gate.promise;
              underWay--;
              return await confirm(request);
            },
          }),
        );
        await hub.subscribe(callback);
        await hub.publish();
        await callback.next("distribution");
        // The first process to see a change sends it.
        for (let change = 0; change < 6; change++) await hub.publish();
        gate.resolve();
        await hub.settle(callback);
        assert.equal(most, 1);
      }),

      claim("WebSub 7: a subscriber that owes one process an answer delays no other subscriber", async () => {
        await using hub = await startHub({ ...environment, ...otherHub({ attemptTimeoutSeconds: 60 }) });
        await using _another = await hub.startAnother();
        const gate = Promise.withResolvers<void>();
        const slow = hub.callback(
          "/",
          byKind({ distribution: (request) => gate.promise.then(() => confirm(request)) }),
        );
        await hub.subscribe(slow);
        await hub.publish();
        await slow.next("distribution");
        for (let round = 0; round < 3; round++) await hub.settle();
        assert.equal(slow.requests("distribution").length, 1);
        gate.resolve();
        await hub.settle(slow);
      }),
    ]);
  });
}
