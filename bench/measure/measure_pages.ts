import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow } from "./bench_row.ts";
import { compareWithBare } from "./measure_documents.ts";
import { median } from "./median.ts";

const REVIEWS = 10_000;
const MOST_MILLISECONDS = 2;
/** What a browser sends. */
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9",
};

/** Compares the home page with a bare server that sends the same bytes, and measures how long pages of results take. */
export async function measurePages(context: BenchContext): Promise<readonly BenchRow[]> {
  const service = await startService(context.processes, await context.store(1000));
  const home = await compareWithBare(context, service.origin, {
    what: "/, br",
    path: "/",
    headers: BROWSER,
    status: 200,
  });
  await context.processes.stop(service.child);
  return [home, await resultsRow(context)];
}

/** One request after the other, none twice, so that what is measured is the time that each takes, HTTP included. */
async function resultsRow({ processes, store, load, rounds, seconds }: BenchContext): Promise<BenchRow> {
  const service = await startService(processes, await store(REVIEWS));
  const paths = ["min_rating=4", "mentions_service=water-heater", "query=the", "query=came+to+us&rating=5"].flatMap((
    filter,
  ) => Array.from({ length: 300 }, (_, at) => `/?${filter}&since=2021-${month(at)}-${day(at)}`));
  const asked = { origin: service.origin, paths, headers: BROWSER, connections: 1 };
  await load.run({ ...asked, seconds: 1 });
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { perSecond, failed } = await load.run({ ...asked, seconds });
    if (failed > 0) throw new Error(`${failed} pages of results failed.`);
    milliseconds.push(1000 / perSecond);
  }
  await processes.stop(service.child);
  const typical = median(milliseconds);
  return plainRow(`a page of 20 results of ${REVIEWS.toLocaleString("en")} reviews`, `${typical.toFixed(2)} ms`, {
    text: `< ${MOST_MILLISECONDS} ms`,
    reached: typical < MOST_MILLISECONDS,
  });
}

function month(at: number): string {
  return String(1 + Math.floor(at / 28) % 12).padStart(2, "0");
}

function day(at: number): string {
  return String(1 + at % 28).padStart(2, "0");
}
