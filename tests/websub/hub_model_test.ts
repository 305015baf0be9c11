import assert from "node:assert/strict";
import { fc, runs } from "../support/properties.ts";
import { TOPIC_PATHS } from "../../domain/site.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { PendingRequest, Subscription } from "../../websub/store/subscription.ts";
import { ANSWERS, type TestHub, testHub } from "../support/hub/test_hub.ts";

/** Answers of a callback to verifications and deliveries. */
type Behaviour = "good" | "wrong" | "missing" | "failing" | "gone" | "silent";

/** A subscription in the model. */
interface ModelSubscription {
  readonly secret: string | null;
  readonly expiresAt: number;
  readonly delivered: number;
  /** Failed deliveries; failed attempts of the current one, and the time of its next. */
  readonly failures: number;
  readonly failed: number;
  readonly at: number;
  /** The same of the attempts that a newer version has caused. */
  readonly additional: { readonly failed: number; readonly at: number };
  readonly restartFrom: number;
  readonly tried: number;
}

interface Pending {
  mode: string;
  secret: string | null;
  lease: number;
  known: number;
  tries: number;
  at: number;
}

const DEBOUNCE = 2000;
const ATTEMPTS = [30_000, 120_000, 600_000, 1_800_000];
const RETRIES = [7_200_000, 28_800_000];
const RESTARTS = 600_000;
const NEVER = { failed: 0, at: Infinity };
const VERIFICATION_RETRIES = [30_000, 300_000];
/** Delays before a denial is repeated, counted from the end of the subscription. */
const DENIED_AGAIN = [3_600_000, 86_400_000, 259_200_000];

/** A model of the hub for one topic, as simple as possible: sequential, without a store and without concurrency. */
class HubModel {
  readonly subscriptions = new Map<string, ModelSubscription>();
  readonly pending = new Map<string, Pending>();
  readonly denials = new Map<string, { at: number; deniedAt: number }>();
  /**
   * The requests that each callback received: `V` a verification, `D` a denial, a number the delivery of that version.
   */
  readonly sent = new Map<string, string[]>();
  version = 1;
  #dueAt = 0;
  #waitingSince = 0;
  #scanned = 1;

  constructor(private readonly behaviour: (callback: string) => Behaviour) {}

  request(now: number, mode: string, callback: string, secret: string | null, lease: number): void {
    const before = this.subscriptions.get(callback);
    const isSubscribed = (before?.expiresAt ?? 0) > now;
    if (mode === "subscribe" && isSubscribed && secret === null && before?.secret !== null) return;
    if (mode === "unsubscribe" && !isSubscribed && !this.pending.has(callback)) return;
    const known = this.#dueAt > now ? this.version - 1 : this.version;
    this.pending.set(callback, { mode, secret, lease, known, tries: 0, at: now });
    this.run(now);
  }

  publish(now: number): void {
    this.#waitingSince = this.#dueAt > now ? this.#waitingSince : now;
    this.#dueAt = Math.min(now + DEBOUNCE, this.#waitingSince + 5 * DEBOUNCE);
    this.version++;
    this.run(now);
  }

  /** Runs all due events up to a time, in order. */
  run(until: number): void {
    for (let at = this.#next(); at <= until; at = this.#next()) this.#step(at);
  }

  #next(): number {
    const behind = [...this.subscriptions.values()].filter((one) => one.delivered < this.version);
    return Math.min(
      ...[...this.pending.values(), ...this.denials.values()].map(({ at }) => at),
      ...behind.map((one) => Math.max(attemptAt(one), this.#dueAt)),
      this.#scanned < this.version ? this.#dueAt : Infinity,
    );
  }

  #step(now: number): void {
    for (const [callback, pending] of this.pending) if (pending.at <= now) this.#verify(now, callback, pending);
    for (const [callback, denial] of this.denials) if (denial.at <= now) this.#deny(now, callback, denial);
    for (const [callback, one] of this.subscriptions) {
      if (one.expiresAt <= now) this.subscriptions.delete(callback);
      else if (one.delivered < this.version && this.#dueAt <= now) {
        if (this.#scanned < this.version) this.#restart(now, callback, one);
        if (attemptAt(this.subscriptions.get(callback) ?? one) <= now) this.#deliver(now, callback);
      }
    }
    if (this.#dueAt <= now) this.#scanned = this.version;
  }

  #restart(now: number, callback: string, { failures, failed, restartFrom, tried, ...one }: ModelSubscription): void {
    const isFailing = failures + failed > 0;
    if (!isFailing || tried >= this.version || attemptAt(one) <= now || restartFrom > now) return;
    this.#change(callback, { additional: { failed: 0, at: now }, restartFrom: now + RESTARTS });
  }

  #verify(now: number, callback: string, pending: Pending): void {
    this.#send(callback, "V");
    const behaviour = this.behaviour(callback);
    const wait = VERIFICATION_RETRIES[pending.tries++];
    if (behaviour === "silent" && wait !== undefined) {
      pending.at = now + wait;
      return;
    }
    this.pending.delete(callback);
    if (behaviour !== "good") return;
    const before = this.subscriptions.get(callback);
    const isLive = before !== undefined && before.expiresAt > now;
    if (pending.mode === "unsubscribe") this.subscriptions.delete(callback);
    else {
      this.denials.delete(callback);
      this.subscriptions.set(callback, {
        secret: pending.secret,
        expiresAt: now + pending.lease * 1000,
        delivered: isLive ? before.delivered : pending.known,
        ...IN_STEP,
        at: now,
      });
    }
  }

  #deliver(now: number, callback: string): void {
    this.#send(callback, String(this.version));
    const behaviour = this.behaviour(callback);
    if (behaviour === "good" || behaviour === "wrong") {
      return this.#change(callback, { delivered: this.version, ...IN_STEP, at: now });
    }
    const before = this.subscriptions.get(callback);
    if (before === undefined) return;
    const change: { -readonly [Name in keyof ModelSubscription]?: ModelSubscription[Name] } = { tried: this.version };
    const { failures, failed, at, additional } = before;
    if (additional.at <= now) {
      const wait = ATTEMPTS[additional.failed];
      change.additional = wait === undefined ? NEVER : { failed: additional.failed + 1, at: now + wait };
    }
    if (at <= now) {
      if (failed === 0) change.restartFrom = now + RESTARTS;
      const isLast = failed === ATTEMPTS.length;
      change.failures = isLast ? failures + 1 : failures;
      change.failed = isLast ? 0 : failed + 1;
      change.at = now + ((isLast ? RETRIES[failures] : ATTEMPTS[failed]) ?? NaN);
    }
    if (behaviour !== "gone" && !Number.isNaN(change.at)) return this.#change(callback, change);
    this.subscriptions.delete(callback);
    if (behaviour === "gone") return;
    this.denials.set(callback, { at: now, deniedAt: now });
  }

  #deny(now: number, callback: string, denial: { at: number; deniedAt: number }): void {
    this.#send(callback, "D");
    const behaviour = this.behaviour(callback);
    const next = DENIED_AGAIN.map((after) => denial.deniedAt + after).find((at) => at > now);
    if (behaviour === "good" || behaviour === "wrong" || next === undefined) this.denials.delete(callback);
    else denial.at = next;
  }

  #change(callback: string, change: Partial<ModelSubscription>): void {
    const before = this.subscriptions.get(callback);
    if (before !== undefined) this.subscriptions.set(callback, { ...before, ...change });
  }

  #send(callback: string, what: string): void {
    this.sent.set(callback, [...this.sent.get(callback) ?? [], what]);
  }
}

const IN_STEP = { failures: 0, failed: 0, additional: NEVER, restartFrom: 0, tried: 0 };

function attemptAt({ at, additional }: Pick<ModelSubscription, "at" | "additional">): number {
  return Math.min(at, additional.at);
}

const CALLBACKS = ["https://a.example/1?q=1", "https://b.example?x"];
const BEHAVIOURS: Readonly<Record<Behaviour, (request: OutboundRequest) => OutboundAnswer>> = {
  good: ANSWERS.echo,
  wrong: () => ({ kind: "answered", status: 200, retryAfter: null, body: new Uint8Array([1]) }),
  missing: () => ANSWERS.status(404),
  failing: () => ANSWERS.status(500),
  gone: () => ANSWERS.status(410),
  silent: () => ({ kind: "failed", failure: "timeout" }),
};
// Chosen so that ticks and delays of the hub never coincide: simultaneous events would have no defined order.
const TICK_MS = 1013;

interface World {
  readonly model: HubModel;
  readonly test: TestHub;
  readonly behaviours: Map<string, Behaviour>;
}

/** The requests that each callback received, in the model's letters (see `sent`). */
function lettersOf(requests: readonly OutboundRequest[]): ReadonlyMap<string, readonly string[]> {
  const sent = new Map<string, string[]>();
  for (const { method, callback, target, body } of requests) {
    const letter = method === "POST"
      ? new TextDecoder().decode(body).replace(/.* /, "")
      : target.includes("hub.mode=denied")
      ? "D"
      : "V";
    sent.set(callback.text, [...sent.get(callback.text) ?? [], letter]);
  }
  return sent;
}

async function assertAgrees({ model, test }: World): Promise<void> {
  const now = test.clock.now();
  assert.deepEqual(test.errors, []);
  assert.deepEqual(lettersOf(test.requests), model.sent);
  const live = (await test.subscriptions()).filter(({ expiresAt }) => expiresAt > now).map((row) =>
    [
      row.callback.text,
      [row.secret, row.expiresAt, row.deliveredVersion, row.failures, row.retries?.delivery.failed ?? 0],
    ] as const
  );
  const expected = [...model.subscriptions].filter(([, { expiresAt }]) => expiresAt > now).map(([callback, one]) =>
    [callback, [one.secret, one.expiresAt, one.delivered, one.failures, one.failed]] as const
  );
  assert.deepEqual(new Map(live), new Map(expected));
  await assertCounted(test.kv);
}

/** The counters and the rows by host, domain, network and address agree with the subscription rows. */
async function assertCounted(kv: Deno.Kv): Promise<void> {
  for (const kind of ["pending", "subscription"]) {
    const rows = await Array.fromAsync(kv.list<PendingRequest & Subscription>({ prefix: [kind] }));
    const byHost = await Array.fromAsync(kv.list({ prefix: [`${kind}_by_host`] }));
    const counter = await kv.get<Deno.KvU64>(["count", kind]);
    assert.equal(Number(counter.value?.value ?? 0n), rows.length, kind);
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
    assert.equal(Number((await kv.get<Deno.KvU64>(["count", "subscription", path])).value?.value ?? 0n), rows.length);
  }
}

type Step =
  | { readonly do: "request"; mode: string; callback: string; secret: string | null; lease: number }
  | { readonly do: "behave"; callback: string; behaviour: Behaviour }
  | { readonly do: "publish" | "look" }
  | { readonly do: "pass"; milliseconds: number };

async function take(step: Step, { model, test, behaviours }: World): Promise<void> {
  if (step.do === "request") {
    const { mode, callback, secret, lease } = step;
    model.request(test.clock.now(), mode, callback, secret, lease);
    const more = secret === null ? {} : { "hub.secret": secret };
    await test.send(mode, callback, { "hub.lease_seconds": String(lease), ...more });
  } else if (step.do === "behave") behaviours.set(step.callback, step.behaviour);
  else if (step.do === "publish") {
    model.publish(test.clock.now());
    await test.publish(String(model.version), ["/feed.xml"]);
  } else if (step.do === "pass") await passTime(model, test, step.milliseconds);
  else {
    await test.hub.scanDue();
    await test.hub.idle();
  }
}

async function passTime(model: HubModel, test: TestHub, milliseconds: number): Promise<void> {
  model.run(test.clock.now() + milliseconds);
  await test.pass(milliseconds);
}

const callback = fc.constantFrom(...CALLBACKS);
const is = <T extends string>(value: T) => fc.constant(value);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      arbitrary: fc.record({
        do: is("request"),
        mode: fc.constantFrom("subscribe", "subscribe", "unsubscribe"),
        callback,
        secret: fc.option(fc.constantFrom("s1", "s2")),
        lease: fc.constantFrom(300, 7201, 864_000),
      }),
      weight: 4,
    },
    {
      arbitrary: fc.record({
        do: is("behave"),
        callback,
        behaviour: fc.constantFrom(...Object.keys(BEHAVIOURS) as Behaviour[]),
      }),
      weight: 3,
    },
    { arbitrary: fc.record({ do: is("publish") }), weight: 3 },
    { arbitrary: fc.record({ do: is("look") }), weight: 1 },
    {
      arbitrary: fc.record({
        do: is("pass"),
        milliseconds: fc.constantFrom(
          1709,
          17_027,
          61_057,
          299_000,
          640_019,
          3_700_013,
          8_000_033,
          29_000_017,
          90_000_049,
        ),
      }),
      weight: 6,
    },
  ),
  { minLength: 20, maxLength: 60, size: "max" },
);

Deno.test("the hub acts like a simple model of it for random requests and callbacks", async () => {
  const first: Step[] = CALLBACKS.map((callback) => ({
    do: "request",
    mode: "subscribe",
    callback,
    secret: null,
    lease: 864_000,
  }));
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const behaviours = new Map<string, Behaviour>();
      const behaviourOf = (callback: string) => behaviours.get(callback) ?? "good";
      await using test = await testHub({
        settings: { pendingPerHost: 0 },
        subscriber: (request) => BEHAVIOURS[behaviourOf(request.callback.text)](request),
      });
      const world = { model: new HubModel(behaviourOf), test, behaviours };
      for (const step of [...first, ...list]) {
        await take(step, world);
        await assertAgrees(world);
        await passTime(world.model, test, TICK_MS);
      }
    }),
    { ...runs(60), seed: 20261120 },
  );
});
