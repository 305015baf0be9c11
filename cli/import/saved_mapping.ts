import { createHash } from "node:crypto";
import type { Store } from "../../domain/store/store.ts";
import { shownName } from "../../terminal/print.ts";
import { UsageError } from "../command/run_command.ts";
import { Confirmed } from "./formats/understanding.ts";

/**
 * Reads a named mapping.
 *
 * @throws {UsageError} If there is none. Lists the existing names.
 */
export async function readMapping(kv: Store, name: string): Promise<Confirmed> {
  const { value } = await kv.get(["mapping", name]);
  const read = Confirmed.safeParse(value);
  if (read.success) return read.data;
  const names: string[] = [];
  for await (const { key } of kv.list({ prefix: ["mapping"] })) names.push(String(key[1]));
  throw new UsageError(
    `There is no mapping "${shownName(name)}"; ` +
      (names.length === 0 ? "none is saved yet: --save-mapping NAME saves one." : `saved are ${names.join(", ")}.`),
  );
}

/**
 * Validates the name for a new mapping, before anything is imported.
 *
 * @throws {UsageError} If the name is invalid.
 */
export function mappingName(name: string | null): string | null {
  if (name === null || /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,59}$/u.test(name)) return name;
  throw new UsageError(`--save-mapping is "${shownName(name)}"; expected a name of 1 to 60 letters and digits.`);
}

/** Saves a mapping under a name, replacing an earlier one. */
export async function saveMapping(kv: Store, name: string, mapping: Confirmed): Promise<void> {
  await kv.set(["mapping", name], Confirmed.parse(mapping));
}

function confirmedKey(columns: readonly string[]): Deno.KvKey {
  return ["confirmed", createHash("sha256").update(JSON.stringify([...columns].sort())).digest("hex")];
}

/** Reads the confirmed readings. The returned function finds one by its columns; null if none was confirmed. */
export async function readConfirmed(kv: Store): Promise<(columns: readonly string[]) => Confirmed | null> {
  const rows = await Array.fromAsync(kv.list({ prefix: ["confirmed"] }));
  const kinds = new Map(rows.map(({ key, value }) => [String(key[1]), value]));
  return (columns) => Confirmed.safeParse(kinds.get(String(confirmedKey(columns)[1]))).data ?? null;
}

/** Deletes readings confirmed after a revision. Called when an undo restores that revision. */
export async function forgetConfirmed(kv: Store, revision: number): Promise<void> {
  for await (const { key, value } of kv.list({ prefix: ["confirmed"] })) {
    const { data } = Confirmed.safeParse(value);
    if (data?.revision !== undefined && data.revision > revision) await kv.delete(key);
  }
}

/** Stores the confirmed reading of files with these columns, replacing an earlier one. */
export async function rememberConfirmed(kv: Store, columns: readonly string[], kind: Confirmed): Promise<void> {
  await kv.set(confirmedKey(columns), Confirmed.parse(kind));
}

/** Merges an earlier confirmed reading with a new one. Columns, values and states confirmed earlier stay confirmed. */
export function mergedKinds(before: Confirmed | null, now: Confirmed): Confirmed {
  const union = (one: readonly string[] = [], other: readonly string[] = []) => [...new Set([...one, ...other])];
  const names = union(Object.keys(before?.values ?? {}), Object.keys(now.values ?? {}));
  return {
    ...before,
    ...now,
    leftOver: union(before?.leftOver, now.leftOver),
    values: Object.fromEntries(names.map((name) => [name, union(before?.values?.[name], now.values?.[name])])),
    states: { ...before?.states, ...now.states },
  };
}
