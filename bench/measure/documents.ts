import { compare, compareWithBare, type DocumentRequest } from "../compare.ts";
import { rawAnswer } from "../load/load.ts";
import { type BenchContext, type BenchRow, count, median, plainRow } from "../rows.ts";
import { startService } from "../servers/service_process.ts";

const DOCUMENTS: readonly DocumentRequest[] = [
  { what: "/reviews.json, br", path: "/reviews.json", headers: { "accept-encoding": "br" }, status: 200 },
  { what: "/feed.xml, gzip", path: "/feed.xml", headers: { "accept-encoding": "gzip" }, status: 200 },
  { what: "/api/feed.json, gzip", path: "/api/feed.json", headers: { "accept-encoding": "gzip" }, status: 200 },
];
const SINCE = "/api/reviews/since/2023-07-01";
const RESULTS_REVIEWS = 10_000;
const MOST_RESULTS_MS = 2;
const RESULTS_FILTERS = ["min_rating=4", "mentions_service=water-heater", "query=the", "query=came+to+us&rating=5"];
/** Headers that a browser sends. */
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9",
};

/** Compares compressed documents with a bare server that sends the same bytes and headers. */
export async function measureDocuments(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin } = await startService(context.processes, await context.store(1000));
  const rows: BenchRow[] = [];
  for (const request of DOCUMENTS) rows.push(await compareWithBare(context, origin, request));
  return rows;
}

/** Compares 304 responses with a bare server that sends the same headers. */
export async function measureNotModified(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin } = await startService(context.processes, await context.store(1000));
  const encoding = { "accept-encoding": "br" };
  const answer = await rawAnswer(`${origin}/reviews.json`, encoding);
  const [, entityTag = ""] = answer.headers.find(([name]) => name === "etag") ?? [];
  const headers = { ...encoding, "if-none-match": entityTag };
  const request = { what: "/reviews.json, 304", path: "/reviews.json", headers, status: 304 };
  return [await compareWithBare(context, origin, request)];
}

/**
 * Measures the cost of bounds and deadlines of connections: compares the service with itself on a plain `Deno.serve`,
 * as on Deno Deploy, on open connections and with a new connection for each request.
 */
export async function measureConnections(context: BenchContext): Promise<readonly BenchRow[]> {
  const store = await context.store(1000);
  const { origin: service } = await startService(context.processes, store);
  const { origin: baseline } = await startService(context.processes, store, { DENO_DEPLOYMENT_ID: "bench" });
  const servers = { service, baseline, baselineName: "without bounds", paths: ["/reviews.json"], goal: null };
  const encoding = { "accept-encoding": "br" };
  const what = "open connections, /reviews.json, br";
  const rows = [await compare(context, { what, ...servers, headers: encoding })];
  // fetch does not let its callers choose this header.
  if (context.load.name === "wrk") {
    const headers = { ...encoding, connection: "close" };
    rows.push(await compare(context, { what: "a connection a request, /reviews.json, br", ...servers, headers }));
  }
  return rows;
}

/** Compares the home page with a bare server that sends the same bytes, and measures how long pages of results take. */
export async function measurePages(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin, child } = await startService(context.processes, await context.store(1000));
  const home = await compareWithBare(context, origin, { what: "/, br", path: "/", headers: BROWSER, status: 200 });
  await context.processes.stop(child);
  return [home, await resultsRow(context)];
}

/** One request after the other, none twice, so that the result is the time that each takes, HTTP included. */
async function resultsRow({ processes, store, load, rounds, seconds }: BenchContext): Promise<BenchRow> {
  const { origin } = await startService(processes, await store(RESULTS_REVIEWS));
  const days = Array.from(
    { length: 300 },
    (_, at) => `2021-${digits(1 + Math.floor(at / 28) % 12)}-${digits(1 + at % 28)}`,
  );
  const paths = RESULTS_FILTERS.flatMap((filter) => days.map((day) => `/?${filter}&since=${day}`));
  const request = { origin, paths, headers: BROWSER, connections: 1 };
  await load.run({ ...request, seconds: 1 });
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { perSecond, failed } = await load.run({ ...request, seconds });
    if (failed > 0) throw new Error(`${failed} pages of results failed.`);
    milliseconds.push(1000 / perSecond);
  }
  const typical = median(milliseconds);
  const what = `a page of 20 results of ${count(RESULTS_REVIEWS)} reviews`;
  return plainRow(what, `${typical.toFixed(2)} ms`, `< ${MOST_RESULTS_MS} ms`, typical < MOST_RESULTS_MS);
}

function digits(number: number): string {
  return String(number).padStart(2, "0");
}

/** Measures the response to a mirror that catches up with half of 10,000 reviews. */
export async function measureSince(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin } = await startService(context.processes, await context.store(10_000));
  const { body } = await rawAnswer(origin + SINCE);
  const request = { origin, paths: [SINCE], headers: {}, connections: 4, seconds: context.seconds };
  const { perSecond, bytesPerSecond, p99 } = await context.load.run(request);
  const what = `since, half of 10,000 reviews (${(body.length / 1e6).toFixed(1)} MB)`;
  const rates = `${Math.round(perSecond)}/s, ${Math.round(bytesPerSecond / 1e6)} MB/s`;
  return [plainRow(what, `${rates}, p99 ${p99.toFixed(0)} ms`)];
}
