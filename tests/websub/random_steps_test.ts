import assert from "node:assert/strict";
import { fc, runs } from "../support/properties.ts";
import { TOPIC_PATHS } from "../../domain/site.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { PendingRequest, Subscription } from "../../websub/store/subscription.ts";
import { ANSWERS, type TestHub, testHub } from "../support/hub/test_hub.ts";

const CALLBACKS = ["https://a.example/1?q=1", "https://b.example?x"];
const HOUR = 3_600_000;

/** Answers of a callback to all requests. */
const BEHAVIOURS = {
  good: ANSWERS.echo,
  wrong: (): OutboundAnswer => ({ kind: "answered", status: 200, retryAfter: null, body: new Uint8Array([1]) }),
  missing: () => ANSWERS.status(404),
  failing: () => ANSWERS.status(500),
  gone: () => ANSWERS.status(410),
  silent: (): OutboundAnswer => ({ kind: "failed", failure: "timeout" }),
};
type Behaviour = keyof typeof BEHAVIOURS;

/** A subscriber, and what it knows of its subscription by the requests that it has received. */
class Observer {
  behaviour: Behaviour = "good";
  /** Secret of its last request that the hub has accepted. */
  asked: string | null = null;
  live: { readonly secret: string | null; readonly expiresAt: number } | null = null;
  /** Versions that it has taken. */
  readonly taken: number[] = [];

  answer(request: OutboundRequest, now: number): OutboundAnswer {
    const query = new URL(request.target, "https://any.example").searchParams;
    if (request.method === "POST") {
      if (this.behaviour === "gone") this.live = null;
      const version = Number(new TextDecoder().decode(request.body).replace(/.* /, ""));
      if (["good", "wrong"].includes(this.behaviour)) this.taken.push(version);
    } else if (query.get("hub.mode") === "denied") this.live = null;
    else if (this.behaviour === "good") {
      const expiresAt = now + Number(query.get("hub.lease_seconds")) * 1000;
      this.live = query.get("hub.mode") === "subscribe" ? { secret: this.asked, expiresAt } : null;
    }
    return BEHAVIOURS[this.behaviour](request);
  }
}

/** The hub has the subscriptions that the subscribers know of. No version was taken twice or after a newer one. */
async function assertKnown(test: TestHub, observers: ReadonlyMap<string, Observer>): Promise<void> {
  const now = test.clock.now();
  assert.deepEqual(test.errors, []);
  const rows = (await test.subscriptions()).filter(({ expiresAt }) => expiresAt > now);
  const expected = [...observers].flatMap(([callback, { live }]) =>
    live !== null && live.expiresAt > now ? [[callback, live] as const] : []
  );
  assert.deepEqual(
    new Map(rows.map(({ callback: { text }, secret, expiresAt }) => [text, { secret, expiresAt }])),
    new Map(expected),
  );
  for (const { taken } of observers.values()) {
    assert.ok(taken.every((version, at) => version > (taken[at - 1] ?? 0)), taken.join());
  }
  await assertCounted(test.kv);
}

/** The counters and the rows by host, domain, network and address agree with the subscription rows. */
async function assertCounted(kv: Deno.Kv): Promise<void> {
  const counted = async (...of: string[]) => Number((await kv.get<Deno.KvU64>(["count", ...of])).value?.value ?? 0n);
  for (const kind of ["pending", "subscription"]) {
    const rows = await Array.fromAsync(kv.list<PendingRequest & Subscription>({ prefix: [kind] }));
    const byHost = await Array.fromAsync(kv.list({ prefix: [`${kind}_by_host`] }));
    assert.equal(await counted(kind), rows.length, kind);
    assert.deepEqual(
      byHost.map(({ key }) => key.slice(1).join()).sort(),
      rows.flatMap(({ key, value: { callback: { host, domain }, network, address } }) =>
        [...new Set([host, domain, network, address])].filter((name) => name !== undefined)
          .map((name) => [name, ...key.slice(1)].join())
      ).sort(),
    );
  }
  for (const path of TOPIC_PATHS) {
    const rows = await Array.fromAsync(kv.list({ prefix: ["subscription", path] }));
    assert.equal(await counted("subscription", path), rows.length);
  }
}

interface World {
  readonly test: TestHub;
  readonly observers: ReadonlyMap<string, Observer>;
  /** Publishes the next version. */
  readonly publish: () => Promise<void>;
}

type Step = (world: World) => Promise<unknown>;

const callback = fc.constantFrom(...CALLBACKS);
const request = fc.record({
  mode: fc.constantFrom("subscribe", "subscribe", "unsubscribe"),
  callback,
  secret: fc.option(fc.constantFrom("s1", "s2")),
  lease: fc.constantFrom(300, 7201, 864_000),
}).map(({ mode, callback, secret, lease }): Step => async ({ test, observers }) => {
  const observer = observers.get(callback);
  const more = secret === null ? {} : { "hub.secret": secret };
  const { kind } = await test.ask(mode, callback, { "hub.lease_seconds": String(lease), ...more });
  if (kind === "accepted" && mode === "subscribe" && observer) observer.asked = secret;
  await test.settle();
});
const behave = fc.tuple(callback, fc.constantFrom(...Object.keys(BEHAVIOURS) as Behaviour[]))
  .map(([callback, behaviour]): Step => ({ observers }) =>
    Promise.resolve(Object.assign(observers.get(callback) ?? {}, { behaviour }))
  );
const pass = fc.constantFrom(1709, 17_027, 61_057, 299_000, 640_019, 3_700_013, 8_000_033, 29_000_017, 90_000_049)
  .map((milliseconds): Step => ({ test }) => test.pass(milliseconds));
const steps = fc.array(
  fc.oneof(
    { arbitrary: request, weight: 4 },
    { arbitrary: behave, weight: 3 },
    { arbitrary: fc.constant<Step>(({ publish }) => publish()), weight: 3 },
    { arbitrary: fc.constant<Step>(({ test: { hub } }) => hub.scanDue().then(hub.idle)), weight: 1 },
    { arbitrary: pass, weight: 6 },
  ),
  { minLength: 20, maxLength: 60, size: "max" },
);

Deno.test("after any requests, changes and answers the hub has the confirmed subscriptions, and each gets the newest version once", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const observers = new Map(CALLBACKS.map((callback) => [callback, new Observer()]));
      await using test = await testHub({ settings: { pendingPerHost: 0 } });
      test.answer((request) =>
        observers.get(request.callback.text)?.answer(request, test.clock.now()) ?? assert.fail()
      );
      let version = 1;
      const publish = () => test.publish(String(++version), ["/feed.xml"]);
      const world = { test, observers, publish };
      for (const callback of CALLBACKS) await test.send("subscribe", callback);
      for (const step of list) {
        await step(world);
        await assertKnown(test, observers);
        await test.pass(1013);
      }
      for (const observer of observers.values()) observer.behaviour = "good";
      await publish();
      await test.pass(12 * HOUR);
      await assertKnown(test, observers);
      for (const { deliveredVersion, failures, nextAttemptAt } of await test.subscriptions()) {
        assert.deepEqual([deliveredVersion, failures, nextAttemptAt], [version, 0, 0]);
      }
      for (const { live, taken } of observers.values()) {
        if (live !== null && live.expiresAt > test.clock.now()) assert.equal(taken.at(-1), version);
      }
      await test.pass(100 * HOUR);
      for (const kind of ["pending", "denial"]) {
        assert.deepEqual(await Array.fromAsync(test.kv.list({ prefix: [kind] })), []);
      }
    }),
    { ...runs(60), seed: 20261120 },
  );
});
