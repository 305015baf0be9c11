// The forms hold all answers, so the program keeps no state, and the owner can go back and change each answer.

import { type Choice, isConfirmation } from "../../cli/command/choice.ts";
import { UnknownColumnsError } from "../../cli/import/formats/unknown_file.ts";
import { importFigures } from "../../cli/import/import_figures.ts";
import { fileKinds, plannedKind, readingChoices } from "../../cli/import/import_plan.ts";
import { faultReport } from "../../cli/import/import_report.ts";
import {
  executeImport,
  type ImportRequest,
  type ImportRun,
  type PlannedImport,
  readImport,
  withArguments,
} from "../../cli/import/import_request.ts";
import type { ImportFiles } from "../../cli/import/reading/import_result.ts";
import type { Review } from "../../domain/review.ts";
import type { Store } from "../../domain/store/store.ts";
import { ChoiceFields, chosenValues, publishedNow, YES } from "../frame/action.tsx";
import type { Form, Upload } from "../frame/form.ts";
import { English, Field, Findings, Hidden, type Page, useTalk } from "../frame/page.tsx";
import { Figures, ReviewCard } from "../frame/review_parts.tsx";
import type { PreparedAction, Screen, Visit } from "../frame/screen.ts";
import type { Talk } from "../language/admin_language.ts";
import { columnArguments, Columns, type FileKind, Found, foundText, otherColumns } from "./file_columns.tsx";

/** Adds the reviews of files: how they are read, then what would be published. */
export const addReviews: Screen = {
  path: "/add",
  name: "add_reviews",
  pages: { "/add": page, "/add/progress": progress },
  actions: { "/add": adding },
};

/** Prefix of the fields that answer choices. */
const ANSWER = "answer:";
/** Names of platforms to choose from; any other can be typed. */
const PLATFORMS = ["Google", "Trustpilot", "Yelp", "Facebook", "Tripadvisor", "Booking.com", "Amazon", "Provenexpert"];
const PROGRESS_MS = 300;

function page({ talk: { words } }: Visit): Page {
  return {
    title: words.add_reviews,
    body: (
      <form method="post" action="/add" enctype="multipart/form-data" class="form" data-progress="/add/progress">
        <p>{words.about_adding}</p>
        <Field label={words.files_of_reviews}>
          <input type="file" name="files" class="drop" multiple required />
        </Field>
        <button>{words.preview}</button>
      </form>
    ),
  };
}

/** Reports the progress of an upload as server-sent events (HTML 9.2), until the browser leaves the page. */
function progress({ desk, talk }: Visit): Response {
  async function* events() {
    for (;;) {
      const { megabytes, rows } = desk.progress;
      yield new TextEncoder().encode(`data: ${talk.say("progress", { megabytes: Math.floor(megabytes), rows })}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, PROGRESS_MS));
    }
  }
  return new Response(ReadableStream.from(events()), { headers: { "content-type": "text/event-stream" } });
}

/** Plans the import. Asks first how the files are read if that is not certain, or if the owner goes back. */
async function adding(visit: Visit, form: Form): Promise<PreparedAction | Page> {
  const { desk, kv, talk } = visit;
  const { words } = talk;
  const uploads = form.files.length > 0 ? form.files : form.text("uploads").split(" ").map((id) => desk.upload(id));
  const ids = uploads.map(({ id }) => id).join(" ");
  const publisher = { command: "import", sources: uploads.map(({ name }) => name) };
  const { found, asked } = await readFiles(visit, form, uploads, publisher);
  const reading = (kinds: readonly FileKind[]) => readingPage(talk, form, uploads, kinds, asked);
  if ("unknown" in found) {
    const { columns, fields } = found.unknown;
    const kind = {
      files: [found.name],
      format: "csv",
      scale: 5,
      columns: [...columns],
      fields: Object.fromEntries(fields),
    };
    return reading([{ ...kind, ground: "unknown" }]);
  }
  const { read, done } = found;
  const kinds = fileKinds(read.files).map((kind) => plannedKind(kind, read.request.reading));
  const isGuess = kinds.some(({ ground }) => ground === "guessed");
  const isOpen = asked.some((one) => chosenValues(one, form, ANSWER).length === 0);
  const isUnseen = isGuess && form.text("read") !== YES || form.text("back") === YES;
  if (done.end === "unread" || isOpen || isUnseen) return reading(kinds);
  if (done.end === "refused") return refusedPage(talk, form, ids, read.files);
  const { plan } = done.result;
  const isDecided = isGuess || asked.length > 0 || kinds.some(({ ground }) => ground === "given");
  // The owner has seen the columns on the page before, and its button has confirmed them.
  const isSaid = (one: Choice) =>
    isConfirmation(one) ? one.id.startsWith("guessed") : chosenValues(one, form, ANSWER).includes(YES);
  return {
    plan,
    title: words.preview,
    button: words.publish,
    back: { field: "back" },
    fields: { uploads: [ids], remember: [] },
    said: plan.choices.filter(isSaid).map(({ id }) => id),
    effect: <Effect form={form} files={read.files} result={done.result} isDecided={isDecided} />,
    execute: async (...answered) => {
      const isRemembered = form.text("remember") === YES;
      const { end } = await executeImport(kv, read, { ...desk.run(...answered), publisher, isRemembered });
      for (const { id } of uploads) await desk.forget(id);
      return publishedNow(talk, end, "done", plan.effect.after.reviews, "/");
    },
  };
}

/** Reads files by the answers of a form. Reads them again after each chosen argument, as new choices may open. */
async function readFiles(
  { desk, kv }: Visit,
  form: Form,
  uploads: readonly Upload[],
  publisher: ImportRun["publisher"],
) {
  const asked: Choice[] = [];
  const own = new Map(uploads.map(({ id }) => [id, columnArguments(form, id)]));
  const common = commonArguments(form);
  try {
    for (;;) {
      const request = requestOf(
        uploads.map((upload) => ({ ...upload, columns: columnsOf(own.get(upload.id)) })),
        common,
      );
      const read = await readImport(kv, request, new Date(), (rows) => void (desk.progress.rows = rows))
        .catch((error) => unknownFile(kv, request, error));
      if ("unknown" in read) return { found: read, asked };
      const fresh = readingChoices(read.files).filter((one) => asked.every(({ id }) => id !== one.id));
      asked.push(...fresh);
      const chosen = fresh.flatMap((one) => chosenValues(one, form, ANSWER).map((value) => ({ one, value })))
        .filter(({ value }) => value !== YES);
      if (chosen.length === 0) {
        const done = await executeImport(kv, read, { ...desk.dryRun, publisher, isRemembered: false });
        return { found: { read, done }, asked };
      }
      for (const { one: { columns }, value } of chosen) {
        // A column is that of the files which have it.
        const having = fileKinds(read.files).filter(({ understanding }) =>
          new Set(columns).isSubsetOf(new Set(understanding.columns))
        );
        if (!/^--(?:map|ignore)=/.test(value)) common.push(value);
        else for (const { id } of having.flatMap((kind) => uploadsOf(kind, uploads))) own.get(id)?.push(value);
      }
    }
  } catch (error) {
    for (const { id } of form.files) await desk.forget(id);
    throw error;
  }
}

/** The uploads with files of a kind. Files of an archive have its name before theirs. */
function uploadsOf({ files }: Pick<FileKind, "files">, uploads: readonly Upload[]): readonly Upload[] {
  return uploads.filter(({ name }) => files.some((file) => file === name || file.startsWith(`${name}/`)));
}

function requestOf(files: ImportRequest["files"], args: readonly string[]): ImportRequest {
  const described = { business: null, insights: null, taxonomy: null };
  const plain = { files, described, replace: false, mergeDuplicates: false, skipInvalid: false } as const;
  return withArguments({ ...plain, reading: {} }, args);
}

function columnsOf(args: readonly string[] = []) {
  const { map, ignored } = requestOf([], args).reading;
  return { map, ignored };
}

/** Returns the first file with unknown columns, which the owner can name. Throws any other error. */
async function unknownFile(kv: Store, request: ImportRequest, error: unknown) {
  if (!(error instanceof UnknownColumnsError)) throw error;
  for (const file of request.files) {
    const unknown = await readImport(kv, { ...request, files: [file] }, new Date()).catch((error) => error);
    if (unknown instanceof UnknownColumnsError && typeof file !== "string") return { unknown, name: file.name };
  }
  throw error;
}

/** Returns the arguments for all files. */
function commonArguments(form: Form): string[] {
  const [scale, source] = [form.text("scale"), form.text("source").trim()];
  return [
    ...source === "" ? [] : [`--source=${source}`],
    ...scale === foundText(form, "scale") ? [] : [`--scale=${scale}`],
    ...form.text("skip") === YES ? ["--skip-invalid"] : [],
  ];
}

function readingPage(
  talk: Talk,
  form: Form,
  uploads: readonly Upload[],
  kinds: readonly FileKind[],
  asked: readonly Choice[],
): Page {
  const { words } = talk;
  const isUnknown = kinds.some(({ ground }) => ground === "unknown");
  const isRepeated = form.text("read") === YES && form.text("back") !== YES;
  const isOpen = (one: Choice) => chosenValues(one, form, ANSWER).length === 0;
  const scale = String(kinds[0]?.scale);
  const tables = kinds.map((kind) => {
    const own = uploadsOf(kind, uploads);
    const isOnly = kinds.every((other) =>
      other === kind || !uploadsOf(other, uploads).some((one) => own.includes(one))
    );
    return { kind, ids: isOnly ? own.map(({ id }) => id) : [] };
  });
  const hasSource = kinds.every(({ format, fields }) => format !== "csv" || "source" in fields);
  return {
    title: words.how_read,
    body: (
      <form method="post" action="/add" class="form" data-progress="/add/progress">
        <Hidden
          fields={[
            ["uploads", uploads.map(({ id }) => id).join(" ")],
            ["skip", form.text("skip")],
            ...otherColumns(form, tables),
          ]}
        />
        {isRepeated || isUnknown
          ? <p class="fault" role="alert">{isUnknown ? words.say_stars_and_day : words.choose_all}</p>
          : <p>{words.about_reading}</p>}
        {[...asked.filter(isOpen), ...asked.filter((one) => !isOpen(one))].map((one) => (
          <ChoiceFields choice={one} form={form} begin={ANSWER} />
        ))}
        {tables.map((table) => <Columns form={form} {...table} isAlone={kinds.length === 1} />)}
        {kinds.length > 1 || asked.some(({ id }) => id === "scale") ? null : (
          <>
            <Found form={form} of="scale" now={scale} />
            <Field label={words.best_rating}>
              <input type="number" name="scale" min={2} max={100} required value={scale} />
            </Field>
          </>
        )}
        {hasSource ? null : (
          <Field label={words.which_platform} hint={words.about_platform}>
            <input name="source" maxlength={100} value={form.text("source")} list="platforms" required />
          </Field>
        )}
        <datalist id="platforms">{PLATFORMS.map((name) => <option value={name} />)}</datalist>
        <p class="buttons">
          {/* The columns of further files have not been seen yet. */}
          <button name={isUnknown && uploads.length > 1 ? "named" : "read"} value={YES}>{words.preview}</button>
          <a class="button second" href="/add">{words.back}</a>
        </p>
      </form>
    ),
  };
}

/** The rows that cannot be published as they are, and the way to leave them out. */
function refusedPage(talk: Talk, form: Form, ids: string, files: ImportFiles): Page {
  const { words } = talk;
  const kept = form.fields.filter(([name]) => !/^(?:plan:|uploads$|skip$)/.test(name));
  return {
    title: talk.say("bad_rows", { count: files.badRows, all: files.rows }),
    body: (
      <form method="post" action="/add" class="form">
        <Hidden fields={[...kept, ["uploads", ids]]} />
        <p>{words.about_bad_rows}</p>
        <Findings found={faultReport(files).map((text) => ({ text }))} />
        <p class="buttons">
          {files.reviews.length > 0 ? <button name="skip" value={YES}>{words.leave_them_out}</button> : null}
          <button class="second" name="back" value={YES} formnovalidate>{words.back}</button>
        </p>
      </form>
    ),
  };
}

/** What an import would publish, leave out and change. */
function Effect({ form, files, result, isDecided }: {
  readonly form: Form;
  readonly files: ImportFiles;
  readonly result: PlannedImport;
  /** Whether somebody has decided how the files are read, which can be remembered. */
  readonly isDecided: boolean;
}) {
  const talk = useTalk();
  const { words } = talk;
  const { added, updated, unchanged, leftOut, withdrawn } = importFigures(files, result.changes);
  const counts = [["added", added], ["changed", updated], ["same", unchanged], ["removed", withdrawn]] as const;
  const isSeen = form.fields.some(([name]) => name.startsWith("plan:"));
  return (
    <>
      <ul class="outcome">
        {counts.filter(([, count]) => count > 0).map(([kind, count]) => <li>{talk.count(kind, count)}</li>)}
        {leftOut.map(({ reason, rows, first }) => (
          <li>
            {`${talk.count("left_out", rows)}: `}
            <English>{reason}</English>
            <small class="quiet">{placesText(first)}{rows > first.length && first.length > 0 ? " …" : ""}</small>
          </li>
        ))}
      </ul>
      <Figures {...result.plan.effect} />
      <ul class="reviews">
        {Array.from(
          tellingReviews(files.reviews, result.dataset.reviews),
          ([review, telling]) => (
            <ReviewCard
              review={review}
              mark={telling.map(({ mark }) => words[`telling_${mark}`]).join(", ")}
            />
          ),
        )}
      </ul>
      {isDecided && (
        <label class="radio">
          <input type="checkbox" name="remember" value={YES} checked={!isSeen || form.text("remember") === YES} />
          {words.remember}
        </label>
      )}
    </>
  );
}

/** Formats places of rows: `a.csv: 3, 7 b.csv: 2`. */
function placesText(places: readonly { readonly file: string; readonly line: number }[]): string {
  const files = Map.groupBy(places, ({ file }) => file);
  return Array.from(files, ([file, of]) => ` ${file}: ${of.map(({ line }) => line).join(", ")}`).join("");
}

/** Chooses reviews that show whether files are read rightly, each with what it is one of. */
function tellingReviews(read: readonly Review[], published: readonly Review[]) {
  const ids = new Set(read.map(({ id }) => id));
  const there = published.filter(({ id }) => ids.has(id));
  const most = (of: (review: Review) => number) => there.toSorted((a, b) => of(b) - of(a))[0];
  const telling = [
    ["lowest", most(({ rating }) => -rating)],
    ["highest", most(({ rating }) => rating)],
    ["longest", most(({ text }) => text?.length ?? 0)],
    ["wordless", there.find(({ text }) => text === null)],
  ] as const;
  return Map.groupBy(
    telling.flatMap(([mark, review]) => review === undefined ? [] : [{ mark, review }]),
    ({ review }) => review,
  );
}
