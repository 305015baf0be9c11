import assert from "node:assert/strict";
import { byKind, confirm, heldBack, inTurn } from "../../support/callback_answers.ts";
import { startHub } from "../../support/hub_under_test.ts";
import { headerOf, textOf } from "../../support/recorded_request.ts";
import { signatureOf } from "../../support/signature_of.ts";

// An exchange that a killed process had begun is repeated when it is surely over.
const QUICK = { WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "1" };

for (const driver of ["queue", "sweep"]) {
  const environment = { ...QUICK, DELIVERY_DRIVER: driver };

  Deno.test(`WebSub 5, 7: subscription, renewal, delivery, retry, denial and end work with the driver ${driver}`, async () => {
    await using hub = await startHub(environment);
    const callback = hub.callback();
    const failing = hub.callback("/", byKind({ distribution: () => ({ status: 500 }) }));
    await hub.subscribe(callback, { "hub.secret": "secret" });
    await hub.subscribe(failing);
    await hub.settle(callback);
    await failing.next("denial");
    assert.equal(failing.requests("distribution").length, 3);
    await hub.subscribe(callback, { "hub.secret": "other" });
    await hub.settle(callback);
    const last = callback.requests("distribution").at(-1);
    assert.ok(last !== undefined);
    assert.equal(headerOf(last, "x-hub-signature"), await signatureOf("other", last.body));
    await hub.unsubscribe(callback);
    await hub.settle();
    assert.equal(callback.requests("distribution").length, 4);
  });

  Deno.test(`WebSub 5.3: a process killed while it verifies has lost no request (driver ${driver})`, async () => {
    await using hub = await startHub(environment);
    const { answers, release } = heldBack(confirm);
    const callback = hub.callback("/", byKind({ verification: inTurn(answers, confirm) }));
    const first = await hub.subscribe(callback, { "hub.secret": "secret" });
    await hub.restart();
    const second = await callback.next("verification");
    release();
    assert.notEqual(second.query.get("hub.challenge"), first.query.get("hub.challenge"));
    await hub.settle(callback);
    const [sent] = callback.requests("distribution");
    assert.ok(sent !== undefined);
    assert.equal(headerOf(sent, "x-hub-signature"), await signatureOf("secret", sent.body));
  });

  Deno.test(`WebSub 7: a change while no process runs is sent once one does (driver ${driver})`, async () => {
    await using hub = await startHub(environment);
    const callback = hub.callback();
    await hub.subscribe(callback);
    await hub.settle(callback);
    let text = "";
    await hub.restart(async () => void (text = await hub.publish("While none runs.")));
    await callback.received(text);
    await hub.settle(callback);
    const bodies = callback.requests("distribution").map(textOf);
    assert.deepEqual([bodies.length, new Set(bodies).size], [5, 5]);
  });

  Deno.test(`WebSub 7: a process killed while it delivers has lost no change (driver ${driver})`, async () => {
    await using hub = await startHub(environment);
    const { answers, release } = heldBack(confirm);
    const callback = hub.callback("/", byKind({ distribution: inTurn(answers, confirm) }));
    await hub.subscribe(callback);
    await hub.publish();
    const first = await callback.next("distribution");
    await hub.restart();
    const second = await callback.next("distribution");
    release();
    assert.deepEqual(second.body, first.body);
    await hub.settle(callback);
    assert.deepEqual(callback.requests("denial"), []);
  });

  Deno.test(`WebSub 7: of two processes on one store one alone sends a change (driver ${driver})`, async () => {
    await using hub = await startHub(environment);
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
  });
}
