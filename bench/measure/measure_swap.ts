import { publishGenerated } from "../data/generated_stores.ts";
import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow } from "./bench_row.ts";

const CLIENTS = 4;
const PAUSE_MS = 5;
const GIVE_UP_AFTER_MS = 30_000;
const PATHS = ["/healthz", "/feed.xml", "/api/reviews/search?query=water+heater", "/api/reviews/search?rating=5"];

/** Measures how a running service switches to a revision that another process publishes, under a small load. */
export async function measureSwap(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const reviews of [1000, 100_000]) {
    const kvPath = await context.store(reviews);
    const service = await startService(context.processes, kvPath);
    const clients = startClients(service.origin);
    const { revision, at } = await publishGenerated(context.processes, kvPath, reviews, Date.now() % 1e6);
    const servedAt = await whenServed(service.origin, revision);
    const { answered, failed, longest } = await clients.stop();
    await context.processes.stop(service.child);
    rows.push(plainRow(
      `swap of ${reviews.toLocaleString("en")} reviews`,
      `served after ${servedAt - at} ms; ${failed} of ${answered} failed, longest ${Math.round(longest)} ms`,
      { text: "0 failed", reached: failed === 0 },
    ));
  }
  return rows;
}

async function whenServed(origin: string, revision: string): Promise<number> {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  while (Date.now() < giveUpAt) {
    const { dataset } = await (await fetch(`${origin}/healthz`)).json();
    if (dataset?.revision === revision) return Date.now();
    await pause();
  }
  throw new Error(`The service did not serve the new revision within ${GIVE_UP_AFTER_MS / 1000} seconds.`);
}

function startClients(origin: string) {
  let [answered, failed, longest, stopped] = [0, 0, 0, false];
  async function ask(path: string): Promise<void> {
    while (!stopped) {
      const asked = performance.now();
      try {
        const response = await fetch(origin + path);
        await response.arrayBuffer();
        if (response.status !== 200) failed++;
      } catch {
        failed++;
      }
      answered++;
      longest = Math.max(longest, performance.now() - asked);
      await pause();
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, client) => ask(PATHS[client % PATHS.length] ?? "/healthz"));
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(clients);
      return { answered, failed, longest };
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
