import assert from "node:assert/strict";
import { always, type Answers, byKind, confirm, inTurn } from "../../support/subscriber/callback_answers.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { otherHub, startHub } from "../../support/hub/hub_under_test.ts";
import { headerOf, signatureOf, textOf } from "../../support/subscriber/recorded_request.ts";

const THREE_TRIES = ["verification", "distribution", "distribution", "distribution", "denial"];

Deno.test("WebSub 7, 5.2: after three failed deliveries of the same signed body there is one denial, then silence", async () => {
  // A verification has a third of it. On a busy machine a handshake takes seconds.
  await using hub = await startHub(otherHub({ attemptTimeoutSeconds: 15 }));
  const failures: Readonly<Record<string, Answers>> = {
    "500": always({ status: 500 }),
    "503 with Retry-After of 0": always({ status: 503, headers: { "retry-after": "0" } }),
    "a closed connection": always("destroy"),
    "no answer in time": () => new Promise<never>(() => {}),
    "307 to another path": always({ status: 307, headers: { location: "/elsewhere" } }),
  };
  const failing = Object.entries(failures).map(([what, answers]) =>
    [what, hub.callback("/callback?id=1", byKind({ distribution: answers }))] as const
  );
  const gone = hub.callback("/", byKind({ distribution: always({ status: 410 }) }));
  const topic = "https://reviews.example/reviews.json";
  for (const [, callback] of failing) await hub.subscribe(callback, { "hub.topic": topic, "hub.secret": "secret" });
  await hub.subscribe(gone);
  const text = await hub.publish();
  for (const [what, { next }] of failing) {
    const { method, query, target } = await next("denial");
    assert.match(`${method} ${target}`, /^GET \/callback\?id=1&hub\.mode=denied&/);
    assert.deepEqual([...query.keys()].sort(), ["hub.mode", "hub.reason", "hub.topic", "id"], what);
    assert.equal(query.get("hub.topic"), topic);
    assert.match(query.get("hub.reason") ?? "", /^3 deliveries in a row failed, the last with /);
  }
  await hub.settle();
  await hub.server.logged(({ message, reason }) => message === "websub removal" && /gone/.test(String(reason)));
  for (const [what, callback] of failing) {
    // The connection of the verification was kept alive; its closing is no failure.
    const kinds = what === "a closed connection" ? THREE_TRIES.toSpliced(1, 0, "distribution") : THREE_TRIES;
    assert.deepEqual(callback.requests().map(({ kind }) => kind), kinds, what);
    for (const request of callback.requests("distribution")) {
      assert.equal(request.target, "/callback?id=1");
      assert.ok(textOf(request).includes(text));
      assert.equal(headerOf(request, "x-hub-signature"), await signatureOf("secret", request.body));
    }
  }
  assert.deepEqual(gone.requests().map(({ kind }) => kind), ["verification", "distribution"]);
});

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
