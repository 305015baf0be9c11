import { parseArgs } from "node:util";
import { print, printError } from "../../terminal/print.ts";
import { measureChange, measureImport, measureStart } from "./change.ts";
import { measureFanOut, measureFirstDelivery, measureIsolation, measureSharing } from "./hub.ts";
import { Processes } from "./processes.ts";
import { type BenchContext, type BenchRow, formatTable, unmeasuredRow } from "./rows.ts";
import { measureServing } from "./serving.ts";
import { generatedStores } from "./stores.ts";

const MEASUREMENTS: Readonly<Record<string, (context: BenchContext) => Promise<readonly BenchRow[]>>> = {
  "serving-1000": measureServing(1000),
  "serving-10000": measureServing(10_000),
  "serving-100000": measureServing(100_000),
  start: measureStart,
  import: measureImport,
  change: measureChange,
  "fan-out": measureFanOut,
  sharing: measureSharing,
  "first-delivery": measureFirstDelivery,
  isolation: measureIsolation,
};
const NAMES = Object.keys(MEASUREMENTS);
/** Deadline of all measurements, in milliseconds: three times their duration on two fast cores, for slow machines. */
const END_AFTER_MS = 1_800_000;
const HELP = `Measure the service, beside the same routes written plainly on Hono.

  deno task bench [options]

  --only NAME    one measurement; may be repeated
  --quick        shorter and fewer rounds, for rough figures
  --help         this text

Measurements:
  ${NAMES.slice(0, 6).join(", ")},
  ${NAMES.slice(6).join(", ")}.

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
    const context = { processes, folder, store, rounds: quick ? 2 : 4, seconds: quick ? 1 : 3 };
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
