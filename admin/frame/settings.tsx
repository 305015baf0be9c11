import { sentence } from "../../domain/sentences/sentence.ts";
import { readSettings } from "../../cli/command/operator_file.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { type ReadVariable, settingsFile, type SettingsVariable } from "../../service/store/kv_location.ts";
import type { Words } from "../language/admin_language.ts";
import { entriesOf } from "./form.ts";
import { Changes, Field, Hidden } from "./page.tsx";
import { type PreparedAction, type Visit } from "./screen.tsx";

type Entry = Readonly<Record<string, unknown>>;

/** A file of settings that the owner changes as lines. A line that stays keeps what it does not show of its entry. */
export interface LinesFile {
  readonly variable: SettingsVariable;
  /** Path of its screen. Its form is posted to `save` below. */
  readonly path: string;
  readonly label: keyof Words;
  /** What is said once they are saved. */
  readonly saved: (visit: Visit) => string;
  readonly example: string;
  readonly lineOf: (entry: Entry) => string;
  readonly entryOf: (line: string) => unknown;
  /** Reads the settings. It throws an `OperatorError` for the first fault. */
  readonly check: (variable: ReadVariable, readFile: (path: string) => string) => unknown;
}

/** The form with the lines that were sent, or those of the file; a sentence if the store has no place for one. */
export function LinesForm({ visit: { talk: { say, words }, desk, form }, file }: {
  readonly visit: Visit;
  readonly file: LinesFile;
}) {
  const { path, label, variable, example } = file;
  const at = settingsFile(desk.variable, variable);
  if (at === undefined) return <p class="confirmed">{say("named_by_variable", { variable })}</p>;
  const before = entriesIn(file, at).map(file.lineOf).join("\n");
  const [lines = before] = form.texts("lines");
  return (
    <form method="post" action={`${path}/save`} class="form part">
      <Hidden fields={[["before", before]]} />
      <Field
        label={words[label]}
        hint={`${words.one_a_line}\n${example}`}
        name="lines"
        spellcheck={false}
        rows={lines.split("\n").length + 2}
        value={lines}
      />
      <button>{words.preview}</button>
    </form>
  );
}

/** Plans to write the lines of a form into a file. */
export function savingLines(visit: Visit, file: LinesFile): PreparedAction {
  const { talk: { words }, desk, form } = visit;
  const { variable, path, label, saved, lineOf } = file;
  const at = settingsFile(desk.variable, variable) ?? "";
  const before = entriesIn(file, at);
  const lines = (entries: readonly Entry[]) => entries.map(lineOf).join("\n");
  if (lines(before) !== form.text("before").replaceAll("\r", "")) {
    throw new OperatorError(sentence("Something has changed meanwhile. Nothing was saved."));
  }
  const after = entriesOf(form.text("lines"), before, lineOf, file.entryOf) as readonly Entry[];
  file.check((name) => name === variable ? at : desk.variable(name), () => entriesText(after));
  return {
    title: words[label],
    button: words.save,
    back: path,
    effect: <Changes rows={[[words[label], lines(before), lines(after)]]} />,
    execute: async () => {
      await replaceFile(at, entriesText(after));
      return { text: saved(visit), at: path };
    },
  };
}

/** Changes each entry of a file of settings. */
export async function changeEntries(file: LinesFile, at: string, change: (entry: Entry) => Entry): Promise<void> {
  await replaceFile(at, entriesText(entriesIn(file, at).map(change)));
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

function entriesText(entries: readonly Entry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function entriesIn({ variable }: LinesFile, path: string): readonly Entry[] {
  return readSettings(variable, path, "entries", settingsText).entries as readonly Entry[];
}
