import { Buffer } from "node:buffer";
import { Hono } from "hono";
import { startServer } from "./processes.ts";
import { generateLoad, type Load, type RawAnswer, rawAnswer } from "./load/load.ts";
import { type BenchContext, type BenchRow, median, ratioRow } from "./rows.ts";

/** Comparison of two servers with the same requests. */
interface Comparison extends Omit<Load, "origin" | "connections" | "seconds"> {
  readonly what: string;
  /** Origin of the service. */
  readonly service: string;
  /** Origin of the server to compare with. */
  readonly baseline: string;
  readonly baselineName: string;
  /** Minimum ratio of requests per second, service to baseline. */
  readonly goal: number;
}

/** A request and its expected status. */
interface DocumentRequest {
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

const CONNECTIONS = 16;
const GOAL_BARE = 0.85;
const ANY_PORT = { hostname: "127.0.0.1", port: 0, onListen: () => {} };

/**
 * Compares the requests per second of two servers. They are measured alternately, so that other load on the machine
 * affects both equally.
 */
export async function compare(
  { processes, rounds, seconds }: BenchContext,
  { what, service, baseline, baselineName, goal, ...requests }: Comparison,
): Promise<BenchRow> {
  const turn = async (origin: string, duration = seconds) => {
    const { perSecond, failed } = await generateLoad(processes, {
      origin,
      ...requests,
      connections: CONNECTIONS,
      seconds: duration,
    });
    if (failed > 0) throw new Error(`${what}: ${failed} requests to ${origin} failed.`);
    return perSecond;
  };
  await turn(service, 1);
  await turn(baseline, 1);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) ours.push(await turn(service));
    theirs.push(await turn(baseline));
    if (round % 2 === 1) ours.push(await turn(service));
  }
  return ratioRow(what, median(ours), median(theirs), baselineName, goal);
}

/** Compares an answer of the service with that of a bare server, which sends the same bytes and headers. */
export async function compareWithBare(
  context: BenchContext,
  service: string,
  { what, path, headers, status }: DocumentRequest,
): Promise<BenchRow> {
  const answer = await rawAnswer(service + path, headers);
  if (answer.status !== status) throw new Error(`${what}: the service answered ${answer.status}, not ${status}.`);
  const { child, origin } = await startBaseline(context, serveBare, answer);
  const same = await rawAnswer(origin + path, headers);
  if (canonical(same) !== canonical(answer)) throw new Error(`${what}: the bare server does not answer the same.`);
  const size = status === 304 ? "" : ` (${(answer.body.length / 1000).toFixed(1)} kB)`;
  const servers = { service, baseline: origin, baselineName: "bare" };
  const row = await compare(context, { what: what + size, ...servers, paths: [path], headers, goal: GOAL_BARE });
  await context.processes.stop(child);
  return row;
}

/** Compares requests with a plain Hono route that serialises the object of an answer. */
export async function compareWithHono(
  context: BenchContext,
  comparison: Omit<Comparison, "baseline" | "baselineName">,
  answer: RawAnswer,
): Promise<BenchRow> {
  const { child, origin } = await startBaseline(context, serveHono, answer);
  const row = await compare(context, { ...comparison, baseline: origin, baselineName: "Hono c.json" });
  await context.processes.stop(child);
  return row;
}

async function startBaseline(
  { processes, folder }: BenchContext,
  serve: (file: string) => number,
  { status, headers, body }: RawAnswer,
) {
  const file = `${folder}/${crypto.randomUUID()}.json`;
  await Deno.writeTextFile(file, JSON.stringify({ status, headers, body: Buffer.from(body).toString("base64") }));
  const { child, result: port } = await startServer(processes, import.meta.url, serve, file);
  return { child, origin: `http://127.0.0.1:${port}` };
}

function readAnswer(file: string): RawAnswer {
  const { status, headers, body } = JSON.parse(Deno.readTextFileSync(file));
  return { status, headers, body: new Uint8Array(Buffer.from(body, "base64")) };
}

/** Serves one constant response without reading the request: the upper bound for this runtime. Returns the port. */
export function serveBare(file: string): number {
  const { status, headers, body } = readAnswer(file);
  const init = { status, headers: [...headers] };
  const bytes = status === 304 ? null : body;
  return Deno.serve(ANY_PORT, () => new Response(bytes, init)).addr.port;
}

/** Serves JSON in the usual way, by a Hono route that serialises an object for every request. Returns the port. */
export function serveHono(file: string): number {
  const value = JSON.parse(new TextDecoder().decode(readAnswer(file).body));
  const app = new Hono()
    .get("/api/reviews/search", (context) => context.json(value))
    .post("/mcp", async (context) => {
      await context.req.json();
      return context.json(value);
    });
  return Deno.serve(ANY_PORT, app.fetch).addr.port;
}

function canonical({ status, headers, body }: RawAnswer): string {
  return JSON.stringify([status, headers.map((field) => field.join(": ")).sort(), [...body]]);
}
