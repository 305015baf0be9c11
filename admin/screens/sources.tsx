import { readSourceSettings, sourceEntry } from "../../cli/watch/source_settings.ts";
import { readSourceStates, type SourceState } from "../../cli/watch/source_state.ts";
import { readSettings } from "../../cli/command/operator_file.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { environment } from "../../service/store/kv_location.ts";
import { entriesOf, type Form } from "../frame/form.ts";
import { Changes, English, Field, Hidden, type Page } from "../frame/page.tsx";
import type { PreparedAction, Screen, Visit } from "../frame/screen.ts";
import type { Talk } from "../language/admin_language.ts";

/** Shows where new reviews come from by themselves, and changes the file of the sources. */
export const sources: Screen = {
  path: "/sources",
  name: "sources",
  pages: { "/sources": page },
  actions: { "/sources/save": saving },
};

const EXAMPLE = "/home/reviews, https://…, google:accounts/ID/locations/ID";

type Entry = Readonly<Record<string, unknown>>;

/** The text of the file; no sources before it is written. */
function fileText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "[]";
    throw error;
  }
}

function entriesIn(file: string): readonly Entry[] {
  return readSettings("SOURCES_FILE", file, "sources", fileText).entries as readonly Entry[];
}

function linesOf(entries: readonly Entry[]): string {
  return entries.map(lineOf).join("\n");
}

function lineOf(entry: Entry): string {
  return String(entry["folder"] ?? entry["url"] ?? `google:${entry["google_location"]}`);
}

async function page({ talk, kv }: Visit): Promise<Page> {
  const { words } = talk;
  const file = environment("SOURCES_FILE");
  const settings = readSourceSettings(environment, fileText);
  const states = await readSourceStates(kv);
  const lines = file ? linesOf(entriesIn(file)) : "";
  return {
    title: words.sources,
    body: (
      <>
        <p>{words.about_sources}</p>
        <ul class="reviews">
          {settings?.sources.map(({ name }) => (
            <li class="review">
              <h2>{name}</h2>
              {resultOf(talk, states.get(name))}
            </li>
          ))}
        </ul>
        {!file
          ? <p class="confirmed">{words.sources_by_file}</p>
          : (
            <form method="post" action="/sources/save" class="form part">
              <Hidden fields={[["before", lines]]} />
              <Field label={words.sources} hint={`${words.one_a_line} ${EXAMPLE}`}>
                <textarea name="sources" rows={lines.split("\n").length + 2}>{lines}</textarea>
              </Field>
              <button>{words.preview}</button>
            </form>
          )}
      </>
    ),
  };
}

/** The last result of a source. What it asks is answered where reviews are added. */
function resultOf(talk: Talk, state: SourceState | undefined) {
  const { words } = talk;
  if (state === undefined) return <p>{words.not_polled}</p>;
  const [news, nothing] = words.source_results.split(", ");
  return (
    <>
      <p>{`${talk.time(new Date(state.lookedAt).toISOString())}: ${state.result === "published" ? news : nothing}`}</p>
      {state.reason === null ? null : (
        <p class="fault">
          <English talk={talk}>{state.reason}</English> <a href="/add">{words.answer_questions}</a>
        </p>
      )}
    </>
  );
}

function saving({ talk }: Visit, form: Form): Promise<PreparedAction> {
  const { words } = talk;
  const file = environment("SOURCES_FILE") ?? "";
  const before = entriesIn(file);
  const after = entriesOf(form.text("sources"), before, lineOf, sourceEntry) as readonly Entry[];
  const text = `${JSON.stringify(after, null, 2)}\n`;
  readSourceSettings(environment, () => text);
  if (linesOf(before) !== form.text("before").replaceAll("\r", "")) throw new OperatorError(words.changed_meanwhile);
  return Promise.resolve({
    title: words.sources,
    button: words.save,
    back: "/sources",
    effect: <Changes talk={talk} rows={[[words.sources, linesOf(before), linesOf(after)]]} />,
    execute: async () => {
      // A crash while the file is written would lose it.
      const mode = await Deno.stat(file).then((info) => info.mode, () => null);
      await Deno.writeTextFile(`${file}.new`, text, mode === null ? {} : { mode });
      await Deno.rename(`${file}.new`, file);
      return { text: words.sources_saved, at: "/sources" };
    },
  });
}
