import { parseArgs } from "node:util";
import { generatedStores } from "./data/generated_stores.ts";
import { measureFanOut } from "./hub/fan_out.ts";
import { measureFirstDelivery } from "./hub/first_delivery.ts";
import { measureIsolation } from "./hub/isolation.ts";
import { measureMillion } from "./hub/million.ts";
import { measureSharing } from "./hub/sharing.ts";
import { measureStores } from "./hub/stores.ts";
import { loadGenerator } from "./load/load.ts";
import {
  measureConnections,
  measureDocuments,
  measureNotModified,
  measurePages,
  measureSince,
} from "./measure/documents.ts";
import { measureAnalysis, measureImport } from "./measure/import_and_analysis.ts";
import { measureMcp } from "./measure/mcp.ts";
import { measureLargeSearch, measureSearch } from "./measure/search.ts";
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
  since: measureSince,
  "large-search": measureLargeSearch,
  import: measureImport,
  analysis: measureAnalysis,
  swap: measureSwap,
  "fan-out": measureFanOut,
  sharing: measureSharing,
  "first-delivery": measureFirstDelivery,
  isolation: measureIsolation,
  stores: measureStores,
  mcp: measureMcp,
  million: measureMillion,
};
const NAMES = Object.keys(MEASUREMENTS);
/** Takes minutes and a gigabyte of disk: only where it is asked for. */
const ON_REQUEST = ["million"];
// Five times what a run takes on two quick cores: a slow machine comes to the end as well.
const END_AFTER_MS = 1_800_000;
const HELP = `Measure the service against its goals.

  deno task bench [options]

  --only NAME    one measurement, may be repeated: ${NAMES.join(", ")}
                 (${ON_REQUEST.join(", ")} takes minutes and a gigabyte of disk, and only runs where it is named)
  --quick        fewer and shorter rounds; the ratios are rough then
  --help         this text`;

/** Runs the measurements and prints their table. Resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { only, quick, help } = readArguments(args);
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return print(`--only is "${unknown}"; allowed is one of ${NAMES.join(", ")}.`, 1);
  if (help) return print(HELP, 0);

  await Deno.mkdir(".data/bench", { recursive: true });
  const folder = await Deno.makeTempDir({ dir: await Deno.realPath(".data/bench") });
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => interruption.abort(new Error("It was interrupted.")));
  }
  const late = AbortSignal.timeout(END_AFTER_MS);
  const processes = new Processes();
  try {
    const load = await loadGenerator(processes);
    const store = generatedStores(processes, folder);
    const context = { processes, folder, load, store, rounds: quick ? 3 : 5, seconds: quick ? 1 : 2 };
    const over = AbortSignal.any([late, interruption.signal]);
    const rows = await measureAll(
      only.length === 0 ? NAMES.filter((name) => !ON_REQUEST.includes(name)) : only,
      context,
      over,
    );
    const slow = load.name === "fetch" ? ", because there is no wrk: it limits both sides, so ratios look better" : "";
    return print(`${formatTable(rows)}\n\nThe load came from ${load.name}${slow}.`, over.aborted ? 1 : 0);
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
  // A rejection between two measurements would otherwise be unhandled and end the process.
  end.catch(() => {});
  const rows: BenchRow[] = [];
  for (const name of names) {
    progress(name);
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

function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true },
      quick: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  return { only: values.only ?? [], quick: values.quick ?? false, help: values.help ?? false };
}

function progress(name: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`measuring ${name}\n`));
}

function print(text: string, exitCode: number): number {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
  return exitCode;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
