import { retriedStore } from "../../../domain/store/watched_store.ts";
import { startServer } from "../processes.ts";
import { type BenchContext, type BenchRow, count, median, ratioRow } from "../rows.ts";
import { BenchHub } from "./bench_hub.ts";
import { arrivals, startSubscriber } from "./subscriber.ts";

const SUBSCRIPTIONS = 10_000;
// Number of subscriptions for remote callbacks. High enough that a process leaves shards to others.
const SUBSCRIPTIONS_ELSEWHERE = 4000;
const GOAL_RATIO = 1.6;
const HOSTS = 128;

/** Arguments of each process on a shared store. `changes` is the number of changes published before. */
interface SharingTask {
  readonly kvPath: string;
  readonly port: number;
  readonly subscriptions: number;
  readonly changes: number;
}

/**
 * Compares two processes on one store with one process. Callbacks that answer at once show how the processes share the
 * cores. With remote callbacks, a process mostly waits.
 */
export async function measureSharing(context: BenchContext): Promise<readonly BenchRow[]> {
  const ports = await startSubscriber(context.processes);
  const whatOf = (subscriptions: number) => `fan-out, HTTP, ${count(subscriptions)} subscriptions, two processes`;
  const near = { subscriptions: SUBSCRIPTIONS, port: ports.http };
  const elsewhere = { subscriptions: SUBSCRIPTIONS_ELSEWHERE, port: ports.distant };
  return [
    await measureCallbacks(context, whatOf(SUBSCRIPTIONS), near, ports.report),
    await measureCallbacks(context, `${whatOf(SUBSCRIPTIONS_ELSEWHERE)}, answers after 30 ms`, elsewhere, ports.report),
  ];
}

async function measureCallbacks(
  { processes, folder, rounds }: BenchContext,
  what: string,
  callbacks: Pick<SharingTask, "subscriptions" | "port">,
  report: number,
): Promise<BenchRow> {
  const { subscriptions } = callbacks;
  const task = { kvPath: `${await Deno.makeTempDir({ dir: folder })}/hub.kv`, ...callbacks, changes: 0 };
  const start = (task: SharingTask) => startServer(processes, import.meta.url, serveSharer, task);
  const sharers = [await start(task)];
  const all = (path: string) =>
    Promise.all(sharers.map(({ result: port }) => fetch(`http://127.0.0.1:${port}${path}`)));
  async function round(): Promise<number> {
    const start = Date.now();
    await all("/change");
    const times = await arrivals(report, subscriptions);
    if (times.length !== subscriptions) throw new Error(`${times.length} deliveries came, not ${subscriptions}.`);
    await all("/idle");
    return subscriptions / (Math.max(...times) - start) * 1000;
  }
  async function warmRounds(): Promise<number> {
    // Warm-up, without which the first round would include compilation.
    await round();
    const rates: number[] = [];
    while (rates.length < rounds) rates.push(await round());
    return median(rates);
  }
  const alone = await warmRounds();
  sharers.push(await start({ ...task, subscriptions: 0, changes: rounds + 1 }));
  const together = await warmRounds();
  for (const { child } of sharers) await processes.stop(child);
  return ratioRow(what, together, alone, "one process", GOAL_RATIO);
}

/** Publishes a change at each request for `/change`. Answers other requests when the hub is idle. Returns the port. */
export async function serveSharer({ kvPath, port, subscriptions, changes }: SharingTask): Promise<number> {
  // Retries, because the other process locks the file now and then.
  const kv = retriedStore(await Deno.openKv(kvPath));
  const bench = await BenchHub.start(kv, { plainHttp: true, changesBefore: changes });
  await bench.subscribe("/reviews.json", subscriptions, (at) => `http://h${at % HOSTS}.subscriber.localhost:${port}`);
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async ({ url }) => {
    await (url.endsWith("/change") ? bench.change("/reviews.json") : bench.hub.idle());
    return new Response(null);
  }).addr.port;
}
