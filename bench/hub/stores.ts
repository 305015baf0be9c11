import { HEAD, readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { CertainStore } from "../../domain/store/certain_store.ts";
import type { Store } from "../../domain/store/store.ts";
import { WAKE } from "../../websub/schedule/wake_hub.ts";
import { runFunction, startServer } from "../child.ts";
import { generateReviews } from "../data/generate_reviews.ts";
import { type BenchContext, type BenchRow, count, plainRow, unmeasuredRow } from "../rows.ts";
import { ACCESS_TOKEN, startDenokv, startPostgres } from "../servers/databases.ts";
import { serveDelayed } from "../servers/delay_proxy.ts";
import { benchHub, TRUST } from "./bench_hub.ts";
import { type CountedStore, countedStore, type StoreCounts } from "./counted_store.ts";
import { startSubscriber, type SubscriberPorts } from "./subscriber.ts";

const REVIEWS = 20_000;
const SUBSCRIBERS = 500;
// Distributions have topics of their own, so that nothing of the others counts.
const FAN_OUTS = [{ path: "/feed.xml", count: 500 }, { path: "/reviews.json", count: 10_000 }] as const;
const TOPIC = "/api/feed.json";
const HOSTS = 64;
const REQUESTS_AT_ONCE = 60;
const CALLBACKS = "subscriber.localhost";
const DELAYS_MS = [0, 5];
const PROXY = new URL("../servers/delay_proxy.ts", import.meta.url).href;

interface StoreTask {
  readonly kind: "file" | "connect" | "postgres";
  /** For `KV_PATH`. */
  readonly kvPath: string;
  /** Serves the number of round trips; null without a proxy. */
  readonly roundTripsAt: string | null;
  readonly ports: SubscriberPorts;
}

/** One kind of work on a store. */
interface StoreWork extends StoreCounts {
  readonly seconds: number;
  /** How many reviews, subscriptions or deliveries. */
  readonly count: number;
  readonly roundTrips: number | null;
}

interface StoreReport {
  readonly publication: StoreWork;
  readonly subscribing: StoreWork;
  readonly fanOuts: readonly StoreWork[];
}

/** Measures the same work on a file, on KV Connect and on PostgreSQL, next to it and behind a network of 5 ms. */
export async function measureStores({ processes, folder }: BenchContext): Promise<readonly BenchRow[]> {
  const ports = await startSubscriber(processes);
  const own = await Deno.makeTempDir({ dir: folder });
  const run = (task: StoreTask) => {
    const env = { ...TRUST, DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN };
    return runFunction(processes, import.meta.url, workOnStore, [task], { env });
  };
  const rows = [...rowsOf("file", await run({ kind: "file", kvPath: `${own}/file.kv`, roundTripsAt: null, ports }))];
  const databases = [
    ["KV Connect", "connect", () => startDenokv(processes, `${own}/${crypto.randomUUID()}.sqlite`)],
    ["PostgreSQL", "postgres", () => startPostgres(processes)],
  ] as const;
  const missing = {
    connect: "there is no denokv; cargo install denokv --locked",
    postgres: "it is missing; apt-get install postgresql",
  };
  for (const delay of DELAYS_MS) {
    for (const [name, kind, start] of databases) {
      await using database = await start();
      if (database === null) {
        if (delay === 0) rows.push(unmeasuredRow(name, missing[kind]));
        continue;
      }
      const { port } = new URL(database.url);
      const { child, result } = await startServer(processes, PROXY, serveDelayed, Number(port), delay);
      const kvPath = database.url.replace(`:${port}`, `:${result.port}`);
      const report = await run({ kind, kvPath, roundTripsAt: `http://127.0.0.1:${result.counterPort}/`, ports });
      rows.push(...rowsOf(delay === 0 ? name : `${name}, ${delay} ms away`, report));
      await processes.stop(child);
    }
  }
  return rows;
}

function rowsOf(store: string, { publication, subscribing, fanOuts }: StoreReport): readonly BenchRow[] {
  return [
    rowOf(`${store}: publication of ${count(REVIEWS)} reviews`, publication, false),
    rowOf(`${store}: ${SUBSCRIBERS} subscriptions, asked for and verified`, subscribing, true),
    ...fanOuts.map((work) => rowOf(`${store}: ${count(work.count)} deliveries`, work, true)),
  ];
}

function rowOf(what: string, work: StoreWork, isRate: boolean): BenchRow {
  const speed = isRate ? `${count(work.count / work.seconds)}/s` : `${work.seconds.toFixed(1)} s`;
  const trips = work.roundTrips === null ? "" : `, ${count(work.roundTrips)} round trips`;
  const { commits, rows, reads } = work;
  return plainRow(what, `${speed}; ${count(commits)} commits, ${count(rows)} rows, ${count(reads)} reads${trips}`);
}

/** Publishes, subscribes and distributes on a store, in its own process. */
export async function workOnStore(task: StoreTask): Promise<StoreReport> {
  const { kv, counted } = await openCounted(task);

  async function measured(count: number, work: () => Promise<unknown>): Promise<StoreWork> {
    const before = await roundTrips(task);
    counted();
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    const after = await roundTrips(task);
    return { ...counted(), count, seconds, roundTrips: before === null || after === null ? null : after - before };
  }

  const dataset = generateReviews(REVIEWS, 1);
  const head = await readHead(kv);
  const publication = await measured(REVIEWS, async () => {
    const { outcome } = await publishDataset(kv, dataset, head, new Date());
    if (outcome !== "published") throw new Error(`The dataset was not published: ${outcome}.`);
  });

  const bench = await benchHub(kv, { plainHttp: true, isRemote: task.kind !== "file" });
  const subscribing = await measured(SUBSCRIBERS, async () => {
    const confirmed = bench.confirmed(SUBSCRIBERS);
    let next = 0;
    async function requestInTurn(): Promise<void> {
      for (let number = next++; number < SUBSCRIBERS; number = next++) {
        const host = `s${number % HOSTS}.${CALLBACKS}:${task.ports.https}`;
        await bench.request(TOPIC, `https://${host}/callback/${number}`);
      }
    }
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, requestInTurn));
    await confirmed;
  });

  const fanOuts: StoreWork[] = [];
  for (const { path, count } of FAN_OUTS) {
    await bench.subscribe(path, count, (number) => `http://h${number % HOSTS}.${CALLBACKS}:${task.ports.http}`);
    // The first would include compilation.
    for (const isWarm of [false, true]) {
      const work = await measured(count, async () => {
        await bench.change(path);
        await bench.attempted(count);
      });
      if (isWarm) fanOuts.push(work);
    }
  }
  await bench.hub.stop();
  return { publication, subscribing, fanOuts };
}

/** Counts the calls that reach the store, with those for receipts. */
async function openCounted({ kind, kvPath }: StoreTask): Promise<CountedStore> {
  if (kind === "postgres") {
    const { PostgresStore } = await import("../../cli/service/postgres_store/postgres_store.ts");
    const opened = await PostgresStore.open(kvPath, [HEAD, WAKE]);
    return certain(opened, { onRowChange: opened.onRowChange });
  }
  const opened = await Deno.openKv(kvPath);
  // No other process changes it, so nothing has to be reported.
  return kind === "file" ? countedStore(opened) : certain(opened, { onRowChange: () => () => {} });
}

function certain(opened: Store, options: ConstructorParameters<typeof CertainStore>[1]): CountedStore {
  const { kv, counted } = countedStore(opened);
  return { kv: new CertainStore(kv, options), counted };
}

async function roundTrips({ roundTripsAt }: StoreTask): Promise<number | null> {
  return roundTripsAt === null ? null : Number(await (await fetch(roundTripsAt)).text());
}
