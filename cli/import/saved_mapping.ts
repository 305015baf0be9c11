import { createHash } from "node:crypto";
import type { Store } from "../../domain/store/store.ts";
import { shownName } from "../command/escaped_controls.ts";
import { UsageError } from "../command/run_command.ts";
import { Confirmed } from "./formats/understanding.ts";

/** Key of a mapping with a name. */
export function mappingKey(name: string): Deno.KvKey {
  return ["mapping", name];
}

/**
 * The mapping of a name.
 *
 * @throws {UsageError} If there is none; names those that there are.
 */
export async function readMapping(kv: Store, name: string): Promise<Confirmed> {
  const { value } = await kv.get(mappingKey(name));
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
 * Checks the name under which a mapping is to be saved, before anything is imported.
 *
 * @throws {UsageError} If it is none.
 */
export function mappingName(name: string | null): string | null {
  if (name === null) return null;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,59}$/u.test(name)) {
    throw new UsageError(`--save-mapping is "${shownName(name)}"; expected a name of 1 to 60 letters and digits.`);
  }
  return name;
}

/** Saves a mapping under a name, in place of an earlier one. */
export async function saveMapping(kv: Store, name: string, mapping: Confirmed): Promise<void> {
  await kv.set(mappingKey(name), Confirmed.parse(mapping));
}

/** Key of what was confirmed for files with certain columns, in any order. */
function confirmedKey(columns: readonly string[]): Deno.KvKey {
  return ["confirmed", createHash("sha256").update(JSON.stringify([...columns].sort())).digest("hex")];
}

/** Reads which kinds of files were confirmed. The function finds one by its columns; null for what nobody confirmed. */
export async function readConfirmed(kv: Store): Promise<(columns: readonly string[]) => Confirmed | null> {
  const rows = await Array.fromAsync(kv.list({ prefix: ["confirmed"] }));
  const kinds = new Map(rows.map(({ key, value }) => [String(key[1]), value]));
  return (columns) => Confirmed.safeParse(kinds.get(String(confirmedKey(columns)[1]))).data ?? null;
}

/** Remembers how files with these columns are read, in place of what was confirmed before. */
export async function rememberConfirmed(kv: Store, columns: readonly string[], kind: Confirmed): Promise<void> {
  await kv.set(confirmedKey(columns), Confirmed.parse(kind));
}
