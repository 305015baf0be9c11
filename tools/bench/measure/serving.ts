import { compare, compareWithBare, compareWithHono } from "../compare.ts";
import { generateLoad, rawAnswer } from "../load/load.ts";
import { type BenchContext, type BenchRow, count, median, plainRow } from "../rows.ts";
import { startService } from "../servers/service_process.ts";

const ZSTD = { "accept-encoding": "gzip, deflate, br, zstd" };
const GOAL = 0.7;
// Search parameters. Each matches at least 20 of 1,000 reviews, so that all responses have 20.
const FILTERS = {
  name: "filters",
  queries: [
    "min_rating=4",
    "rating=5&since=2023-01-01",
    "since=2022-01-01&until=2024-12-31&min_rating=3",
    "mentions_service=water-heater",
    "mentions_technician=Priya&min_rating=4",
  ],
};
const TEXT = {
  name: "text",
  queries: [
    "query=water+heater",
    "query=the",
    "query=came+to+us&min_rating=4",
    "query=Marcus&since=2021-06-01",
    "query=about&mentions_service=drain-cleaning",
  ],
};
// Search parameters for second pages. Each matches at least 40 of 1,000 reviews, so that the second page has 20 as
// well.
const FREQUENT = ["min_rating=4", "mentions_service=water-heater", "query=the", "query=came+to+us"];
const DAYS = Array.from({ length: 500 }, (_, at) => new Date(Date.UTC(2021, 0, 1 + at)).toISOString().slice(0, 10));
// Searches that are never repeated, to measure the cost without caches. The `since` dates exclude hardly any review.
const NEW = {
  name: "never the same twice",
  queries: DAYS.flatMap((day) => FREQUENT.map((filter) => `${filter}&since=${day}`)),
};

/** Compares searches over 1,000 reviews with a plain Hono route that serialises the same 20 reviews. */
export async function measureSearch(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin } = await startService(context.processes, await context.store(1000));
  const second = await Promise.all(FREQUENT.map(async (query) => {
    const { body } = await rawAnswer(origin + searchPath(query));
    return `${query}&cursor=${JSON.parse(new TextDecoder().decode(body)).next}`;
  }));
  const zstd = (mix: typeof NEW) => ({ ...mix, name: `${mix.name}, zstd`, headers: ZSTD });
  const mixes = [...[FILTERS, TEXT, NEW].flatMap((mix) => [mix, zstd(mix)]), { name: "second pages", queries: second }];
  const rows: BenchRow[] = [];
  for (const mix of mixes) rows.push(await searchRow(context, origin, mix));
  return rows;
}

async function searchRow(
  context: BenchContext,
  service: string,
  { name, queries, headers = {} }: typeof NEW & { readonly headers?: Record<string, string> },
): Promise<BenchRow> {
  const paths = queries.map(searchPath);
  const answers = await Promise.all(paths.slice(0, 20).map((path) => rawAnswer(service + path)));
  for (const [index, { status, body }] of answers.entries()) {
    const { returned } = JSON.parse(new TextDecoder().decode(body));
    if (status !== 200 || returned !== 20) throw new Error(`${paths[index]}: ${status}, ${returned} reviews.`);
  }
  const [answer] = answers;
  if (answer === undefined) throw new Error(`${name}: there is no query.`);
  const what = `search of 1,000 reviews, ${name}`;
  return await compareWithHono(context, { what, service, paths, headers, goal: GOAL }, answer);
}

function searchPath(query: string): string {
  return `/api/reviews/search?${query}&limit=20`;
}

const DOCUMENTS = [
  { what: "/reviews.json, br", path: "/reviews.json", headers: { "accept-encoding": "br" }, status: 200 },
  { what: "/feed.xml, gzip", path: "/feed.xml", headers: { "accept-encoding": "gzip" }, status: 200 },
  { what: "/api/feed.json, gzip", path: "/api/feed.json", headers: { "accept-encoding": "gzip" }, status: 200 },
];
const RESULTS_REVIEWS = 10_000;
const MOST_RESULTS_MS = 2;
/** Request headers of a browser. */
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

/** Compares requests that each open a connection with the same service behind `deno serve`, which has no bounds. */
export async function measureConnections(context: BenchContext): Promise<readonly BenchRow[]> {
  const { processes, store } = context;
  const { origin: service } = await startService(processes, await store(1000));
  const { origin: baseline } = await startService(processes, await store(1000), {}, false);
  const servers = { service, baseline, baselineName: "without bounds" };
  const request = { paths: ["/robots.txt"], headers: { connection: "close" } };
  return [await compare(context, { what: "a connection a request", ...servers, ...request, goal: 0.8 })];
}

/** Compares the home page with a bare server that sends the same bytes, and measures how long pages of results take. */
export async function measurePages(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin, child } = await startService(context.processes, await context.store(1000));
  const home = await compareWithBare(context, origin, { what: "/, br", path: "/", headers: BROWSER, status: 200 });
  await context.processes.stop(child);
  return [home, await resultsRow(context)];
}

/** Measures the time of one page of results, HTTP included. Sends one request after the other, and none twice. */
async function resultsRow({ processes, store, rounds, seconds }: BenchContext): Promise<BenchRow> {
  const { origin } = await startService(processes, await store(RESULTS_REVIEWS));
  const paths = NEW.queries.map((query) => `/?${query}`);
  const request = { origin, paths, headers: BROWSER, connections: 1 };
  await generateLoad(processes, { ...request, seconds: 1 });
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { perSecond, failed } = await generateLoad(processes, { ...request, seconds });
    if (failed > 0) throw new Error(`${failed} pages of results failed.`);
    milliseconds.push(1000 / perSecond);
  }
  const typical = median(milliseconds);
  const what = `a page of 20 results of ${count(RESULTS_REVIEWS)} reviews`;
  return plainRow(what, `${typical.toFixed(2)} ms`, `< ${MOST_RESULTS_MS} ms`, typical < MOST_RESULTS_MS);
}
