import { publishGenerated } from "../stores.ts";
import { pause } from "../processes.ts";
import { type BenchContext, type BenchRow, count, median, plainRow } from "../rows.ts";
import { startService } from "../servers/service_process.ts";

const GOAL_START_MS = 1000;
const PAUSE_MS = 5;
const GIVE_UP_AFTER_MS = 30_000;
const PATHS = ["/healthz", "/feed.xml", "/api/reviews/search?query=water+heater", "/api/reviews/search?rating=5"];

/** Measures the time from the start of the process to its first successful response. */
export async function measureStart(context: BenchContext): Promise<readonly BenchRow[]> {
  const existing = await context.store(1000);
  // An unmeasured start, which fills the module cache.
  await startOnce(context, existing);
  const times = { existing: [] as number[], empty: [] as number[] };
  for (let round = 0; round < context.rounds; round++) {
    times.existing.push(await startOnce(context, existing));
    const folder = await Deno.makeTempDir({ dir: context.folder });
    times.empty.push(await startOnce(context, `${folder}/reviews.kv`));
  }
  return [
    startRow("first answer, store of 1,000 reviews", times.existing),
    startRow("first answer, empty store", times.empty),
  ];
}

async function startOnce({ processes }: BenchContext, kvPath: string): Promise<number> {
  const { child, startMilliseconds } = await startService(processes, kvPath);
  await processes.stop(child);
  return startMilliseconds;
}

function startRow(what: string, times: readonly number[]): BenchRow {
  const middle = median(times);
  const measured = `${Math.round(middle)} ms (${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))})`;
  return plainRow(what, measured, `< ${GOAL_START_MS} ms`, middle < GOAL_START_MS);
}

/** Measures the switch of a running service to a revision that another process publishes, under a small load. */
export async function measureSwap(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const reviews of [1000, 100_000]) {
    const kvPath = await context.store(reviews);
    const { origin, child } = await startService(context.processes, kvPath);
    const clients = startClients(origin);
    const { revision, at } = await publishGenerated(context.processes, kvPath, reviews, Date.now() % 1e6);
    const servedAt = await whenServed(origin, revision);
    const { answered, failed, longest } = await clients.stop();
    await context.processes.stop(child);
    const answers = `${failed} of ${answered} failed, longest ${Math.round(longest)} ms`;
    const measured = `served after ${servedAt - at} ms; ${answers}`;
    rows.push(plainRow(`swap of ${count(reviews)} reviews`, measured, "0 failed", failed === 0));
  }
  return rows;
}

async function whenServed(origin: string, revision: string): Promise<number> {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  while (Date.now() < giveUpAt) {
    const { dataset } = await (await fetch(`${origin}/healthz`)).json();
    if (dataset?.revision === revision) return Date.now();
    await pause(PAUSE_MS);
  }
  throw new Error(`The service did not serve the new revision within ${GIVE_UP_AFTER_MS / 1000} seconds.`);
}

function startClients(origin: string) {
  let [answered, failed, longest, stopped] = [0, 0, 0, false];
  async function requestInTurn(path: string): Promise<void> {
    while (!stopped) {
      const begun = performance.now();
      try {
        const response = await fetch(origin + path);
        await response.arrayBuffer();
        if (response.status !== 200) failed++;
      } catch {
        failed++;
      }
      answered++;
      longest = Math.max(longest, performance.now() - begun);
      await pause(PAUSE_MS);
    }
  }
  const clients = PATHS.map(requestInTurn);
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(clients);
      return { answered, failed, longest };
    },
  };
}
