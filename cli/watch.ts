import { environment } from "./service/store/kv_location.ts";
import { print } from "./command/print.ts";
import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";
import { readConfiguration } from "./service/configuration.ts";
import { createLog } from "./service/log.ts";
import { openStore } from "./service/store/open_store.ts";
import { repeatedFault } from "./service/repeated_fault.ts";
import { SETTLED_MS } from "./watch/folder_source.ts";
import { httpsClient } from "./watch/https_client.ts";
import { sourceLook } from "./watch/source_look.ts";
import { readSourceSettings } from "./watch/source_settings.ts";
import { giveTurnBack } from "./watch/source_turn.ts";
import { lookAtSources, type Round, type Wanted, type WatchSurroundings } from "./watch/sources_watch.ts";
import { userAgent } from "../domain/service.ts";

/**
 * Notifies of changes in folders, if the operating system reports them. Some network drives and missing folders have no
 * events, so this only shortens the wait for the next poll.
 */
export class FolderEvents implements Disposable {
  readonly #watchers: readonly Deno.FsWatcher[];
  #next = Promise.withResolvers<void>();

  constructor(folders: readonly string[]) {
    this.#watchers = folders.flatMap((folder) => {
      try {
        return [Deno.watchFs(folder, { recursive: false })];
      } catch {
        // The next poll reports the error of the folder.
        return [];
      }
    });
    for (const watcher of this.#watchers) void this.#listen(watcher);
  }

  /** Resolves at the first change since {@linkcode forget}. */
  changed(): Promise<void> {
    return this.#next.promise;
  }

  /** Discards the changes so far. Called before a poll begins. */
  forget(): void {
    this.#next = Promise.withResolvers<void>();
  }

  async #listen(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind } of watcher) {
      // Ignore access events: our own polls open the files.
      if (kind !== "access") this.#next.resolve();
    }
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers) watcher.close();
  }
}

const HELP = `Poll the sources of reviews and import new ones.

  deno task watch          poll until SIGTERM or SIGINT
  deno task watch --once   poll every source once and end
  deno task watch --check  check the settings only

\`deno task start\` also polls, if SOURCES or SOURCES_FILE is set
(docs/sources.md). Each pull is an import: it merges reviews by id and withdraws
nothing, even if a source is empty.

  --once   poll once; exit with 1 if a source failed
  --check  poll nothing; exit with 1 if a setting is wrong
  --json   with --once: one object, for programs
  --help   this text`;

const OPTIONS = { once: { type: "boolean" }, check: { type: "boolean" }, json: { type: "boolean" } } as const;

const MINUTE_MS = 60_000;
/** Margin for the coarser clock of file times, in milliseconds. */
const MARGIN_MS = 100;

async function watchCommand(line: CommandLine): Promise<number> {
  if (line.files.length > 0) throw new UsageError(`watch takes no ${JSON.stringify(line.files[0])}.`);
  const settings = readSourceSettings(environment);
  if (settings === null) {
    throw new UsageError("No source is set. SOURCES or SOURCES_FILE names them; docs/sources.md says how.");
  }
  const { kvPath, keptRevisions, logFormat, logLevel, port, siteOn } = readConfiguration(environment);
  if (line.flag("check")) return 0;
  const once = line.flag("once");
  // Log to standard error with `--once`, to keep standard output for the result.
  const to = once ? Deno.stderr : Deno.stdout;
  const log = createLog({
    level: logLevel,
    format: logFormat ?? (to.isTerminal() ? "pretty" : "json"),
    write: (bytes) => to.write(bytes),
    now: () => new Date(),
  });
  const given = environment("SOURCES_FOLDER");
  const folder = await Deno.makeTempDir({ ...given ? { dir: given } : {}, prefix: "public-reviews-" });
  const { kv } = await openStore(kvPath);
  const client = httpsClient({ allowCidrs: settings.allowCidrs, userAgent: userAgent(siteOn(port)) });
  const surroundings: WatchSurroundings = {
    kv,
    sources: settings.sources,
    lookAt: sourceLook({ kv, client, folder, variable: environment, now: Date.now }),
    intervalMilliseconds: settings.intervalMilliseconds,
    keptRevisions,
    owner: crypto.randomUUID(),
    log,
    now: Date.now,
  };
  try {
    if (!once) return await watchOn(surroundings);
    const round = await lookOnce(surroundings);
    print(line.flag("json") ? jsonOf(round) : textOf(round));
    return round.isBusy || [...round.results.values()].includes("failed") ? 1 : 0;
  } finally {
    await log.flush();
    await client.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Polls all sources once. If a file was changed a moment ago, polls again when it is complete. */
async function lookOnce(surroundings: WatchSurroundings): Promise<Round> {
  const first = await lookAtSources(surroundings, "all");
  if (first.isBusy || first.waitMilliseconds > SETTLED_MS) return first;
  await timerOf(first.waitMilliseconds + MARGIN_MS).over;
  const later = await lookAtSources(surroundings, "due");
  return {
    ...later,
    results: new Map([...first.results].map(([name, result]) => [name, later.results.get(name) ?? result])),
  };
}

/** Polls until SIGTERM or SIGINT. Logs errors of the store and retries. */
async function watchOn(surroundings: WatchSurroundings): Promise<number> {
  const { log, sources } = surroundings;
  const stop = Promise.withResolvers<null>();
  let isStopped = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      isStopped = true;
      stop.resolve(null);
    });
  }
  const fault = repeatedFault((error) => log.error("sources not polled", { reason: String(error) }), Date.now);
  log.info("watching sources", { sources: sources.length });
  using events = new FolderEvents(sources.flatMap((source) => source.kind === "folder" ? [source.folder] : []));
  let wanted: Wanted = "due";
  while (!isStopped) {
    events.forget();
    const round = await Promise.race([stop.promise, lookAtSources(surroundings, wanted)]).then((round) => {
      fault.ended();
      return round;
    }, (error) => {
      fault.happened(error);
      return null;
    });
    if (isStopped) break;
    wanted = "due";
    const dropped = events.changed().then(() => {
      wanted = "folders";
    });
    using pause = timerOf(round?.waitMilliseconds ?? MINUTE_MS);
    await Promise.race([stop.promise, pause.over, dropped]);
    if (wanted === "due") continue;
    using settling = timerOf(SETTLED_MS + MARGIN_MS);
    await Promise.race([stop.promise, settling.over]);
  }
  // Otherwise the next start would have to wait for the end of the turn.
  await giveTurnBack(surroundings.kv, surroundings.owner).catch(fault.happened);
  return 0;
}

/** A timer that does not outlive its block. */
function timerOf(milliseconds: number): Disposable & { readonly over: Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((go) => timer = setTimeout(go, milliseconds));
  return { over, [Symbol.dispose]: () => clearTimeout(timer) };
}

function textOf({ results, isBusy }: Round): string {
  if (isBusy) return "Another process is looking at the sources; nothing was done here.";
  return [...results].map(([name, result]) => `${(result ?? "-").padEnd(10)} ${name}`).join("\n");
}

function jsonOf({ results, isBusy }: Round): string {
  const sources = [...results].map(([name, result]) => ({ name, result }));
  return JSON.stringify({ busy: isBusy, sources }, null, 2);
}

if (import.meta.main) await runCommand(HELP, OPTIONS, watchCommand);
