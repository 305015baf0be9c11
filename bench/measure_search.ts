import { startBaseline } from "./baseline_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow } from "./bench_row.ts";
import { compare } from "./compare.ts";
import { rawAnswer } from "./raw_answer.ts";
import { startService } from "./service_process.ts";

const GOAL = 0.7;
// Each is met by more than 20 of 1,000 reviews, so that every answer has as many.
const MIXES: readonly (readonly [string, readonly string[]])[] = [
  ["filters", [
    "min_rating=4",
    "rating=5&since=2023-01-01",
    "since=2022-01-01&until=2024-12-31&min_rating=3",
    "mentions_service=water-heater",
    "mentions_technician=Priya&min_rating=4",
  ]],
  ["text", [
    "query=water+heater",
    "query=the",
    "query=came+to+us&min_rating=4",
    "query=Marcus&since=2021-06-01",
    "query=about&mentions_service=drain-cleaning",
  ]],
];

/** Compares searches over 1,000 reviews with a plain Hono route that writes the same 20 reviews as JSON. */
export async function measureSearch(context: BenchContext): Promise<readonly BenchRow[]> {
  const service = await startService(context.processes, await context.store(1000));
  const rows: BenchRow[] = [];
  for (const [name, queries] of MIXES) {
    const paths = queries.map((query) => `/api/reviews/search?${query}&limit=20`);
    const answers = await Promise.all(paths.map((path) => rawAnswer(service.origin + path, {})));
    for (const [index, { status, body }] of answers.entries()) {
      const { returned } = JSON.parse(new TextDecoder().decode(body));
      if (status !== 200 || returned !== 20) throw new Error(`${paths[index]}: ${status}, ${returned} reviews.`);
    }
    const [answer] = answers;
    if (answer === undefined) continue;
    const hono = await startBaseline(context, "hono_server.ts", answer);
    rows.push(
      await compare(context, {
        what: `search of 1,000 reviews, ${name}`,
        service: service.origin,
        baseline: hono.origin,
        baselineName: "Hono c.json",
        paths,
        headers: {},
        goal: GOAL,
      }),
    );
    await context.processes.stop(hono.child);
  }
  await context.processes.stop(service.child);
  return rows;
}

/** Measures how long one search after the other takes in larger datasets. */
export async function measureLargeSearch(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const reviews of [10_000, 100_000]) {
    const service = await startService(context.processes, await context.store(reviews));
    for (const [name, queries] of MIXES) {
      const { p50, p99, failed } = await context.load.run({
        origin: service.origin,
        paths: queries.map((query) => `/api/reviews/search?${query}&limit=20`),
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
