import assert from "node:assert/strict";
import { always, byKind, confirm, inTurn } from "../../support/subscriber/callback_answers.ts";
import { claims, startHub } from "../../support/hub/hub_under_test.ts";

Deno.test("WebSub 5.1: the lease that is granted", async (t) => {
  await using hub = await startHub({
    WEBSUB_DEFAULT_LEASE_SECONDS: "5000",
    WEBSUB_MIN_LEASE_SECONDS: "1000",
    WEBSUB_MAX_LEASE_SECONDS: "9000",
  });
  const claim = claims(t);
  const asked = [
    ["999", "1000"],
    ["1", "1000"],
    ["1000", "1000"],
    ["4321", "4321"],
    ["9000", "9000"],
    ["9001", "9000"],
    [
      "9".repeat(40),
      "9000",
    ],
    [undefined, "5000"],
  ] as const;
  for (const [seconds, granted] of asked) {
    await claim(
      `WebSub 5.3: the callback is told ${granted} where ${seconds ?? "no"} seconds were asked for`,
      async () => {
        const lease = seconds === undefined ? {} : { "hub.lease_seconds": seconds };
        const { query } = await hub.subscribe(hub.callback(), lease);
        assert.equal(query.get("hub.lease_seconds"), granted);
      },
    );
  }
});

Deno.test("WebSub 5.3.1: the end of a lease", async (t) => {
  await using hub = await startHub({}, null, true);
  const claim = claims(t);
  const [hour, day] = [{ "hub.lease_seconds": "3600" }, { "hub.lease_seconds": "86400" }];
  const [ending, renewed, failing] = [hub.callback(), hub.callback(), hub.callback()];
  const all = [ending, renewed, failing];
  for (const callback of all) await hub.subscribe(callback, hour);
  await hub.settle(...all);
  await hub.subscribe(renewed, day);
  failing.answers(byKind({ verification: inTurn(always({ status: 404 })), distribution: confirm }));
  await hub.subscribe(failing, day);
  await hub.settle(...all);
  const sent = all.map(({ requests }) => requests("distribution").length);
  await hub.passTime(3600);
  await renewed.received(await hub.publish("After the lease."));
  await hub.settle();
  const [toEnding = 0, toRenewed = 0, toFailing = 0] = all.map(({ requests }, at) =>
    requests("distribution").length - (sent[at] ?? 0)
  );

  await claim("WebSub 5.3.1: nothing is sent once the lease has ended", () => assert.equal(toEnding, 0));

  await claim("WebSub 5.1: a second request that is verified extends the lease", () => assert.ok(toRenewed > 0));

  await claim("WebSub 5.1: a second request that is not verified does not extend the lease", () => {
    assert.equal(toFailing, 0);
  });

  await claim("WebSub 5.3.1: the end of a lease needs no word to the subscriber, who may subscribe again", async () => {
    assert.deepEqual(ending.requests("denial"), []);
    await hub.subscribe(ending, hour);
    await hub.settle(ending);
  });
});
