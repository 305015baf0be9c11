import { jsonText } from "../domain/sentences/sentence.ts";
import { environment } from "../service/store/kv_location.ts";
import { writePlan } from "./launch/due_programs.ts";
import { counted, print } from "../terminal/print.ts";
import { onStopSignal } from "../terminal/stop_signals.ts";
import { type CommandLine, refuseArguments, runCommand, SENTENCES, UsageError } from "./command/run_command.ts";
import { readConfiguration } from "../service/configuration.ts";
import { streamLog } from "../service/log.ts";
import { openStore } from "../service/store/open_store.ts";
import { SETTLED_MS } from "./watch/folder_source.ts";
import { httpsClient } from "./watch/https_client.ts";
import { sourcePoller } from "./watch/source_poller.ts";
import { readSourceSettings } from "./watch/source_settings.ts";
import { releaseTurn } from "./watch/source_turn.ts";
import {
  pollSources,
  type Round,
  type TriedSource,
  trySources,
  type WatchSurroundings,
} from "./watch/sources_watch.ts";
import { userAgent } from "../domain/service.ts";

const HELP = `Poll the sources of reviews and import new ones.

  deno task watch          poll until SIGTERM or SIGINT
  deno task watch --once   poll every source once and end
  deno task watch --check  check the settings only
  deno task watch --dry-run  poll every source once, and import nothing

\`deno task start\` also polls, if there are sources at its start
(docs/sources.md). Each pull is an import: it merges reviews by id and withdraws
nothing, even if a source is empty.

  --once   poll once; exit with 1 if a source failed
  --due    poll the due sources and folders; used by the launcher
  --check  poll nothing; exit with 1 if a setting is wrong
  --dry-run  say what the first poll of each source would do; write nothing
  --json   with --once or --dry-run: one object, for programs
  --help   this text`;

const OPTIONS = {
  once: { type: "boolean" },
  due: { type: "boolean" },
  check: { type: "boolean" },
  "dry-run": { type: "boolean" },
  json: { type: "boolean" },
  ...SENTENCES,
} as const;

const MARGIN_MS = 100;

async function watchCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "watch");
  const configuration = readConfiguration(environment);
  const settings = readSourceSettings(environment);
  if (settings === null) {
    throw new UsageError(
      "No source is set. SOURCES_FILE or a file beside the store names them; docs/sources.md says how.",
    );
  }
  const { kvPath, keptRevisions, port, siteOn } = configuration;
  const folders = settings.sources.flatMap((source) => source.kind === "folder" ? [source.folder] : []);
  if (line.flag("check")) {
    await writePlan({ wait: 0, folders });
    return 0;
  }
  const isDue = line.flag("due");
  // Log to standard error with `--once`, to keep standard output for the result.
  const log = streamLog(configuration, isDue ? Deno.stdout : Deno.stderr);
  const given = environment("LAUNCH_FOLDER");
  const folder = await Deno.makeTempDir({ ...given ? { dir: given } : {}, prefix: "public-reviews-" });
  const { kv } = await openStore(kvPath);
  const client = httpsClient({ allowCidrs: settings.allowCidrs, userAgent: userAgent(siteOn(port)) });
  const surroundings: WatchSurroundings = {
    kv,
    sources: settings.sources,
    poll: sourcePoller({ kv, client, folder, variable: environment, now: Date.now }),
    intervalMilliseconds: settings.intervalMilliseconds,
    keptRevisions,
    owner: crypto.randomUUID(),
    log,
    now: Date.now,
  };
  endOnSignal(surroundings);
  try {
    if (isDue) {
      const { waitMilliseconds: wait } = await pollSources(surroundings, "folders");
      await writePlan({ wait, folders });
      return 0;
    }
    if (line.flag("dry-run")) {
      const tried = await trySources(surroundings);
      print(line.flag("json") ? jsonText(tried, line.flag("sentences")) : triedText(tried));
      return tried.some(({ reason }) => reason !== null) ? 1 : 0;
    }
    const round = await pollOnce(surroundings);
    const sources = [...round.results].map(([name, result]) => ({ name, result }));
    print(line.flag("json") ? JSON.stringify({ busy: round.isBusy, sources }, null, 2) : textOf(round));
    return round.isBusy || [...round.results.values()].includes("failed") ? 1 : 0;
  } finally {
    await log.flush();
    await client.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Polls all sources once. If a file was changed a moment ago, polls again when it is complete. */
async function pollOnce(surroundings: WatchSurroundings): Promise<Round> {
  const first = await pollSources(surroundings, "all");
  if (first.isBusy || first.waitMilliseconds > SETTLED_MS) return first;
  await new Promise((go) => setTimeout(go, first.waitMilliseconds + MARGIN_MS));
  const later = await pollSources(surroundings, "due");
  return {
    ...later,
    results: new Map([...first.results].map(([name, result]) => [name, later.results.get(name) ?? result])),
  };
}

/** Releases the turn at a signal: another process would wait ten minutes for its end. */
function endOnSignal({ kv, owner }: WatchSurroundings): void {
  onStopSignal(() => void releaseTurn(kv, owner).catch(() => {}).finally(() => Deno.exit(0)));
}

function textOf({ results, isBusy }: Round): string {
  if (isBusy) return "Another process polls the sources; nothing was done here.";
  return [...results].map(([name, result]) => `${(result ?? "-").padEnd(10)} ${name}`).join("\n");
}

function triedText(tried: readonly TriedSource[]): string {
  return tried.map(({ name, rows, reason, details }) =>
    [`${name}: ${reason ?? counted(rows, "row")}`, ...details].join("\n  ")
  ).join("\n");
}

/** Runs `deno task watch`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, watchCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
