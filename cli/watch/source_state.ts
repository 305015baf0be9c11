import { createHash } from "node:crypto";
import type { Store } from "../../domain/store/store.ts";

/** What became of a look at a source. */
export type SourceResult =
  /** Something was imported, and what is published has changed. */
  | "published"
  /** Something was imported that was known already. */
  | "unchanged"
  /** There was nothing new. */
  | "nothing"
  | "failed";

/** How a source stands, in the store for all services and commands. */
export interface SourceState {
  readonly kind: "folder" | "url" | "google";
  /** Milliseconds since 1970, as all times here. */
  readonly lookedAt: number;
  readonly nextLookAt: number;
  readonly result: SourceResult;
  /** Why it failed: a sentence for everybody, without values of the files. */
  readonly reason: string | null;
  /** How often it has failed in a row. */
  readonly failures: number;
  /** When something was imported the last time; null for never. */
  readonly importedAt: number | null;
  /** What the source wants to be reminded of at the next look, such as an entity tag. */
  readonly memory: Readonly<Record<string, string>>;
}

/** The states by the names of the sources. */
export type SourceStates = ReadonlyMap<string, SourceState>;

// A source that is not configured any more is forgotten.
const FORGOTTEN_AFTER_MS = 30 * 86_400_000;
const KEY_DIGITS = 32;

/** Reads how the sources stand that were looked at within the last 30 days. */
export async function readSourceStates(kv: Store): Promise<SourceStates> {
  const rows = await Array.fromAsync(kv.list<SourceState>({ prefix: ["source"] }));
  return new Map(rows.map(({ key, value }) => [String(key[1]), value]));
}

/** Writes how a source stands. */
export async function writeSourceState(kv: Store, name: string, state: SourceState): Promise<void> {
  await kv.set(["source", name], state, { expireIn: FORGOTTEN_AFTER_MS });
}

/**
 * What was known of the files of a folder when they were imported: their length and time, by `fileKey`. One row a file, as
 * a folder may have any number of them.
 */
export async function readImportedFiles(kv: Store, source: string): Promise<ReadonlyMap<string, string>> {
  const rows = await Array.fromAsync(kv.list<string>({ prefix: ["source_file", source] }));
  return new Map(rows.map(({ key, value }) => [String(key[2]), value]));
}

/** What a file is called in the store: a hash, as its name may be that of somebody who has to be erased. */
export function fileKey(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, KEY_DIGITS);
}

/** Notes that a file was imported, by its `fileKey`; null forgets it. */
export async function noteImportedFile(kv: Store, source: string, file: string, mark: string | null): Promise<void> {
  const key = ["source_file", source, file];
  await (mark === null ? kv.delete(key) : kv.set(key, mark));
}
