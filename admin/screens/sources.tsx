import { dirname, isAbsolute, join, resolve } from "node:path";
import { isBelow } from "../../cli/command/file_path.ts";
import { readSourceSettings, sourceOf } from "../../cli/watch/source_settings.ts";
import { readSourceStates, type SourceState } from "../../cli/watch/source_state.ts";
import type { TriedSource } from "../../cli/watch/sources_watch.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { isStoreFile } from "../../service/store/kv_location.ts";
import { shownName } from "../../terminal/print.ts";
import { English, Field, type Markup } from "../frame/page.tsx";
import {
  changedEntry,
  Entries,
  type EntriesFile,
  entriesIn,
  type Entry,
  entryBefore,
  KIND,
  removingEntry,
  savingEntry,
  savingTried,
  settingsText,
} from "../frame/settings.tsx";
import { isSeen, type PreparedAction, type Screen, type Visit } from "../frame/screen.tsx";
import type { OwnerLocale } from "../language/admin_language.ts";

/** Shows where new reviews come from by themselves; adds, changes and removes sources. */
export const sources: Screen = {
  path: "/sources",
  name: "sources",
  pages: { "/sources": page },
  actions: { "/sources/add": adding, "/sources/remove": (visit) => removingEntry(visit, FILE, placeOf) },
  forms: { "/sources/add": page },
};

const FILE: EntriesFile = {
  ...{ variable: "SOURCES_FILE", path: "/sources", save: "/sources/add" },
  ...{ check: readSourceSettings, entryOf: sourceOf },
};

/** The kinds of sources, with an example of each. */
const KINDS = {
  folder: Deno.build.os === "windows" ? "C:\\reviews" : "/home/reviews",
  url: "https://shop.example/reviews.csv",
  google_location: "accounts/123/locations/456",
} as const;

async function page(visit: Visit): Promise<Markup> {
  const { locale, locale: { words }, kv, workspace } = visit;
  const settings = readSourceSettings(workspace.variable, settingsText);
  const entries = entriesIn(visit, FILE);
  const states = await readSourceStates(kv);
  const inbox = visit.visitor.id === "" ? null : inboxOf(visit);
  const examples = inbox === null ? KINDS : { ...KINDS, folder: inbox };
  return (
    <>
      <p>{words.about_sources}</p>
      <Entries
        {...{ visit, file: FILE, title: words.add_source, button: words.check }}
        cards={settings?.sources.map(({ name }, nth) => [
          name,
          <>
            {entries[nth] && <p class="quiet">{placeOf(entries[nth])}</p>}
            {resultOf(locale, states.get(name))}
          </>,
        ]) ?? []}
        kinds={{ folder: words.source_folder, url: words.source_url, google_location: words.source_google_location }}
        fields={(kind, entry, typed) => (
          <Field
            {...{ label: words[`source_${kind}`], hint: `${words[`about_${kind}`]} ${examples[kind]}` }}
            {...{ name: "place", required: true, spellcheck: false }}
            value={typed?.text("place") ?? String(entry?.[kind] ?? "")}
          />
        )}
      />
    </>
  );
}

/**
 * The one folder that a source from afar reads, `reviews` beside the store, with those in it. All others may have
 * secrets: a file that is no table is refused with a part of it. Null for a store behind a network, whose location may
 * have a password.
 */
function inboxOf({ workspace: { kvPath } }: Visit): string | null {
  return kvPath !== undefined && isStoreFile(kvPath) ? join(dirname(resolve(kvPath)), "reviews") : null;
}

/**
 * Checks that somebody from afar may have a folder read.
 *
 * @throws {OperatorError} If it is elsewhere. Whoever runs the server decides what its other folders are for.
 */
function checkFolder(visit: Visit, folder: string): void {
  const inbox = inboxOf(visit);
  // A link in the inbox and ".." after it would lead elsewhere.
  const isOut = folder.split(/[\\/]/).includes("..");
  if (inbox !== null && !isOut && (isBelow(inbox, folder) || resolve(folder) === inbox)) return;
  throw new OperatorError(
    inbox === null ? sentence("The folder cannot be read: it may not be read.") : sentence(
      '"{folder}" is not read from afar, only {inbox} and folders in it are; others are added on the server.',
      { folder: shownName(folder), inbox },
    ),
  );
}

/** Where a source is, without the query of an address, which may hold a key. */
function placeOf({ folder, url, google_location }: Entry): string {
  return String(folder ?? google_location ?? String(url).replace(/\?.*/, ""));
}

/** The last result of a source. What it asks is answered where reviews are added. */
function resultOf({ words, time }: OwnerLocale, state: SourceState | undefined) {
  if (state === undefined) return <p>{words.not_polled}</p>;
  const { polledAt, reason, result } = state;
  const news = result === "failed" ? [] : [result === "published" ? words.source_news : words.source_same];
  return (
    <>
      <p>{[time(new Date(polledAt).toISOString()), ...news].join(": ")}</p>
      {reason && (
        <p class="fault">
          <English>{reason}</English> {isOfFile(reason) && <a href="/add">{words.add_reviews}</a>}
        </p>
      )}
    </>
  );
}

/** Whether a source fails because of what is in a file, which may be a question. */
function isOfFile(reason: Text): boolean {
  return reason instanceof Sentence && "file" in reason.parts;
}

/** Plans a source after a first look at it, which imports nothing. */
async function adding(visit: Visit): Promise<PreparedAction> {
  const { locale, locale: { words }, workspace, form, visitor } = visit;
  const before = entryBefore(visit, entriesIn(visit, FILE));
  // Windows copies a path in quotation marks.
  const place = form.text("place").trim().replace(/^"(.*)"$/, "$1");
  const entry = changedEntry(before, entryOf(form.text(KIND), place));
  if (visitor.id !== "" && "folder" in entry) checkFolder(visit, String(entry["folder"]));
  const saving = savingEntry(visit, FILE, entry, { title: before ? words.change : words.add_source, effect: null });
  if (isSeen(form)) return saving;
  const job = { command: "try_sources", variables: {} } as const;
  const [tried] = await workspace.once(
    form,
    "check",
    () => workspace.runJob<readonly TriedSource[]>(job, "SOURCES_FILE", [entry]),
  );
  const { rows = 0, reason = null, details = [] } = tried ?? {};
  return savingTried(visit, saving, {
    place: placeOf(entry),
    failures: reason === null ? details : [reason, ...details],
    success: reason === null ? locale.say("source_found", { rows }) : null,
    more: reason !== null && isOfFile(reason) && (
      <p>
        <a href="/add">{words.add_reviews}</a>
      </p>
    ),
  });
}

/** The service is started elsewhere, so a folder needs its whole path. */
function entryOf(kind: string, place: string): Entry {
  if (kind === "google_location") return { google_location: place };
  if (/^http:/i.test(place)) {
    throw new OperatorError(
      sentence(
        '"{address}" is an address with http; allowed is https, because nobody would notice if the reviews were changed on their way. Without https, save the file into a folder and name the folder.',
        { address: shownName(place.replace(/\?.*/, "")) },
      ),
    );
  }
  if (kind === "url") return { url: place.replace(/^(?!https:)/i, "https://") };
  if (isAbsolute(place)) return { folder: place };
  throw new OperatorError(
    sentence('"{folder}" is no folder on this computer; write its whole path.', { folder: shownName(place) }),
  );
}
