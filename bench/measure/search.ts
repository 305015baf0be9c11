import { compareWithHono } from "../compare.ts";
import { rawAnswer } from "../load/load.ts";
import { type BenchContext, type BenchRow, count, plainRow } from "../rows.ts";
import { startService } from "../servers/service_process.ts";

interface SearchMix {
  readonly name: string;
  /** Query strings; each matches at least 20 of 1,000 reviews, so that all responses have 20. */
  readonly queries: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const ZSTD = { "accept-encoding": "gzip, deflate, br, zstd" };
const GOAL = 0.7;
const FILTERS: SearchMix = {
  name: "filters",
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
  queries: [
    "query=water+heater",
    "query=the",
    "query=came+to+us&min_rating=4",
    "query=Marcus&since=2021-06-01",
    "query=about&mentions_service=drain-cleaning",
  ],
};
const FIRST_DAY = Date.UTC(2021, 0, 1);
// Clients repeat searches; this is the cost when they do not. As `since`, these days exclude hardly any review.
const NEW: SearchMix = {
  name: "never the same twice",
  queries: Array.from({ length: 500 }, (_, day) => new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10))
    .flatMap((day) =>
      ["min_rating=4", "mentions_service=water-heater", "query=the", "query=came+to+us"].map((filter) =>
        `${filter}&since=${day}`
      )
    ),
};
// Each matches at least 40 of 1,000 reviews, so that the second page has 20 as well.
const PAGED = ["min_rating=4", "rating=5&since=2023-01-01", "query=the", "mentions_service=water-heater"];

/** Compares searches over 1,000 reviews with a plain Hono route that serialises the same 20 reviews. */
export async function measureSearch(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin } = await startService(context.processes, await context.store(1000));
  const second = await Promise.all(PAGED.map(async (query) => {
    const { body } = await rawAnswer(origin + searchPath(query));
    return `${query}&cursor=${JSON.parse(new TextDecoder().decode(body)).next}`;
  }));
  const zstd = (mix: SearchMix) => ({ ...mix, name: `${mix.name}, zstd`, headers: ZSTD });
  const mixes = [...[FILTERS, TEXT, NEW].flatMap((mix) => [mix, zstd(mix)]), { name: "second pages", queries: second }];
  const rows: BenchRow[] = [];
  for (const mix of mixes) rows.push(await searchRow(context, origin, mix));
  return rows;
}

async function searchRow(
  context: BenchContext,
  service: string,
  { name, queries, headers = {} }: SearchMix,
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

/** Measures the latency of successive searches in larger datasets. */
export async function measureLargeSearch(context: BenchContext): Promise<readonly BenchRow[]> {
  const { processes, load, seconds } = context;
  const rows: BenchRow[] = [];
  for (const reviews of [10_000, 100_000]) {
    const { origin, child } = await startService(processes, await context.store(reviews));
    for (const { name, queries } of [FILTERS, TEXT, NEW]) {
      const request = { origin, paths: queries.map(searchPath), headers: {}, connections: 1, seconds };
      const { p50, p99, failed } = await load.run(request);
      const measured = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${failed > 0 ? `, ${failed} failed` : ""}`;
      rows.push(plainRow(`search of ${count(reviews)} reviews, ${name}`, measured));
    }
    await processes.stop(child);
  }
  return rows;
}

function searchPath(query: string): string {
  return `/api/reviews/search?${query}&limit=20`;
}
