import { rawAnswer } from "../load/raw_answer.ts";
import { startBaseline } from "../servers/baseline_process.ts";
import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow } from "./bench_row.ts";
import { compare } from "./compare.ts";

interface SearchMix {
  readonly name: string;
  /** Query strings; each matches at least 20 of 1,000 reviews, so that all responses have 20. */
  readonly queries: readonly string[];
  readonly goal: number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const ZSTD = { "accept-encoding": "gzip, deflate, br, zstd" };

const GOAL = 0.7;
const FILTERS: SearchMix = {
  name: "filters",
  goal: GOAL,
  queries: [
    "min_rating=4",
    "rating=5&since=2023-01-01",
    "since=2022-01-01&until=2024-12-31&min_rating=3",
    "mentions_service=water-heater",
    "mentions_technician=Priya&min_rating=4",
  ],
};
const TEXT: SearchMix = {
  name: "text",
  goal: GOAL,
  queries: [
    "query=water+heater",
    "query=the",
    "query=came+to+us&min_rating=4",
    "query=Marcus&since=2021-06-01",
    "query=about&mentions_service=drain-cleaning",
  ],
};
// Clients repeat searches; this is the cost when they do not.
const NEW: SearchMix = {
  name: "never the same twice",
  goal: 0.7,
  queries: days(500).flatMap((day) =>
    ["min_rating=4", "mentions_service=water-heater", "query=the", "query=came+to+us"].map((filter) =>
      `${filter}&since=${day}`
    )
  ),
};

// Each matches at least 40 of 1,000 reviews, so that the second page has 20 as well.
const CURSOR = ["min_rating=4", "rating=5&since=2023-01-01", "query=the", "mentions_service=water-heater"];

/** The same searches with the cursor of their second page. */
async function nextPages(service: string, queries: readonly string[]): Promise<readonly string[]> {
  return await Promise.all(queries.map(async (query) => {
    const { body } = await rawAnswer(`${service}/api/reviews/search?${query}&limit=20`, {});
    return `${query}&cursor=${JSON.parse(new TextDecoder().decode(body)).next}`;
  }));
}

/** Compares searches over 1,000 reviews with a plain Hono route that serialises the same 20 reviews. */
export async function measureSearch(context: BenchContext): Promise<readonly BenchRow[]> {
  const service = await startService(context.processes, await context.store(1000));
  const rows: BenchRow[] = [];
  for (const mix of [FILTERS, TEXT, NEW]) {
    rows.push(await compareWithHono(context, service.origin, mix));
    rows.push(await compareWithHono(context, service.origin, { ...mix, name: `${mix.name}, zstd`, headers: ZSTD }));
  }
  const pages = await nextPages(service.origin, CURSOR);
  rows.push(await compareWithHono(context, service.origin, { name: "second pages", goal: GOAL, queries: pages }));
  await context.processes.stop(service.child);
  return rows;
}

async function compareWithHono(
  context: BenchContext,
  service: string,
  { name, queries, goal, headers = {} }: SearchMix,
): Promise<BenchRow> {
  const paths = searchPaths(queries);
  const answers = await Promise.all(paths.slice(0, 20).map((path) => rawAnswer(service + path, {})));
  for (const [index, { status, body }] of answers.entries()) {
    const { returned } = JSON.parse(new TextDecoder().decode(body));
    if (status !== 200 || returned !== 20) throw new Error(`${paths[index]}: ${status}, ${returned} reviews.`);
  }
  const [answer] = answers;
  if (answer === undefined) throw new Error(`${name}: there is no query.`);
  const hono = await startBaseline(context, "hono_server.ts", answer);
  const row = await compare(context, {
    what: `search of 1,000 reviews, ${name}`,
    service,
    baseline: hono.origin,
    baselineName: "Hono c.json",
    paths,
    headers,
    goal,
  });
  await context.processes.stop(hono.child);
  return row;
}

/** Measures the latency of successive searches in larger datasets. */
export async function measureLargeSearch(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const reviews of [10_000, 100_000]) {
    const service = await startService(context.processes, await context.store(reviews));
    for (const { name, queries } of [FILTERS, TEXT, NEW]) {
      const { p50, p99, failed } = await context.load.run({
        origin: service.origin,
        paths: searchPaths(queries),
        headers: {},
        connections: 1,
        seconds: context.seconds,
      });
      const measured = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${failed > 0 ? `, ${failed} failed` : ""}`;
      rows.push(plainRow(`search of ${reviews.toLocaleString("en")} reviews, ${name}`, measured));
    }
    await context.processes.stop(service.child);
  }
  return rows;
}

function searchPaths(queries: readonly string[]): readonly string[] {
  return queries.map((query) => `/api/reviews/search?${query}&limit=20`);
}

/** The first days of the generated period: as `since` they exclude hardly any review. */
function days(count: number): readonly string[] {
  const first = Date.UTC(2021, 0, 1);
  return Array.from({ length: count }, (_, day) => new Date(first + day * 86_400_000).toISOString().slice(0, 10));
}
