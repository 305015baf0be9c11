// Files of settings: lists of entries, each of which the owner adds, changes or removes by itself.

import { createHash } from "node:crypto";
import { Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { readSettings } from "../../cli/command/operator_file.ts";
import { OperatorError, operatorTexts } from "../../domain/operator_error.ts";
import { type ReadVariable, settingsFile, type SettingsVariable } from "../../service/store/kv_location.ts";
import type { Form } from "./form.ts";
import { Findings, Hidden, type Markup } from "./page.tsx";
import type { PreparedAction, Visit } from "./screen.tsx";

/** An entry of a file of settings. */
export type Entry = Readonly<Record<string, unknown>>;

/** A file of settings. */
export interface EntriesFile {
  readonly variable: SettingsVariable;
  /** Path of its screen. Below it, `/remove` removes an entry. */
  readonly path: string;
  /** Path of the action that saves an entry. */
  readonly save: string;
  /** Reads an entry. It throws an `OperatorError` for the first fault. */
  readonly entryOf: (entry: unknown) => unknown;
  /** Reads the settings. It throws an `OperatorError` for the first fault. */
  readonly check: (variable: ReadVariable, readFile: (path: string) => string) => unknown;
}

/** Field of a form with the id of the entry before. */
const ENTRY = "entry";
/** Field of a form with the kind of its entry. */
export const KIND = "kind";

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
function entryId(entry: Entry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("hex").slice(0, 16);
}

/** The entry that a form changes or removes; null for a new one. */
export function entryBefore({ form }: Visit, all: readonly Entry[]): Entry | null {
  const id = form.text(ENTRY);
  const found = all.find((entry) => entryId(entry) === id);
  if (id === "" || found !== undefined) return found ?? null;
  throw new OperatorError(sentence("Something has changed meanwhile. Nothing was saved."));
}

/** An entry with what its form shows, and its other members. A token is kept for the same server alone. */
export function changedEntry<Shown extends Entry>(before: Entry | null, shown: Shown): Entry & Shown {
  const originOf = (url: unknown) => URL.canParse(String(url)) && new URL(String(url)).origin;
  const isMoved = Object.entries(shown).some(([name, value]) => originOf(value) !== originOf(before?.[name]));
  const { token_file: _, ...others } = before ?? {};
  return { ...isMoved ? others : before, ...shown };
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
  try {
    for (const one of made) file.entryOf(one);
  } catch (error) {
    // The member stands in a file. The owner sees a form, and the sentence says what is expected.
    const [fault] = operatorTexts(error) ?? [];
    if (!(fault instanceof Sentence) || !("fault" in fault.parts)) throw error;
    throw new OperatorError(fault.parts["fault"] as Sentence);
  }
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

/** Plans to save an entry that was tried. The owner may save one that failed. */
export function savingTried(
  { locale: { words } }: Visit,
  saving: PreparedAction,
  { place, failures, success, more }: {
    readonly place: string;
    readonly failures: readonly Text[];
    /** Null if it has failed. */
    readonly success: string | null;
    readonly more: Markup;
  },
): PreparedAction {
  return {
    ...saving,
    button: success === null ? words.save_anyway : words.save,
    effect: (
      <>
        <p>{place}</p>
        <Findings found={failures.map((text) => ({ status: "fault", text }))}>
          {success !== null && <li class="ok">{success}</li>}
        </Findings>
        {more}
      </>
    ),
  };
}

/** Plans to remove the entry of a form. `shown` says what it is. */
export function removingEntry(visit: Visit, file: EntriesFile, shown: (entry: Entry) => string): PreparedAction {
  const before = entryBefore(visit, entriesIn(visit, file));
  const { remove } = visit.locale.words;
  return savingEntry(visit, file, null, { title: remove, button: remove, effect: <p>{before && shown(before)}</p> });
}

/** The entries with their buttons, and a form for a new one of each kind or for the one that is changed. */
export function Entries<Kind extends string>({ visit, file, cards, title, button, kinds, fields }: {
  readonly visit: Visit;
  readonly file: EntriesFile;
  /** Heading and content of each entry. */
  readonly cards: readonly (readonly [heading: string, content: Markup])[];
  /** Heading of the forms, and text of their buttons. */
  readonly title: string;
  readonly button: string;
  /** Names of the kinds. An entry of a kind has a member of its name. */
  readonly kinds: Readonly<Record<Kind, string>>;
  /** Fields for an entry, null for a new one, with what was typed before; null if nothing was. */
  readonly fields: (kind: Kind, entry: Entry | null, typed: Form | null) => Markup;
}): Markup {
  const { locale: { words, say }, query, form } = visit;
  const isPlaced = entriesPath(visit, file) !== null;
  const entries = entriesIn(visit, file);
  const changed = entries.find((entry) => entryId(entry) === (query.get(ENTRY) ?? form.text(ENTRY))) ?? null;
  const id = changed === null ? "" : entryId(changed);
  const names = Object.entries(kinds) as [Kind, string][];
  return (
    <>
      <ul class="reviews">
        {cards.map(([heading, content], nth) => (
          <li class="review">
            <h2>{heading}</h2>
            {content}
            {entries[nth] && (
              <form method="post" action={`${file.path}/remove`} class="buttons">
                {names.some(([kind]) => kind in entries[nth]!) && (
                  <a class="button second" href={`${file.path}?${ENTRY}=${entryId(entries[nth])}#entry`}>
                    {words.change}
                  </a>
                )}
                <Hidden fields={[[ENTRY, entryId(entries[nth])]]} />
                <button class="second">{words.remove}</button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {!isPlaced && <p class="confirmed">{say("named_by_variable", { variable: file.variable })}</p>}
      {isPlaced && (
        <section class="part" id="entry">
          <h2>{changed ? words.change : title}</h2>
          {names.filter(([kind]) => !changed || kind in changed).map(([kind, name]) => (
            <details open={changed !== null || form.text(KIND) === kind}>
              <summary>{name}</summary>
              <form method="post" action={file.save} class="form">
                <Hidden fields={[[KIND, kind], [ENTRY, id]]} />
                {fields(kind, changed, form.text(KIND) === kind && form.text(ENTRY) === id ? form : null)}
                <button>{button}</button>
              </form>
            </details>
          ))}
        </section>
      )}
    </>
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
