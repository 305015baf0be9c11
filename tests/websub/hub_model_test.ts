import assert from "node:assert/strict";
import fc from "fast-check";
import { TOPIC_PATHS } from "../../domain/site.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { PendingRequest, Subscription } from "../../websub/store/subscription.ts";
import { type Behaviour, HubModel } from "../support/hub/hub_model.ts";
import { ANSWERS, type TestHub, testHub } from "../support/hub/test_hub.ts";

const CALLBACKS = ["https://a.example/1?q=1", "https://b.example?x"];
const BEHAVIOURS: Readonly<Record<Behaviour, (request: OutboundRequest) => OutboundAnswer>> = {
  good: ANSWERS.echo,
  wrong: () => ({ kind: "answered", status: 200, retryAfter: null, body: new Uint8Array([1]) }),
  missing: () => ANSWERS.status(404),
  failing: () => ANSWERS.status(500),
  gone: () => ANSWERS.status(410),
  silent: () => ({ kind: "failed", failure: "timeout" }),
};
// No sum of these and of the waits of the hub comes out equal: two things at one instant have no order.
const TICK_MS = 1013;

interface World {
  readonly model: HubModel;
  readonly test: TestHub;
  readonly behaviours: Map<string, Behaviour>;
}

/** What a callback was asked, in the model's letters. */
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
  assert.deepEqual(
    new Map([...lettersOf(test.requests)].sort()),
    new Map([...model.sent].sort()),
  );
  const rows = await test.subscriptions();
  const live = rows.filter(({ expiresAt }) => expiresAt > now).map((row) => ({
    callback: row.callback.text,
    secret: row.secret,
    expiresAt: row.expiresAt,
    delivered: row.deliveredVersion,
    failures: row.failures,
  })).sort((a, b) => a.callback < b.callback ? -1 : 1);
  const expected = [...model.subscriptions].filter(([, { expiresAt }]) => expiresAt > now)
    .map(([callback, { secret, expiresAt, delivered, failures }]) => ({
      callback,
      secret,
      expiresAt,
      delivered,
      failures,
    })).sort((a, b) => a.callback < b.callback ? -1 : 1);
  assert.deepEqual(live, expected);
  await assertCounted(test.kv);
}

/** The counters and the rows by host, domain, network and address agree with the rows themselves. */
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
        milliseconds: fc.constantFrom(1709, 17_027, 61_057, 299_000, 311_041, 3_700_013, 29_000_017, 90_000_049),
      }),
      weight: 6,
    },
  ),
  { minLength: 20, maxLength: 60, size: "max" },
);

Deno.test("the hub does what a simple model of it does, whatever is asked and however callbacks behave", async () => {
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
    { numRuns: 60, seed: 20261120 },
  );
});
