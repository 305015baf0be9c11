import type { OutboundClient } from "../../outbound/outbound_client.ts";
import { topicSubscriptions } from "../../websub/store/topic_store.ts";
import { benchHub } from "./bench_hub.ts";
import type { HubTask } from "./hub_process.ts";
import { countStoreWrites } from "./store_writes.ts";
import type { Store } from "../../domain/store/store.ts";

/** What a distribution to very many subscriptions took. */
export interface MillionReport {
  readonly subscriptions: number;
  /** Those whose callbacks were really called. */
  readonly called: number;
  readonly seconds: number;
  readonly rowsPerDelivery: number;
  /** Memory of the process above what it had before the distribution, at its most; bytes. */
  readonly memoryBytes: number;
}

const SUBSCRIPTIONS = 1_000_000;
const CALLED_ONE_IN = 1000;
const HOSTS = 1000;
const SAMPLE_EVERY = 2000;
const TOPIC = "/reviews.json";

/** Without rounds the store is filled; what that takes of memory would hide what a distribution takes. */
async function main({ folder, ports, plainHttp, rounds }: HubTask): Promise<MillionReport | null> {
  const kv = await Deno.openKv(`${folder}/hub.kv`);
  const bench = await benchHub(kv, { plainHttp, between: sampled, isShared: true, changesBefore: rounds - 1 });
  if (rounds === 0) {
    await bench.subscribe(TOPIC, SUBSCRIPTIONS, (number) => originOf(number, ports.http));
    await bench.hub.stop();
    kv.close();
    return null;
  }
  const before = memoryInUse();
  const counted = countStoreWrites();
  let most = before;
  bench.onAttempt((attempts) => {
    if (attempts % SAMPLE_EVERY === 0) most = Math.max(most, Deno.memoryUsage().rss);
  });
  const start = performance.now();
  await bench.change(TOPIC);
  await bench.attempted(SUBSCRIPTIONS);
  const seconds = (performance.now() - start) / 1000;
  const { rows } = counted();
  await checkDelivered(kv);
  await bench.hub.stop();
  kv.close();
  return {
    subscriptions: SUBSCRIPTIONS,
    called: SUBSCRIPTIONS / CALLED_ONE_IN,
    seconds,
    rowsPerDelivery: rows / SUBSCRIPTIONS,
    memoryBytes: most - before,
  };
}

function originOf(number: number, port: number): string {
  const isCalled = number % CALLED_ONE_IN === 0;
  return isCalled ? `http://h${number % 64}.subscriber.localhost:${port}` : `http://h${number % HOSTS}.sink.localhost`;
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

async function checkDelivered(kv: Store): Promise<void> {
  const version = (await kv.get<{ readonly version: number }>(["topic", TOPIC])).value?.version ?? NaN;
  for await (const { key, value } of topicSubscriptions(kv, TOPIC)) {
    if (value.deliveredVersion !== version) throw new Error(`${key} lacks ${version}.`);
  }
}

function memoryInUse(): number {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect === "function") collect();
  return Deno.memoryUsage().rss;
}

if (import.meta.main) {
  const report = await main(JSON.parse(Deno.args[0] ?? ""));
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(report)));
}
