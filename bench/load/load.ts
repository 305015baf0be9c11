import { fileURLToPath } from "node:url";
import { fetchLoad } from "./fetch_load.ts";
import type { Processes } from "../servers/processes.ts";

/** What to ask of a server, and for how long. */
export interface Load {
  readonly origin: string;
  /** Paths with their queries, asked for in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to POST; without it, the paths are asked for with GET. */
  readonly body?: string;
  /** How many requests are under way at any time. */
  readonly connections: number;
  readonly seconds: number;
}

/** What a server did under a load. */
export interface LoadResult {
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  /** Median latency in milliseconds. */
  readonly p50: number;
  /** Latency that one answer in a hundred exceeds, in milliseconds. */
  readonly p99: number;
  /** Answers of 400 and above, and requests without an answer. */
  readonly failed: number;
}

/** Puts a load on a server. */
export interface LoadGenerator {
  readonly name: "wrk" | "fetch";
  readonly run: (load: Load) => Promise<LoadResult>;
}

const SCRIPT = fileURLToPath(new URL("wrk_load.lua", import.meta.url));

/** Takes `wrk` when there is one, else a loop of `fetch`, which takes more time than the server itself. */
export async function loadGenerator(processes: Processes): Promise<LoadGenerator> {
  return await hasWrk(processes)
    ? { name: "wrk", run: (load) => wrkLoad(processes, load) }
    : { name: "fetch", run: fetchLoad };
}

async function hasWrk(processes: Processes): Promise<boolean> {
  try {
    await processes.run("wrk", ["--version"]);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return false;
    throw error;
  }
}

async function wrkLoad(processes: Processes, load: Load): Promise<LoadResult> {
  const headers = Object.entries(load.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { code, stdout, stderr } = await processes.run("wrk", [
    "-t1",
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    "-s",
    SCRIPT,
    ...headers,
    load.origin + (load.paths[0] ?? "/"),
    "--",
    ...(load.body === undefined ? [] : [load.body]),
    ...load.paths,
  ]);
  const report = stdout.trimEnd().split("\n").at(-1) ?? "";
  if (code !== 0 || !report.startsWith("{")) throw new Error(`wrk failed: ${stderr || stdout}`);
  return JSON.parse(report);
}
