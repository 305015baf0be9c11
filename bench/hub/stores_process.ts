import { HEAD, readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { CertainStore } from "../../domain/store/certain_store.ts";
import type { Store } from "../../domain/store/store.ts";
import { WAKE } from "../../websub/schedule/wake_hub.ts";
import { generateReviews } from "../data/generate_reviews.ts";
import { benchHub } from "./bench_hub.ts";
import { type CountedStore, countedStore, type StoreCounts } from "./counted_store.ts";
import type { SubscriberPorts } from "./subscriber_process.ts";

/** What the process is told. */
export interface StoresTask {
  readonly kind: "file" | "connect" | "postgres";
  /** For `KV_PATH`. */
  readonly kvPath: string;
  /** Where the number of round trips is told; null where there is no proxy. */
  readonly roundTripsAt: string | null;
  readonly ports: SubscriberPorts;
  readonly reviews: number;
  readonly subscribers: number;
  /** How many subscriptions the distributions have. */
  readonly fanOuts: readonly number[];
}

/** One kind of work on a store. */
export interface StoreWork extends StoreCounts {
  readonly seconds: number;
  /** How many reviews, subscriptions or deliveries. */
  readonly count: number;
  readonly roundTrips: number | null;
}

/** What was measured on one store. */
export interface StoresReport {
  readonly publication: StoreWork;
  readonly subscribing: StoreWork;
  readonly fanOuts: readonly StoreWork[];
}

const HOSTS = 64;
const ASKED_AT_ONCE = 60;
const CALLBACKS = "subscriber.localhost";
const TOPIC = "/api/feed.json";
// Distributions have topics of their own, so that nothing of the others counts.
const FAN_OUT_TOPICS = ["/feed.xml", "/reviews.json"] as const;

async function main(task: StoresTask): Promise<StoresReport> {
  const { kv, counted, close } = await openCounted(task);

  async function measured(count: number, work: () => Promise<unknown>): Promise<StoreWork> {
    const before = await roundTrips(task);
    counted();
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    const after = await roundTrips(task);
    return { ...counted(), count, seconds, roundTrips: before === null || after === null ? null : after - before };
  }

  const dataset = generateReviews(task.reviews, 1);
  const head = await readHead(kv);
  const publication = await measured(task.reviews, async () => {
    const { outcome } = await publishDataset(kv, dataset, head, new Date());
    if (outcome !== "published") throw new Error(`The dataset was not published: ${outcome}.`);
  });

  const isRemote = task.kind !== "file";
  const bench = await benchHub(kv, { plainHttp: true, isRemote });
  const subscribing = await measured(task.subscribers, async () => {
    const confirmed = bench.confirmed(task.subscribers);
    let next = 0;
    async function ask(): Promise<void> {
      for (let number = next++; number < task.subscribers; number = next++) {
        const host = `s${number % HOSTS}.${CALLBACKS}:${task.ports.https}`;
        await bench.ask(TOPIC, `https://${host}/callback/${number}`);
      }
    }
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
    await confirmed;
  });

  const fanOuts: StoreWork[] = [];
  for (const [at, count] of task.fanOuts.entries()) {
    const path = FAN_OUT_TOPICS[at] ?? "/reviews.json";
    await bench.subscribe(path, count, (number) => `http://h${number % HOSTS}.${CALLBACKS}:${task.ports.http}`);
    // What is compiled on its way would count for the first.
    for (const isWarm of [false, true]) {
      const work = await measured(count, async () => {
        await bench.change(path);
        await bench.attempted(count);
      });
      if (isWarm) fanOuts.push(work);
    }
  }
  await bench.hub.stop();
  await close();
  return { publication, subscribing, fanOuts };
}

/** Counts what reaches the store: where receipts are written, they count. */
async function openCounted({ kind, kvPath }: StoresTask): Promise<CountedStore & { readonly close: () => unknown }> {
  if (kind === "postgres") {
    const { PostgresStore } = await import("../../cli/service/postgres_store/postgres_store.ts");
    const opened = await PostgresStore.open(kvPath, [HEAD, WAKE]);
    return { ...certain(opened, { onRowChange: opened.onRowChange }), close: () => opened.close() };
  }
  const opened = await Deno.openKv(kvPath);
  const close = () => opened.close();
  // Nothing changes behind its back: it only has to know that it is told.
  return kind === "file"
    ? { ...countedStore(opened), close }
    : { ...certain(opened, { onRowChange: () => () => {} }), close };
}

function certain(opened: Store, options: ConstructorParameters<typeof CertainStore>[1]): CountedStore {
  const { kv, counted } = countedStore(opened);
  return { kv: new CertainStore(kv, options), counted };
}

async function roundTrips({ roundTripsAt }: StoresTask): Promise<number | null> {
  return roundTripsAt === null ? null : Number(await (await fetch(roundTripsAt)).text());
}

if (import.meta.main) {
  const report = await main(JSON.parse(Deno.args[0] ?? ""));
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(report)));
  // A store behind a network may hold a connection open.
  Deno.exit(0);
}
