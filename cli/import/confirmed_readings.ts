import { createHash } from "node:crypto";
import type { Store } from "../../domain/store/store.ts";
import { Confirmed } from "./formats/understanding.ts";

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
    files: union(before?.files, now.files),
    leftOver: union(before?.leftOver, now.leftOver),
    values: Object.fromEntries(names.map((name) => [name, union(before?.values?.[name], now.values?.[name])])),
    states: { ...before?.states, ...now.states },
  };
}
