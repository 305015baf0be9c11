import assert from "node:assert/strict";
import { otherHub, startHub } from "../../support/hub/hub_under_test.ts";
import { runProcess } from "../../support/service/run_cli.ts";
import { DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { assertImportsSurvive } from "../../support/import/imports_survive.ts";
import { PROXY_LOSSES, startLosingProxy } from "../../support/store/losing_proxy.ts";
import { always, byKind, inTurn } from "../../support/subscriber/callback_answers.ts";

Deno.test({
  name: `a hub on a real store counts each failure once, however many commits a proxy loses${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    await using proxy = startLosingProxy(denokv.url);
    // Every third commit fails, in each of the four ways.
    proxy.lose((nth) => nth % 3 === 1 ? PROXY_LOSSES[Math.floor(nth / 3) % PROXY_LOSSES.length] ?? null : null);
    // An attempt that is too late also counts as a failure, and in this test the third failure ends a subscription.
    await using hub = await startHub(otherHub({ attemptTimeoutSeconds: 60 }), proxy.url);
    const [fault, success] = [always({ status: 500 }), always({ status: 200 })];
    const callbacks = Array.from(
      { length: 12 },
      (_, n) => hub.callback(`/${n}`, byKind({ distribution: inTurn(fault, fault, success, success) })),
    );
    for (const callback of callbacks) await hub.subscribe(callback);
    await hub.publish();
    // Two failures and a success: if one of them were counted twice, the subscription would have ended.
    for (const { next } of callbacks) for (let attempt = 0; attempt < 3; attempt++) await next("distribution");
    const text = await hub.publish();
    await Promise.all(callbacks.map(({ received }) => received(text)));
    for (const callback of callbacks) assert.deepEqual(callback.requests("denial"), []);
    assert.ok(proxy.commits() > 60, `${proxy.commits()} commits`);

    const replay = await runProcess("hub", ["replay", "--all"], denokv.url);
    assert.equal(replay.code, 0, replay.stderr);
    assert.match(replay.stdout, /12/);
    const topics: readonly { readonly live: number }[] = JSON.parse(
      (await runProcess("hub", ["stats", "--json"], denokv.url)).stdout,
    );
    assert.equal(topics.reduce((sum, { live }) => sum + live, 0), 12);
  },
});

Deno.test({
  name: `an import into a real store loses no review, whichever of its commits a proxy loses${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    await using proxy = startLosingProxy(denokv.url);
    const lossAt = (nth: number) => PROXY_LOSSES[nth % PROXY_LOSSES.length]!;
    await assertImportsSurvive(denokv.url, proxy, (nth) => [lossAt(nth), lossAt(nth + 1)]);
  },
});
