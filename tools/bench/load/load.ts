import { fileURLToPath } from "node:url";
import { request } from "undici";
import type { Processes } from "../processes.ts";

/** Load to put on a server. */
export interface Load {
  readonly origin: string;
  /** Paths with queries, requested one after the other in a cycle. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to POST; if absent, the paths are requested with GET. */
  readonly body?: string;
  /** Number of concurrent requests. */
  readonly connections: number;
  readonly seconds: number;
}

/** Response as transmitted. `fetch` would decode the body and drop its coding. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case, without `date` and `connection`, which every server sets itself. */
  readonly headers: readonly [string, string][];
  readonly body: Uint8Array<ArrayBuffer>;
}

const SCRIPT = fileURLToPath(new URL("wrk_load.lua", import.meta.url));

/**
 * Generates load on a server with `wrk`. `failed` counts responses with status 400 and above, and failed requests.
 *
 * @throws {Error} If wrk is not installed or fails.
 */
export async function generateLoad(processes: Processes, load: Load): Promise<{ perSecond: number; failed: number }> {
  const headers = Object.entries(load.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const rate = ["-t1", `-c${load.connections}`, `-d${load.seconds}s`, "-s", SCRIPT, ...headers];
  const requests = [...load.body === undefined ? [] : [load.body], ...load.paths];
  const args = [...rate, load.origin + load.paths[0], "--", ...requests];
  const { code, stdout, stderr } = await processes.run("wrk", args).catch((error) => {
    throw error instanceof Deno.errors.NotFound ? new Error("wrk is not installed; try apt-get install wrk.") : error;
  });
  const report = stdout.trimEnd().split("\n").at(-1) ?? "";
  if (code !== 0 || !report.startsWith("{")) throw new Error(`wrk failed: ${stderr || stdout}`);
  return JSON.parse(report);
}

/** Requests a URL on a new connection, without decoding the response. */
export async function rawAnswer(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  const answer = await request(url, { headers, reset: true, headersTimeout: 10_000 });
  const fields = Object.entries(answer.headers).filter(([name]) => name !== "date" && name !== "connection");
  return {
    status: answer.statusCode,
    headers: fields.flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
    body: new Uint8Array(await answer.body.arrayBuffer()),
  };
}
