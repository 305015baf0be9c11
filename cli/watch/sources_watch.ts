import { sentence, type Text } from "../../domain/sentences/sentence.ts";
import type { Store } from "../../domain/store/store.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { backoff } from "./backoff.ts";
import type { Log } from "../../service/log.ts";
import { importPulled } from "./import_pulled.ts";
import { SourceError, type SourcePoll } from "./source_poll.ts";
import type { Source } from "./source_settings.ts";
import { readSourceStates, type SourceResult, type SourceState, writeSourceState } from "./source_state.ts";
import { releaseTurn, takeTurn } from "./source_turn.ts";

/** Store, sources and settings of the watch. */
export interface WatchSurroundings {
  readonly kv: Store;
  readonly sources: readonly Source[];
  readonly poll: (source: Source, memory: SourceState["memory"]) => Promise<SourcePoll>;
  /** Poll interval, in milliseconds. Changes in folders are noticed before (`due_programs.ts`). */
  readonly intervalMilliseconds: number;
  readonly keptRevisions: number;
  /** Unique name of this process. */
  readonly owner: string;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  /** True to write nothing, as {@linkcode trySources} does. */
  readonly dryRun?: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Result of a poll of all sources. */
export interface Round {
  /** Results by source; null for a source that was not due. */
  readonly results: ReadonlyMap<string, SourceResult | null>;
  /** True if another process polls the sources; then nothing was done. */
  readonly isBusy: boolean;
  /** Time until a source is due, in milliseconds. */
  readonly waitMilliseconds: number;
}

const BUSY_MS = 60_000;

type Wanted = "due" | "all" | "folders";

/**
 * Polls sources once, one after the other, and imports new reviews.
 *
 * @throws {StoreTroubleError} If the store cannot be read or written.
 */
export async function pollSources(surroundings: WatchSurroundings, wanted: Wanted): Promise<Round> {
  const { kv, sources, owner, now } = surroundings;
  const isWanted = (source: Source) => wanted === "all" || wanted === "folders" && source.kind === "folder";
  const results = new Map<string, SourceResult | null>(sources.map(({ name }) => [name, null]));
  if (!await takeTurn(kv, owner, now())) return { results, isBusy: true, waitMilliseconds: BUSY_MS };
  try {
    for (const source of sources) {
      const before = (await readSourceStates(kv)).get(source.name) ?? null;
      if (!isWanted(source) && !isDue(before, now())) continue;
      // Another process may have taken the turn meanwhile. If both import the same file, the second import changes
      // nothing.
      if (!await takeTurn(kv, owner, now())) return { results, isBusy: true, waitMilliseconds: BUSY_MS };
      const state = await pollSource(surroundings, source, before);
      await writeSourceState(kv, source.name, state);
      results.set(source.name, state.result);
    }
    const states = await readSourceStates(kv);
    const next = sources.map(({ name }) => (states.get(name)?.nextPollAt ?? 0) - now());
    return { results, isBusy: false, waitMilliseconds: Math.max(1000, Math.min(...next)) };
  } finally {
    await releaseTurn(kv, owner);
  }
}

function isDue(state: SourceState | null, now: number): boolean {
  // A poll in the future means that the clock was put back.
  return state === null || now >= state.nextPollAt || state.polledAt > now;
}

async function pollSource(
  surroundings: WatchSurroundings,
  source: Source,
  before: SourceState | null,
): Promise<SourceState> {
  const { intervalMilliseconds, log, now } = surroundings;
  const started = now();
  const common = { source: source.name, kind: source.kind };
  const explain = (reason: Text, isRefusal: boolean) =>
    log.warn(isRefusal ? "source refused" : "source warning", { ...common, reason: String(reason) });
  const known = before?.memory ?? {};
  const { end, failure, memory, againIn, ...sum } = await importNews(surroundings, source, known, explain);
  const at = now();
  const result = failure === null ? end : "failed";
  const failures = failure === null ? 0 : (before?.failures ?? 0) + 1;
  const delay = failure === null ? intervalMilliseconds : backoff(failures, failure.retryAfterMilliseconds);
  const wait = Math.min(againIn, delay);
  const line = { ...common, result, ...sum, milliseconds: at - started };
  if (failure !== null) {
    log.warn("source failed", { ...line, reason: failure.message, failures, again_in: wait / 1000 });
  } else if (result !== "nothing") log.info("source imported", line);
  return {
    kind: source.kind,
    polledAt: at,
    nextPollAt: at + wait,
    result,
    reason: failure?.texts[0] ?? null,
    failures,
    importedAt: end === "nothing" ? before?.importedAt ?? null : at,
    memory,
  };
}

/** A source that was tried. */
export interface TriedSource {
  readonly name: string;
  /** Number of rows in its files. */
  readonly rows: number;
  /** Why it would fail; null if it would not. */
  readonly reason: Text | null;
  /** What the log would have about its files. */
  readonly details: readonly Text[];
}

/** Polls sources as for the first time, and says what their imports would do. Imports nothing. */
export async function trySources(surroundings: WatchSurroundings): Promise<readonly TriedSource[]> {
  const tried: TriedSource[] = [];
  for (const source of surroundings.sources) {
    const details: Text[] = [];
    const explain = (reason: Text) => void details.push(reason);
    const { rows, failure } = await importNews({ ...surroundings, dryRun: true }, source, {}, explain);
    tried.push({ name: source.name, rows, reason: failure?.texts[0] ?? null, details });
  }
  return tried;
}

/** Polls a source and imports its new files. A bad file does not prevent the import of the others. */
async function importNews(
  { kv, poll, keptRevisions, dryRun = false, log, now }: WatchSurroundings,
  source: Source,
  memory: SourceState["memory"],
  explain: (reason: Text, isRefusal: boolean) => void,
) {
  const sum = { rows: 0, added: 0, updated: 0, withdrawn: 0 };
  let end: Exclude<SourceResult, "failed"> = "nothing";
  let failure: SourceError | null = null;
  let found: SourcePoll;
  try {
    found = await poll(source, memory);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ...sum, end, failure: error, memory, againIn: Infinity };
  }
  for (const file of found.files) {
    const done = await importPulled(kv, source, file, keptRevisions, new Date(now()), explain, dryRun).catch(
      (error) => {
        if (error instanceof SourceError) return error;
        if (error instanceof StoreTroubleError) throw error;
        // A fault of the program becomes a failure of this source.
        const { name, kind } = source;
        log.error("source failed", {
          source: name,
          kind,
          reason: error instanceof Error ? error.stack ?? "" : String(error),
        });
        return new SourceError(sentence("The import ended with an error of the program; the log has it."));
      },
    );
    if (done instanceof SourceError) {
      failure ??= done;
      continue;
    }
    if (!dryRun) await file.imported?.();
    for (const count of ["rows", "added", "updated", "withdrawn"] as const) sum[count] += done[count];
    if (end !== "published") end = done.end === "nothing" ? end : done.end;
  }
  const kept = failure === null ? found.memory ?? memory : memory;
  return { ...sum, end, failure, memory: kept, againIn: found.againIn ?? Infinity };
}
