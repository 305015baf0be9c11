import assert from "node:assert/strict";
import { always, type Answers, confirm } from "../../support/subscriber/callback_answers.ts";
import { type CrashingHub, crashingHub } from "../../support/hub/hub_under_test.ts";
import { textOf } from "../../support/subscriber/recorded_request.ts";
import type { TestCallback } from "../../support/subscriber/tls_subscriber.ts";

const LIVE = 300;
const OTHERS = 10;
const CHANGES = ["first change.", "second change.", "third change."];
/** Maximum number of deliveries that a kill repeats: the running ones and one unrecorded batch. */
const TWICE_A_KILL = 64 + 50;
const LEASE_SECONDS = 1;
/**
 * Tolerance for deliveries that were sent within the lease and read later on a busy machine. The last change comes far
 * later.
 */
const READ_AFTER_MS = 5000;

/**
 * Sends the same request for many callbacks until each is accepted, even if the service restarts meanwhile. Resolves
 * to the number of restarts.
 */
async function sendAll(hub: CrashingHub, mode: string, callbacks: readonly TestCallback[], more = {}): Promise<number> {
  const waiting = [...callbacks];
  let [starts, starting]: [number, Promise<void> | null] = [0, null];
  async function startAgain(): Promise<void> {
    await hub.died();
    await hub.start();
    starts++;
    starting = null;
  }
  async function sender(): Promise<void> {
    for (let callback = waiting.pop(); callback !== undefined; callback = waiting.pop()) {
      const before = starts;
      if (await hub.send(mode, callback, more) === 202) continue;
      waiting.push(callback);
      // One of the eight restarts it for all.
      if (before === starts) await (starting ??= startAgain());
    }
  }
  await Promise.all(Array.from({ length: 8 }, sender));
  return starts;
}

for (const driver of ["queue", "sweep"]) {
  Deno.test(`${LIVE} subscriptions lose nothing to kills at random moments, with the ${driver} driver`, async (t) => {
    await using hub = await crashingHub(driver);
    let left = Infinity;
    const counting: Answers = (request) => {
      if (--left === 0) hub.kill();
      return confirm(request);
    };
    const make = (length: number, answers: Answers) =>
      Array.from({ length }, () => hub.subscriber.callback("/callback", answers));
    const live = make(LIVE, counting);
    const [unconfirmed, leaving, expiring] = [
      make(OTHERS, always({ status: 404 })),
      make(OTHERS, confirm),
      make(OTHERS, confirm),
    ];
    let kills = 0;
    /** Lets this many more requests of live callbacks pass, and then kills the process. */
    const killAfter = (most: number) => {
      left = 1 + Math.floor(Math.random() * most);
      kills++;
    };

    await hub.start();
    await sendAll(hub, "subscribe", [...unconfirmed, ...leaving]);
    await sendAll(hub, "subscribe", expiring, { "hub.lease_seconds": String(LEASE_SECONDS) });
    killAfter(LIVE - 50);
    if (await sendAll(hub, "subscribe", live) === 0) {
      // All requests were accepted before this many were verified.
      await hub.died();
      await hub.start();
    }
    await Promise.all([...live, ...leaving].map((callback) => callback.next("verification")));
    await sendAll(hub, "unsubscribe", leaving);
    await Promise.all(leaving.map((callback) => callback.next("verification")));

    for (const change of CHANGES) {
      killAfter(LIVE - 50);
      await hub.publish(change);
      await hub.died();
      if (change === CHANGES[1]) {
        killAfter(40);
        await hub.start();
        await hub.died();
      }
      await hub.start();
      await Promise.all(live.map((callback) => callback.received(change)));
    }

    await t.step("repeated deliveries stay within the bound", () => {
      const received = live.flatMap((callback) => callback.requests("distribution"));
      const twice = received.length - live.length * CHANGES.length;
      assert.ok(twice >= 0 && twice <= kills * TWICE_A_KILL, `${twice} of ${received.length}, ${kills} kills`);
    });
    await t.step("subscribers that never confirmed or that unsubscribed received nothing", () => {
      for (const callback of [...unconfirmed, ...leaving]) assert.deepEqual(callback.requests("distribution"), []);
    });
    await t.step("a subscriber received nothing after its lease had ended", () => {
      for (const callback of expiring) {
        const verifiedAt = callback.requests("verification").at(-1)?.at ?? NaN;
        const late = callback.requests("distribution").filter(({ at }) =>
          !(at < verifiedAt + LEASE_SECONDS * 1000 + READ_AFTER_MS)
        );
        assert.deepEqual(late.map(textOf), []);
      }
    });
  });
}
