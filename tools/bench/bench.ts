import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { print, printError } from "../../terminal/print.ts";
import { measureChange, measureImport, measureStart } from "./change.ts";
import { measureFanOut, measureFirstDelivery, measureIsolation, measureSharing } from "./hub.ts";
import { Processes } from "./processes.ts";
import { type BenchContext, type BenchRow, formatTable, isMeasured, type Measurement, unmeasuredRow } from "./rows.ts";
import { measureServing } from "./serving.ts";
import { generatedStores } from "./stores.ts";

/** The measurements of each section of the report. */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, Measurement>>>> = {
  Routes: {
    "serving-1000": measureServing(1000),
    "serving-10000": measureServing(10_000),
    "serving-100000": measureServing(100_000),
  },
  "Start and import": { start: measureStart, import: measureImport, change: measureChange },
  "The hub": {
    "fan-out": measureFanOut,
    sharing: measureSharing,
    "first-delivery": measureFirstDelivery,
    isolation: measureIsolation,
  },
};
const NAMES = Object.values(SECTIONS).flatMap(Object.keys);
/** Deadline of all measurements, in milliseconds: three times their duration on two fast cores, for slow machines. */
const END_AFTER_MS = 2_400_000;
const FULL = { most: Infinity, rounds: 4, seconds: 3 };
const TRIAL = { most: 1000, rounds: 1, seconds: 1 };
const HELP =
  `Measure the service, beside the same routes written plainly on Hono. Prints the tables of docs/performance.md.
Takes about thirteen minutes on two cores.

  deno task bench [options]

  --only NAME    one measurement; may be repeated
  --trial        one short row of each, to see whether they work
  --help         this text

Measurements:
  ${NAMES.slice(0, 6).join(", ")},
  ${NAMES.slice(6).join(", ")}.

Exits with 1 if a row was not measured. The load comes from wrk, which must be installed.`;

/** Runs the measurements and prints their tables. Resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const options = {
    only: { type: "string", multiple: true },
    trial: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  const { only = NAMES, trial: isTrial = false, help = false } = parseArgs({ args: [...args], options }).values;
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
  const over = AbortSignal.any([AbortSignal.timeout(END_AFTER_MS), interruption.signal]);
  const processes = new Processes();
  const size = isTrial ? TRIAL : FULL;
  const context = { processes, folder, store: generatedStores(processes, folder, size.most), ...size };
  print(conditions());
  let isComplete = true;
  try {
    for (const [title, section] of Object.entries(SECTIONS)) {
      const rows: BenchRow[] = [];
      for (const [name, measurement] of Object.entries(section).filter(([name]) => only.includes(name))) {
        printError(`measuring ${name}`);
        for await (const row of measuredRows(name, measurement, context, over)) {
          rows.push(row);
          if (isTrial) break;
        }
        await processes.stopAll();
      }
      if (rows.length > 0) print(`\n## ${title}\n\n${formatTable(rows)}`);
      isComplete &&= rows.every(isMeasured);
    }
    return isComplete ? 0 : 1;
  } finally {
    await processes[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns a sentence about the machine and its load. */
function conditions(): string {
  const load = loadavg()[0]?.toFixed(1);
  return `Deno ${Deno.version.deno} on ${availableParallelism()} cores, with a load of ${load} before it.`;
}

/** Yields the rows of a measurement, and at its failure or at the end of all a row with the reason. */
async function* measuredRows(
  name: string,
  measurement: Measurement,
  context: BenchContext,
  over: AbortSignal,
): AsyncGenerator<BenchRow> {
  const end = new Promise<never>((_, reject) => over.addEventListener("abort", () => reject(over.reason)));
  // Without this, a rejection between two measurements would be unhandled and end the process.
  end.catch(() => {});
  try {
    over.throwIfAborted();
    const rows = measurement(context);
    const next = () => Promise.race([end, rows.next()]);
    for (let row = await next(); !row.done; row = await next()) yield row.value;
  } catch (error) {
    yield unmeasuredRow(name, error instanceof Error ? error.message : String(error));
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
