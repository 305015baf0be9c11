import { restoredSentence, type Text } from "../../domain/sentences/sentence.ts";
import { createHash } from "node:crypto";
import type { Store } from "../../domain/store/store.ts";

/** The result of polling a source. */
export type SourceResult =
  /** An import changed the published reviews. */
  | "published"
  /** An import changed nothing. */
  | "unchanged"
  /** Nothing new to import. */
  | "nothing"
  | "failed";

/** State of a source, kept in the store for all services and commands. */
export interface SourceState {
  readonly kind: "folder" | "url" | "google";
  /** Time of the last poll, in milliseconds since 1970 like all times here. */
  readonly polledAt: number;
  readonly nextPollAt: number;
  readonly result: SourceResult;
  /** Reason of the failure, as a sentence without values of the files; null without failure. */
  readonly reason: Text | null;
  /** Number of failures in a row. */
  readonly failures: number;
  /** Time of the last import; null if there was none. */
  readonly importedAt: number | null;
  /** Data of the source for its next poll, such as an entity tag. */
  readonly memory: Readonly<Record<string, string>>;
}

/** The states by source name. */
export type SourceStates = ReadonlyMap<string, SourceState>;

// Lifetime of a state, so that sources no longer configured disappear.
const FORGOTTEN_AFTER_MS = 30 * 86_400_000;
const KEY_DIGITS = 32;

/** Reads the states of all sources polled within the last 30 days. */
export async function readSourceStates(kv: Store): Promise<SourceStates> {
  const rows = await Array.fromAsync(kv.list<SourceState>({ prefix: ["source"] }));
  return new Map(rows.map(({ key, value }) => [String(key[1]), { ...value, reason: restoredSentence(value.reason) }]));
}

/** Writes the state of a source. */
export async function writeSourceState(kv: Store, name: string, state: SourceState): Promise<void> {
  await kv.set(["source", name], state, { expireIn: FORGOTTEN_AFTER_MS });
}

/**
 * Reads the length and time that the files of a folder had when imported, by `fileKey`. One row per file, because a
 * folder may have any number.
 */
export async function readImportedFiles(kv: Store, source: string): Promise<ReadonlyMap<string, string>> {
  const rows = await Array.fromAsync(kv.list<string>({ prefix: ["source_file", source] }));
  return new Map(rows.map(({ key, value }) => [String(key[2]), value]));
}

/** Key of a file in the store. A hash, because file names may contain personal names, which must be erasable. */
export function fileKey(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, KEY_DIGITS);
}

/** Stores the mark of an imported file by its `fileKey`; null deletes it. */
export async function noteImportedFile(kv: Store, source: string, file: string, mark: string | null): Promise<void> {
  const key = ["source_file", source, file];
  await (mark === null ? kv.delete(key) : kv.set(key, mark));
}
