import type { OutboundClient } from "../../outbound/outbound_client.ts";
import { type BenchContext, type BenchRow, count, plainRow } from "../rows.ts";
import { assertDelivered, benchHub, type HubTask, memoryInUse, runHub } from "./bench_hub.ts";
import { countedStore } from "./counted_store.ts";
import { startSubscriber } from "./subscriber.ts";

const GOAL_MIB = 300;
const MIB = 1024 * 1024;
const SUBSCRIPTIONS = 1_000_000;
const CALLED_ONE_IN = 1000;
const HOSTS = 1000;
const SAMPLE_EVERY = 2000;
const TOPIC = "/reviews.json";

/** Measures a distribution to a million subscriptions; most callbacks are answered within the process. */
export async function measureMillion(context: BenchContext): Promise<readonly BenchRow[]> {
  const ports = await startSubscriber(context.processes);
  const folder = await Deno.makeTempDir({ dir: context.folder });
  const task = { folder, ports, plainHttp: true };
  // In another process: the memory of this would hide that of the distribution.
  await runHub(context, import.meta.url, fillStore, { ...task, rounds: 0 });
  const { seconds, rows, bytes } = await runHub(context, import.meta.url, distribute, { ...task, rounds: 1 });
  const called = SUBSCRIPTIONS / CALLED_ONE_IN;
  const what = `distribution to ${count(SUBSCRIPTIONS)} subscriptions, ${called} really called`;
  const mib = bytes / MIB;
  return [
    plainRow(what, `${seconds.toFixed(1)} s, ${(rows / SUBSCRIPTIONS).toFixed(4)} rows a delivery`),
    plainRow(
      `${what}: memory above the process before`,
      `${Math.round(mib)} MiB`,
      `<= ${GOAL_MIB} MiB`,
      mib <= GOAL_MIB,
    ),
  ];
}

/** Writes the subscriptions. */
export async function fillStore({ folder, ports }: HubTask): Promise<void> {
  using kv = await Deno.openKv(`${folder}/hub.kv`);
  const { hub, subscribe } = await benchHub(kv, { plainHttp: true, isShared: true, changesBefore: -1 });
  await subscribe(
    TOPIC,
    SUBSCRIPTIONS,
    (number) =>
      number % CALLED_ONE_IN === 0
        ? `http://h${number % 64}.subscriber.localhost:${ports.http}`
        : `http://h${number % HOSTS}.sink.localhost`,
  );
  await hub.stop();
}

/** Distributes one change. `bytes` is the most memory of the process above that before. */
export async function distribute({ folder }: HubTask) {
  const { kv, counted } = countedStore(await Deno.openKv(`${folder}/hub.kv`));
  const bench = await benchHub(kv, { plainHttp: true, between: sampled, isShared: true });
  const { rss: before } = memoryInUse();
  counted();
  let most = before;
  bench.onAttempt((attempts) => {
    if (attempts % SAMPLE_EVERY === 0) most = Math.max(most, Deno.memoryUsage().rss);
  });
  const start = performance.now();
  await bench.change(TOPIC);
  await bench.attempted(SUBSCRIPTIONS);
  const seconds = (performance.now() - start) / 1000;
  const { sets: rows } = counted();
  await assertDelivered(kv, TOPIC, SUBSCRIPTIONS);
  await bench.hub.stop();
  return { seconds, rows, bytes: most - before };
}

/** Calls the callbacks of the sample; the others are answered within the process. */
function sampled({ exchange, ...client }: OutboundClient): OutboundClient {
  const taken = { kind: "answered", status: 204, retryAfter: null, body: null } as const;
  return {
    exchange: (request) =>
      request.callback.host.endsWith(".sink.localhost") ? Promise.resolve(taken) : exchange(request),
    ...client,
  };
}
