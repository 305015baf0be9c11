import assert from "node:assert/strict";
import { always, byKind, confirm, inTurn } from "../../support/subscriber/callback_answers.ts";
import { claims } from "../../support/hub/claims.ts";
import { startHub } from "../../support/hub/hub_under_test.ts";

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
  await using hub = await startHub({ WEBSUB_MIN_LEASE_SECONDS: "1" });
  const claim = claims(t);
  const short = { "hub.lease_seconds": "6" };
  const [ending, renewed, failing] = [hub.callback(), hub.callback(), hub.callback()];
  const asked = [
    await hub.subscribe(ending, short),
    await hub.subscribe(renewed, short),
    await hub.subscribe(failing, short),
  ];
  const end = Math.max(...asked.map(({ at }) => at)) + 6000;
  const sentToAll = await hub.publish("Within the lease.");
  for (const { received } of [ending, renewed, failing]) await received(sentToAll);
  await hub.subscribe(renewed, { "hub.lease_seconds": "3600" });
  failing.answers(byKind({ verification: inTurn(always({ status: 404 })), distribution: confirm }));
  await hub.subscribe(failing, { "hub.lease_seconds": "3600" });
  // Changes fill the time; every one takes a while.
  while (Date.now() < end) await hub.publish();
  await hub.settle(renewed);
  const last = await hub.publish("After the lease.");
  await renewed.received(last);
  await hub.settle();

  await claim("WebSub 5.3.1: nothing is sent once the lease has ended", () => {
    assert.deepEqual(ending.requests("distribution").filter(({ at }) => at > end), []);
  });

  await claim("WebSub 5.1: a second request that is verified extends the lease", () => {
    assert.ok(renewed.requests("distribution").some(({ at }) => at > end));
  });

  await claim("WebSub 5.1: a second request that is not verified does not extend the lease", () => {
    assert.deepEqual(failing.requests("distribution").filter(({ at }) => at > end), []);
  });

  await claim("WebSub 5.3.1: the end of a lease needs no word to the subscriber, who may subscribe again", async () => {
    assert.deepEqual(ending.requests("denial"), []);
    await hub.subscribe(ending, { "hub.lease_seconds": "3600" });
    await hub.settle(ending);
  });
});
