import assert from "node:assert/strict";
import { subscriptionId } from "../../websub/store/hub_rows.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { seedHub, subscriptionOf } from "../support/hub/hub_seed.ts";
import { BASE_URL, publishText, SUBSCRIBERS_HERE } from "../support/hub/hub_under_test.ts";
import { startCronSocket } from "../support/service/cron_socket.ts";
import { startOnDeploy } from "../support/service/deploy_server.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { startServer, type TestServer, within } from "../support/service/test_server.ts";
import { DENOKV, startDenokv, WITHOUT_DENOKV } from "../support/store/denokv.ts";
import { textOf } from "../support/subscriber/recorded_request.ts";
import { startSubscriber } from "../support/subscriber/tls_subscriber.ts";

const PATH = "/reviews.json";
const TEXT = "The change that everybody gets.";
const CALLBACK_HOSTS = 50;
const LATER_CLOCK = "tests/support/hosts/later_clock.ts";
const VARIABLES = { BASE_URL, ...SUBSCRIBERS_HERE };
const MINUTE_MS = 60_000;
/** Maximum number of deliveries that a kill repeats: 64 running and 50 unrecorded. */
const REPEATED_AFTER_KILL = 64 + 50;

/** Starts an instance with this environment. */
type Start = (environment: Readonly<Record<string, string>>) => Promise<TestServer>;

/** Publishes a change in a store, and writes the rows of this number of subscribers that lack it. */
async function audienceOf(location: string, count: number) {
  await publishText(location, TEXT);
  const subscriber = startSubscriber();
  const reached = new Set<string>();
  const waiting = new Set<() => void>();
  let deliveries = 0;
  const callbacks = Array.from({ length: CALLBACK_HOSTS }, () =>
    subscriber.callback("/", (request) => {
      deliveries++;
      if (request.kind === "distribution" && textOf(request).includes(TEXT)) reached.add(request.target);
      for (const look of waiting) look();
      return { status: 200 };
    }));
  const targets = Array.from({ length: count }, (_, n) => `/${n}`);
  const subscriptions = await Promise.all(targets.map(async (target, n): Promise<[string, Subscription]> => {
    const { host = "", origin = "" } = callbacks[n % CALLBACK_HOSTS] ?? {};
    const callback = { text: `${origin}${target}`, host, domain: host, origin, target };
    return [await subscriptionId(PATH, callback.text), subscriptionOf({ path: PATH, callback })];
  }));
  using kv = await Deno.openKv(location);
  await seedHub(kv, { topics: { [PATH]: {} }, subscriptions: Object.fromEntries(subscriptions) });
  return {
    /** Number of deliveries, repeated ones included. */
    deliveries: () => deliveries,
    /** Number of subscribers that have the change. */
    reached: () => reached.size,
    /** Resolves when this number of subscribers has the change. */
    reaching: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (reached.size < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () => subscriber[Symbol.asyncDispose](),
  };
}

/**
 * Sends a change by instances that are killed as soon as they have answered a request or run the cron, a minute apart.
 * Crons are killed when they have reached a quarter of the subscribers, except the last quarter.
 */
async function sendByEndedInstances(
  start: Start,
  audience: Awaited<ReturnType<typeof audienceOf>>,
  count: number,
): Promise<void> {
  let kills = 0;
  for (let minute = 0; audience.reached() < count; minute++) {
    await using socket = startCronSocket();
    await using server = await start({
      ...VARIABLES,
      CLOCK_LATER: String(minute * MINUTE_MS),
      DENO_UNSTABLE_CRON_SOCK: socket.address,
    });
    if (minute % 3 === 0) {
      await (await fetch(`${server.origin}${PATH}`)).body?.cancel();
    } else {
      const part = audience.reached() + Math.ceil(count / 4);
      const cut = part < count ? audience.reaching(part) : Promise.withResolvers<void>().promise;
      await within("The cron", Promise.race([cut, socket.runCron()]));
    }
    server.kill("SIGKILL");
    await server.exit;
    kills++;
    assert.ok(minute < 20, `${audience.reached()} of ${count} subscribers were reached in ${minute} minutes.`);
  }
  assert.equal(audience.reached(), count);
  const repeated = audience.deliveries() - count;
  assert.ok(repeated <= kills * REPEATED_AFTER_KILL, `${repeated} deliveries were repeated after ${kills} kills.`);
}

Deno.test("a change reaches 5,000 subscribers although each instance ends with its request or cron", async () => {
  await using store = await tempStore();
  await using audience = await audienceOf(store.kvPath, 5000);
  const start: Start = (environment) =>
    startServer(store.kvPath, { DELIVERY_DRIVER: "sweep", ...environment }, LATER_CLOCK);
  await sendByEndedInstances(start, audience, 5000);
});

Deno.test({
  name: `a change reaches 500 subscribers on Deno Deploy's store, across ended instances${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    await using audience = await audienceOf(denokv.url, 500);
    const start: Start = (environment) => startOnDeploy(denokv.url, environment, LATER_CLOCK);
    await sendByEndedInstances(start, audience, 500);
  },
});

for (const driver of ["queue", "sweep"]) {
  Deno.test(`the cron of an instance that has just started ends when a change is sent (${driver})`, async () => {
    await using store = await tempStore();
    await using audience = await audienceOf(store.kvPath, 200);
    await using socket = startCronSocket();
    const environment = { DELIVERY_DRIVER: driver, DENO_UNSTABLE_CRON_SOCK: socket.address };
    await using _server = await startServer(store.kvPath, {
      ...VARIABLES,
      WEBSUB_DEBOUNCE_SECONDS: "0",
      ...environment,
    });
    await within("The cron", socket.runCron());
    assert.equal(audience.reached(), 200);
  });
}
