import { sentence } from "../../domain/sentences/sentence.ts";
import { isAbsolute } from "node:path";
import { readSourceSettings } from "../../cli/watch/source_settings.ts";
import { readSourceStates, type SourceState } from "../../cli/watch/source_state.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { shownName } from "../../terminal/print.ts";
import { English, type Markup } from "../frame/page.tsx";
import { type LinesFile, LinesForm, savingLines, settingsText } from "../frame/settings.tsx";
import type { Screen, Visit } from "../frame/screen.tsx";
import type { Talk } from "../language/admin_language.ts";

/** Shows where new reviews come from by themselves, and changes the file of the sources. */
export const sources: Screen = {
  path: "/sources",
  name: "sources",
  pages: { "/sources": page },
  actions: { "/sources/save": (visit) => savingLines(visit, FILE) },
  forms: { "/sources/save": page },
};

const FILE: LinesFile = {
  variable: "SOURCES_FILE",
  path: "/sources",
  label: "sources",
  saved: ({ talk: { words } }) => words.sources_saved,
  example: "/home/reviews\nhttps://…\ngoogle:accounts/ID/locations/ID",
  lineOf: (entry) => String(entry["folder"] ?? entry["url"] ?? `google:${entry["google_location"]}`),
  entryOf,
  check: readSourceSettings,
};

/** Parses the line of a source: the whole path of a folder, an https URL or `google:accounts/ID/locations/ID`. */
function entryOf(line: string): unknown {
  if (/^https:/i.test(line)) return { url: line };
  if (/^http:/i.test(line)) {
    throw new OperatorError(
      sentence(
        '"{address}" is an address with http; allowed is https, because nobody would notice if the reviews were changed on their way. Without https, save the file into a folder and name the folder.',
        { address: shownName(line.replace(/\?.*/, "")) },
      ),
    );
  }
  if (line.startsWith("google:")) return { google_location: line.slice("google:".length) };
  // This program may not read folders, and the service is started elsewhere.
  if (isAbsolute(line)) return { folder: line };
  throw new OperatorError(
    sentence('"{folder}" is no folder on this computer; write its whole path.', { folder: shownName(line) }),
  );
}

async function page(visit: Visit): Promise<Markup> {
  const { talk, talk: { words }, kv, desk } = visit;
  const settings = readSourceSettings(desk.variable, settingsText);
  const states = await readSourceStates(kv);
  return (
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
      <LinesForm visit={visit} file={FILE} />
    </>
  );
}

/** The last result of a source. What it asks is answered where reviews are added. */
function resultOf({ words, time }: Talk, state: SourceState | undefined) {
  if (state === undefined) return <p>{words.not_polled}</p>;
  const { lookedAt, reason, result } = state;
  const said = result === "failed" ? [] : [result === "published" ? words.source_news : words.source_same];
  return (
    <>
      <p>{[time(new Date(lookedAt).toISOString()), ...said].join(": ")}</p>
      {reason && (
        <p class="fault">
          <English>{reason}</English> <a href="/add">{words.answer_questions}</a>
        </p>
      )}
    </>
  );
}
