import { parseArgs } from "node:util";
import { print, printError } from "../../cli/command/print.ts";
import { generatedStores } from "./stores.ts";
import { measureFanOut } from "./hub/fan_out.ts";
import { measureFirstDelivery, measureIsolation } from "./hub/delivery_time.ts";
import { measureSharing } from "./hub/sharing.ts";
import {
  measureConnections,
  measureDocuments,
  measureNotModified,
  measurePages,
  measureSearch,
} from "./measure/serving.ts";
import { measureAnalysis, measureImport } from "./measure/import_and_analysis.ts";
import { measureMcp } from "./measure/mcp.ts";
import { measureStart, measureSwap } from "./measure/start_and_swap.ts";
import { Processes } from "./processes.ts";
import { type BenchContext, type BenchRow, formatTable, unmeasuredRow } from "./rows.ts";

const MEASUREMENTS: Readonly<Record<string, (context: BenchContext) => Promise<readonly BenchRow[]>>> = {
  documents: measureDocuments,
  "not-modified": measureNotModified,
  connections: measureConnections,
  pages: measurePages,
  search: measureSearch,
  start: measureStart,
  import: measureImport,
  analysis: measureAnalysis,
  swap: measureSwap,
  "fan-out": measureFanOut,
  sharing: measureSharing,
  "first-delivery": measureFirstDelivery,
  isolation: measureIsolation,
  mcp: measureMcp,
};
const NAMES = Object.keys(MEASUREMENTS);
// Deadline of all measurements, in milliseconds: five times their duration on two fast cores, so that slow machines
// finish as well.
const END_AFTER_MS = 1_800_000;
const HELP = `Measure the service against its goals.

  deno task bench [options]

  --only NAME    one measurement; may be repeated
  --quick        fewer and shorter rounds, for rough ratios
  --help         this text

Measurements:
  ${NAMES.slice(0, 7).join(", ")},
  ${NAMES.slice(7).join(", ")}.

The load comes from wrk, which must be installed.`;

/** Runs the measurements and prints their table. Resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const options = {
    only: { type: "string", multiple: true },
    quick: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  const { only = [], quick = false, help = false } = parseArgs({ args: [...args], options }).values;
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined || help) {
    print(unknown === undefined ? HELP : `--only is "${unknown}"; allowed is one of ${NAMES.join(", ")}.`);
    return unknown === undefined ? 0 : 1;
  }

  await Deno.mkdir(".data/bench", { recursive: true });
  const folder = await Deno.makeTempDir({ dir: await Deno.realPath(".data/bench") });
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => interruption.abort(new Error("It was interrupted.")));
  }
  const late = AbortSignal.timeout(END_AFTER_MS);
  const processes = new Processes();
  try {
    const store = generatedStores(processes, folder);
    const context = { processes, folder, store, rounds: quick ? 3 : 5, seconds: quick ? 1 : 2 };
    const over = AbortSignal.any([late, interruption.signal]);
    const rows = await measureAll(only.length === 0 ? NAMES : only, context, over);
    print(formatTable(rows));
    return over.aborted ? 1 : 0;
  } finally {
    await processes[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  }
}

async function measureAll(
  names: readonly string[],
  context: BenchContext,
  over: AbortSignal,
): Promise<readonly BenchRow[]> {
  const end = new Promise<never>((_, reject) => over.addEventListener("abort", () => reject(over.reason)));
  // Without this, a rejection between two measurements would be unhandled and end the process.
  end.catch(() => {});
  const rows: BenchRow[] = [];
  for (const name of names) {
    printError(`measuring ${name}`);
    try {
      over.throwIfAborted();
      rows.push(...await Promise.race([end, MEASUREMENTS[name]?.(context) ?? []]));
    } catch (error) {
      rows.push(unmeasuredRow(name, error instanceof Error ? error.message : String(error)));
    } finally {
      await context.processes.stopAll();
    }
  }
  return rows;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
