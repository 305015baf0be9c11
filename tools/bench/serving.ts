import { fileURLToPath } from "node:url";
import { seededRandom } from "../../tests/support/seeded_random.ts";
import type { servePlainly } from "./plain_server.ts";
import { type Processes, startServer } from "./processes.ts";
import { type BenchContext, type BenchRow, count, type Measurement, plainRow, ratioRow } from "./rows.ts";
import { startService } from "./service_process.ts";

/** A route as a user calls it. */
interface RouteLoad {
  readonly what: string;
  /** Lines of a file of requests, see {@linkcode Load}. */
  readonly requests: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** True to send the entity tag of the answer in `If-None-Match`. */
  readonly isConditional?: boolean;
  /** Name of an earlier load to compare with, if the plain server has no such route. */
  readonly beside?: string;
}

/** Load to put on a server. */
interface Load {
  readonly origin: string;
  /** File with one request on each line: a path, or a path, a tab and a body to POST. They are sent in turn. */
  readonly requests: string;
  /** Line to begin with, from 0. */
  readonly first: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** Result of a load. */
interface LoadFigures {
  /** Answers per second. */
  readonly perSecond: number;
  /** 99th percentile of the latencies, in milliseconds. */
  readonly p99: number;
  /** Number of failed requests and of statuses from 400 on. */
  readonly failed: number;
}

/** Members of a published review from which searches are made. */
interface SearchedReview {
  readonly date: string;
  readonly text: string | null;
}

/** Request headers of a browser. */
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9",
};
const PLAIN_SERVER = new URL("plain_server.ts", import.meta.url).href;
const MCP = { "content-type": "application/json", accept: "application/json, text/event-stream" };
/** Number of different searches, more than a server answers in a turn, so none repeats. */
const SEARCHES = 30_000;
const REPEATED = 10;
const SEARCH = "search, never the same";
/** Minimum ratio to another load of the service. */
const GOAL_BESIDE = 0.5;
/** Seconds of a turn in which a server without an answer gets a second chance. */
const LONG_TURN_SECONDS = 20;
/** Number of reviews with which a connection for each request is measured. Its cost does not depend on them. */
const SMALLEST = 1000;
/** Number of connections, each of which sends a request when it has the answer to the last one. */
const CONNECTIONS = 16;

const SCRIPT = fileURLToPath(new URL("wrk_load.lua", import.meta.url));

/**
 * Returns a measurement of the routes that users call, with that many reviews, beside the plain server. The verdict is
 * about the 99th percentile; that of a search by words is about its rate, at least half of a search by `query`.
 */
export function measureServing(size: number): Measurement {
  return async function* (context) {
    const { processes, folder, store } = context;
    const { reviews, kvPath } = await store(size);
    const service = (await startService(processes, kvPath)).origin;
    const rates = new Map<string, number>();
    for (const load of await routeLoads(service, reviews)) {
      const requests = await Deno.makeTempFile({ dir: folder });
      await Deno.writeTextFile(requests, load.requests.join("\n") + "\n");
      const ours = await turnOf(context, service, load, requests);
      if (ours.failed > 0) throw new Error(`${load.what}: ${ours.failed} requests failed.`);
      rates.set(load.what, ours.perSecond);
      if (load.beside !== undefined) {
        const other = rates.get(load.beside) ?? NaN;
        yield ratioRow(`${load.what}, ${count(reviews)}`, ours.perSecond, other, load.beside, GOAL_BESIDE);
        continue;
      }
      // A server for each route: the plain one is busy for long after a turn with large answers.
      const { child, result: port } = await startServer<typeof servePlainly>(processes, PLAIN_SERVER, [service]);
      const plain = `http://127.0.0.1:${port}`;
      await assertSame(service, plain, load);
      yield rowOf(`${load.what}, ${count(reviews)}`, ours, await turnOf(context, plain, load, requests));
      await processes.stop(child);
    }
  };
}

/** Puts load on a server for one turn, after a second to warm up. */
async function turnOf(
  { processes, seconds }: BenchContext,
  origin: string,
  { requests: lines, headers = BROWSER, isConditional = false }: RouteLoad,
  requests: string,
): Promise<LoadFigures> {
  const fields = isConditional ? await condition(origin + lines[0]) : {};
  const load = { origin, requests, headers: { ...headers, ...fields } };
  await generateLoad(processes, { ...load, first: 0, seconds: 1 });
  const turn = (seconds: number) => generateLoad(processes, { ...load, first: SEARCHES / 2, seconds });
  const figures = await turn(seconds);
  return figures.perSecond === 0 ? await turn(LONG_TURN_SECONDS) : figures;
}

/**
 * Puts load on a server with `wrk`.
 *
 * @throws {Error} If wrk is not installed or fails.
 */
async function generateLoad(
  processes: Processes,
  { origin, requests, first, headers, seconds }: Load,
): Promise<LoadFigures> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const options = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "--timeout", "60s", "-s", SCRIPT];
  const args = [...options, ...fields, origin, "--", requests, String(first)];
  const { code, stdout, stderr } = await processes.run("wrk", args).catch((error) => {
    throw error instanceof Deno.errors.NotFound ? new Error("wrk is not installed; try apt-get install wrk.") : error;
  });
  const report = stdout.trimEnd().split("\n").at(-1) ?? "";
  if (code !== 0 || !report.startsWith("{")) throw new Error(`wrk failed: ${stderr || stdout}`);
  return JSON.parse(report);
}

/**
 * Returns the `If-None-Match` field to which a server answers 304.
 *
 * @throws {Error} If it answers with another status.
 */
async function condition(url: string) {
  const answer = async (headers: Readonly<Record<string, string>>) => {
    const response = await fetch(url, { headers: { ...BROWSER, ...headers } });
    await response.body?.cancel();
    return response;
  };
  const fields = { "if-none-match": (await answer({})).headers.get("etag") ?? "" };
  const { status } = await answer(fields);
  if (status !== 304) throw new Error(`${url} answers ${status} to its own entity tag.`);
  return fields;
}

function rowOf(what: string, ours: LoadFigures, plain: LoadFigures): BenchRow {
  const p99 = (figures: LoadFigures) => isSilent(figures) ? Infinity : figures.p99;
  const row = plainRow(what, shown(ours), "p99 <= plain", p99(ours) <= p99(plain));
  const ratio = isSilent(plain) ? "" : (ours.perSecond / plain.perSecond).toFixed(2);
  return { ...row, against: `${shown(plain)} plain`, ratio };
}

/** Whether a server gave no answer. The plain one ends when large answers fill its memory. */
function isSilent({ perSecond, failed }: LoadFigures): boolean {
  return perSecond === 0 || failed > 0;
}

function shown(figures: LoadFigures): string {
  if (isSilent(figures)) return "none";
  const { perSecond, p99 } = figures;
  return `${perSecond < 10 ? perSecond.toFixed(1) : count(perSecond)}/s, p99 ${p99.toFixed(p99 < 10 ? 1 : 0)} ms`;
}

/** Loads of all routes. A search has two neighbouring words and the day of a review, and a random minimum rating. */
async function routeLoads(service: string, size: number): Promise<readonly RouteLoad[]> {
  const { reviews }: { readonly reviews: readonly SearchedReview[] } = await (await fetch(`${service}/reviews.json`))
    .json();
  const searches = searchesOf(reviews, SEARCHES);
  const paths = searches.map((search) => `/api/reviews/search?${new URLSearchParams(search)}`);
  const wordPaths = searches.map(({ query: words, ...others }) =>
    `/api/reviews/search?${new URLSearchParams({ words, ...others })}`
  );
  const calls = searches.map(({ min_rating: least, ...search }) => {
    const args = { ...search, min_rating: Number(least) };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_reviews", arguments: args } };
    return `/mcp\t${JSON.stringify(call)}`;
  });
  return [
    { what: "the page /", requests: ["/"] },
    { what: "/reviews.json", requests: ["/reviews.json"] },
    { what: "304 of /reviews.json", requests: ["/reviews.json"], isConditional: true },
    { what: SEARCH, requests: paths },
    { what: `search, ${REPEATED} in turn`, requests: paths.slice(0, REPEATED) },
    { what: "search by words", requests: wordPaths, beside: SEARCH },
    { what: "/insights.json", requests: ["/insights.json"] },
    { what: "/feed.xml", requests: ["/feed.xml"] },
    { what: "MCP search_reviews", requests: calls, headers: MCP },
    ...size > SMALLEST ? [] : [{
      what: "/feed.xml, a connection each",
      requests: ["/feed.xml"],
      headers: { ...BROWSER, connection: "close" },
    }],
  ];
}

function searchesOf(reviews: readonly SearchedReview[], size: number) {
  const random = seededRandom(1);
  const found = new Map<string, { readonly query: string; readonly min_rating: string; readonly since: string }>();
  while (found.size < size) {
    const { date = "", text } = reviews[Math.floor(random() * reviews.length)] ?? {};
    const words = (text ?? "").split(" ");
    const at = Math.floor(random() * (words.length - 1));
    const search = {
      query: words.slice(at, at + 2).join(" "),
      min_rating: String(1 + Math.floor(random() * 4)),
      since: date,
    };
    if (/^\S+ \S+$/.test(search.query)) found.set(JSON.stringify(search), search);
  }
  return [...found.values()];
}

/** Asserts that the service and the plain server find equally many reviews for the first request of a load. */
async function assertSame(service: string, plain: string, { requests, headers = BROWSER }: RouteLoad): Promise<void> {
  const [path = "", body = null] = requests[0]?.split("\t") ?? [];
  const [ours, theirs] = await Promise.all([service, plain].map(async (origin) => {
    // Deno decodes no zstd.
    const uncoded = { ...headers, "accept-encoding": "identity" };
    const answer = await fetch(origin + path, { method: body === null ? "GET" : "POST", headers: uncoded, body });
    return /"matched\\?":(\d+)/.exec(await answer.text())?.[1];
  }));
  if (ours !== theirs) throw new Error(`${path} matches ${ours} reviews, on the plain server ${theirs}.`);
}
