import { fileURLToPath } from "node:url";
import type { Processes } from "../processes.ts";
import { fetchLoad, type Load, type LoadResult } from "./fetch_load.ts";

/** Generates load on a server. */
export interface LoadGenerator {
  readonly name: "wrk" | "fetch";
  readonly run: (load: Load) => Promise<LoadResult>;
}

const SCRIPT = fileURLToPath(new URL("wrk_load.lua", import.meta.url));

/** Uses `wrk` if installed, else a loop of `fetch`, which needs more time than the server itself. */
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
