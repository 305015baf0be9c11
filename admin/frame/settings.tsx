// Files of settings: lists of entries, each of which the owner adds, changes or removes by itself.

import { createHash } from "node:crypto";
import { sentence } from "../../domain/sentences/sentence.ts";
import { readSettings } from "../../cli/command/operator_file.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { type ReadVariable, settingsFile, type SettingsVariable } from "../../service/store/kv_location.ts";
import { Hidden, type Markup, useLocale } from "./page.tsx";
import type { PreparedAction, Visit } from "./screen.tsx";

/** An entry of a file of settings. */
export type Entry = Readonly<Record<string, unknown>>;

/** A file of settings. */
export interface EntriesFile {
  readonly variable: SettingsVariable;
  /** Path of its screen. */
  readonly path: string;
  /** Reads an entry. It throws an `OperatorError` for the first fault. */
  readonly entryOf: (entry: unknown) => unknown;
  /** Reads the settings. It throws an `OperatorError` for the first fault. */
  readonly check: (variable: ReadVariable, readFile: (path: string) => string) => unknown;
}

/** Names of the fields of an entry's form: the id of the entry before, and its kind. */
export const [ENTRY, KIND] = ["entry", "kind"];

/** The path of a file of settings; null if the store has no place for one. */
export function entriesPath({ workspace }: Visit, { variable }: EntriesFile): string | null {
  return settingsFile(workspace.variable, variable) ?? null;
}

/** The entries of a file; none before it is written. */
export function entriesIn(visit: Visit, file: EntriesFile): readonly Entry[] {
  const path = entriesPath(visit, file);
  return path === null ? [] : readSettings(file.variable, path, settingsText).entries as readonly Entry[];
}

/** Identifies an entry while it stays as it is. */
export function entryId(entry: Entry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("hex").slice(0, 16);
}

/** The entry that a form changes or removes; null for a new one. */
export function entryBefore({ form }: Visit, all: readonly Entry[]): Entry | null {
  const id = form.text(ENTRY);
  const found = all.find((entry) => entryId(entry) === id);
  if (id === "" || found !== undefined) return found ?? null;
  throw new OperatorError(sentence("Something has changed meanwhile. Nothing was saved."));
}

/** Plans to write an entry in the place of the one before; null removes that. */
export function savingEntry(
  visit: Visit,
  file: EntriesFile,
  entry: Entry | null,
  shown: Pick<PreparedAction, "title" | "effect" | "fields" | "button"> & { readonly write?: () => Promise<void> },
): PreparedAction {
  const { locale: { words }, workspace } = visit;
  const path = entriesPath(visit, file) ?? "";
  const all = entriesIn(visit, file);
  const before = entryBefore(visit, all);
  const made = entry === null ? [] : [entry];
  const after = before === null ? [...all, ...made] : all.flatMap((one) => one === before ? made : [one]);
  const text = `${JSON.stringify(after, null, 2)}\n`;
  // The owner corrects this entry. Names that stand twice are a fault of the file.
  for (const one of made) file.entryOf(one);
  file.check((name) => name === file.variable ? path : workspace.variable(name), () => text);
  return {
    button: words.save,
    ...shown,
    back: file.path,
    execute: async () => {
      await shown.write?.();
      await replaceFile(path, text);
      return { text: words.settings_saved, at: file.path };
    },
  };
}

/** Plans to remove the entry of a form. `shown` says what it is. */
export function removingEntry(
  visit: Visit,
  file: EntriesFile,
  title: string,
  shown: (entry: Entry) => string,
): PreparedAction {
  const before = entryBefore(visit, entriesIn(visit, file));
  const effect = <p>{before && shown(before)}</p>;
  return savingEntry(visit, file, null, { title, button: visit.locale.words.remove, effect });
}

/** The button that removes an entry. */
export function RemoveButton({ entry, action }: { readonly entry: Entry; readonly action: string }) {
  return (
    <form method="post" action={action}>
      <Hidden fields={[[ENTRY, entryId(entry)]]} />
      <button class="second">{useLocale().words.remove}</button>
    </form>
  );
}

/** What stands in the place of the forms if the store has no place for a file; else nothing. */
export function NoFile({ visit, file }: { readonly visit: Visit; readonly file: EntriesFile }): Markup {
  const { variable } = file;
  return entriesPath(visit, file) === null && (
    <p class="confirmed">{visit.locale.say("named_by_variable", { variable })}</p>
  );
}

/** Writes a file as a whole, as a crash could lose a part. A new one is for the owner alone, as it may hold secrets. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const mode = await Deno.stat(path).then((info) => info.mode, () => 0o600);
  await Deno.writeTextFile(`${path}.new`, text, mode === null ? {} : { mode });
  await Deno.rename(`${path}.new`, path);
}

/** The text of a file of settings; no entries before it is written. */
export function settingsText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "[]";
    throw error;
  }
}
