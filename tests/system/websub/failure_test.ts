import assert from "node:assert/strict";
import { always, type Answers, byKind, confirm, inTurn } from "../../support/subscriber/callback_answers.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { otherHub, startHub } from "../../support/hub/hub_under_test.ts";

for (const driver of ["queue", "sweep"]) {
  Deno.test(`WebSub 7: a change reaches a subscriber at once that waits for a retry, and a kill counts no attempt twice (${driver})`, async () => {
    const settings = { WEBSUB_RETRY_SECONDS: "600,600", ...otherHub({ restartSeconds: 0 }), DELIVERY_DRIVER: driver };
    await using hub = await startHub(settings);
    const fault = always({ status: 500 });
    const begun = Promise.withResolvers<void>();
    const silent: Answers = () => {
      begun.resolve();
      return new Promise<never>(() => {});
    };
    const callback = hub.callback("/", byKind({ distribution: inTurn(fault, silent, fault, confirm) }));
    /** Number of failed deliveries, when so many attempts are recorded. */
    const failed = async (attempts: number) => {
      await hub.server.logged(({ message, result }) => message === "websub distribution" && result === "500");
      let failures: number | undefined;
      await hub.until(async (kv) => {
        const [row] = await Array.fromAsync(kv.list<Subscription>({ prefix: ["subscription"] }));
        failures = row?.value.failures;
        return row !== undefined && row.value.attempts.length >= attempts;
      });
      return failures;
    };
    await hub.subscribe(callback);
    await hub.publish();
    assert.equal(await failed(1), 1);
    await hub.publish();
    await begun.promise;
    await hub.restart();
    assert.equal(await failed(2), 1);
    await callback.received(await hub.publish());
    assert.equal(callback.requests("distribution").length, 4);
  });
}
