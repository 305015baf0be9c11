import { type Choice, isConfirmation } from "../../cli/command/choice.ts";
import type { PlanRun } from "../../cli/command/execute_plan.ts";
import { importFigures } from "../../cli/import/import_figures.ts";
import { faultReport } from "../../cli/import/import_report.ts";
import { fileKinds, unnamedSource } from "../../cli/import/import_plan.ts";
import { executeImport, type PlannedImport } from "../../cli/import/import_request.ts";
import { UNREAD_TEXTS } from "../../cli/import/reading/state_question.ts";
import type { ImportFiles } from "../../cli/import/reading/import_result.ts";
import { termsNotes } from "../../cli/import/source_terms.ts";
import { storedReview } from "../../cli/review/stored_reviews.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import type { Review } from "../../domain/review.ts";
import { plainImport } from "../frame/workspace.ts";
import { type Form, YES } from "../frame/form.ts";
import { Check, English, Field, Findings, Hidden, type Markup, type Page, useLocale } from "../frame/page.tsx";
import { Figures, ReviewList } from "../frame/review_parts.tsx";
import { ANEW, type PreparedAction, publishedNow, publishing, type Screen, type Visit } from "../frame/screen.tsx";
import type { OwnerLocale } from "../language/admin_language.ts";
import PLATFORM_FILES from "../language/platform_files.json" with { type: "json" };
import { chosenValues, isJoining, JOIN, readFiles, readingPage } from "./file_reading.tsx";

/** Adds the reviews of files: how they are read, then what would be published. */
export const addReviews: Screen = {
  path: "/add",
  name: "add_reviews",
  pages: { "/add": page, "/add/progress": progress },
  actions: { "/add": adding, "/add/one": addingOne },
  forms: { "/add/one": page },
};

const PROGRESS_MS = 300;

function page({ locale: { words, formats: { language, day } }, form }: Visit): Markup {
  const today = new Date().toISOString().slice(0, "YYYY-MM-DD".length);
  const stars = ["", "5", "4", "3", "2", "1"].map((one) => [one, one] as const);
  const fields = [
    { name: "author", label: words.name, maxlength: 200 },
    { name: "rating", label: words.stars, options: stars },
    { name: "date", label: words.meaning_date, type: "date", max: today, value: today },
    { name: "text", label: words.filter_has_text, rows: 4, required: false },
    { name: "source", label: words.came_as, maxlength: 100, value: words.card_or_letter },
  ];
  return (
    <>
      <form method="post" action="/add" enctype="multipart/form-data" class="form" data-progress="/add/progress">
        <p>{words.about_adding}</p>
        <Field label={words.files_of_reviews} type="file" name="files" class="drop" multiple required />
        <button>{words.preview}</button>
      </form>
      <section class="part">
        <h2>{words.how_to_get}</h2>
        {PLATFORM_FILES.map((one) => (
          <details>
            <summary>{one.platform}</summary>
            <p>{one[language]}</p>
            {one.address && (
              <p class="quiet">
                <a class="more" href={one.address} target="_blank" rel="noopener noreferrer">{one.address}</a>,{" "}
                {day(one.looked_up ?? "")}
              </p>
            )}
          </details>
        ))}
      </section>
      <details open={form.fields.length > 0} class="part">
        <summary>{words.add_one}</summary>
        <form method="post" action="/add/one" class="form">
          <p>{words.about_one}</p>
          {fields.map((field) => (
            <Field required {...field} value={form.text(field.name) || ("value" in field ? field.value : "")} />
          ))}
          <button>{words.preview}</button>
        </form>
      </details>
    </>
  );
}

/** Plans to publish one review that somebody has written on paper. The business alone vouches for it. */
async function addingOne(visit: Visit): Promise<PreparedAction> {
  const { locale: { words }, workspace, kv, form } = visit;
  const field = (name: string) => form.text(name).trim();
  const review = {
    ...{ author: field("author"), rating: Number(field("rating")), date: field("date"), text: field("text") || null },
    ...{ source: field("source"), verification: "business" },
  };
  const execute = await workspace.withFile(
    JSON.stringify([review]),
    (path) => plainImport(kv, [{ path, name: review.source }]),
  );
  return await publishing(visit, execute, () => (
    { title: words.add_one, button: words.publish, back: "/add", at: "/", intro: <p>{words.about_one}</p> }
  ));
}

/** Reports the progress of an upload as server-sent events (HTML 9.2), until the browser leaves the page. */
function progress({ workspace, locale }: Visit): Response {
  async function* events() {
    for (;;) {
      const { megabytes, rows } = workspace.progress;
      yield new TextEncoder().encode(`data: ${locale.say("progress", { megabytes: Math.floor(megabytes), rows })}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, PROGRESS_MS));
    }
  }
  return new Response(ReadableStream.from(events()), { headers: { "content-type": "text/event-stream" } });
}

/** Plans the import. Asks first how the files are read if that is not certain, or if the owner goes back. */
async function adding(visit: Visit): Promise<PreparedAction | Page> {
  const { workspace, kv, locale, locale: { words }, form } = visit;
  if (form.files.length === 0 && form.text("uploads") === "") {
    throw new OperatorError(sentence("Choose a file first. An empty file has no reviews."));
  }
  const uploads = form.files.length > 0
    ? form.files
    : form.text("uploads").split(" ").map((id) => workspace.upload(id));
  const publisher = { command: "import", sources: uploads.map(({ name }) => name) };
  const { read, kinds, asked } = await readFiles(visit, uploads);
  if (read === null) return readingPage(visit, uploads, kinds, asked);
  const execute = (run: PlanRun, isRemembered: boolean) => executeImport(kv, read, { ...run, publisher, isRemembered });
  const done = await execute(workspace.run(), false);
  // A table is seen before it is confirmed. So is a remembered one, with its platform, before it reads other files.
  const remembered = rememberedTexts(read.files);
  const isTable = remembered.length > 0 ||
    kinds.some(({ ground, format }) => ground === "suggested" || ground === "remembered" && format === "csv");
  const isOpen = asked.some((one) => chosenValues(one, form).length === 0);
  const isUnseen = isTable && form.text("read") !== YES || form.text("back") === YES;
  if (done.end === "unread" || isOpen || isUnseen) {
    const example = done.end === "refused" || done.end === "unread" ? undefined : done.result.plan.examples[0];
    return readingPage(visit, uploads, kinds, asked, remembered, example);
  }
  const ids = uploads.map(({ id }) => id).join(" ");
  if (done.end === "refused") return refusedPage(locale, form, ids, read.files);
  const isNamed = done.result.plan.choices.some(({ id }) => id === "source");
  const plan = {
    ...done.result.plan,
    warnings: [
      ...done.result.plan.warnings.filter((text) => !isTable || !isAboutTexts(text)),
      ...isNamed ? [] : unnamedSource(read.files),
    ],
  };
  const isDecided = isTable || asked.length > 0 || kinds.some(({ ground }) => ground === "given");
  // The owner has seen the columns on the page before, and its button has confirmed them.
  const isAnswered = (one: Choice) =>
    isConfirmation(one) ? /^(?:suggested|remembered)/.test(one.id) : chosenValues(one, form).includes(YES);
  return {
    plan,
    choices: plan.choices.filter((one) => !isAnswered(one)),
    title: words.preview,
    button: words.publish,
    back: { field: "back" },
    fields: { uploads: [ids], remember: [], ...isJoining(form) && { [JOIN]: [YES] } },
    effect: <Effect form={form} files={read.files} result={done.result} isDecided={isDecided} />,
    execute: async (run) => {
      const { end } = await execute(run, form.text("remember") === YES);
      for (const { id } of uploads) await workspace.forget(id);
      return publishedNow(locale, end, "done", plan.effect.after.reviews, "/");
    },
  };
}

/** What was remembered for files of other names, and would hold for these. */
function rememberedTexts(files: ImportFiles): readonly Text[] {
  return fileKinds(files).flatMap(({ files: [file = ""], understanding: { doubts } }) =>
    doubts.filter(({ id }) => id === "remembered").map(({ question: what }) =>
      sentence("{file}: {what}", { file, what })
    )
  );
}

/** Whether a warning says that a column of texts is not used, which the table shows. */
function isAboutTexts(warning: Text): boolean {
  const what = typeof warning === "string" ? warning : warning.parts.what;
  return what instanceof Sentence && what.text === UNREAD_TEXTS;
}

/** The rows that cannot be published as they are, and the way to leave them out. */
function refusedPage({ say, words }: OwnerLocale, form: Form, ids: string, files: ImportFiles): Page {
  const kept = form.fields.filter(([name]) => !/^(?:plan:|uploads$|skip$)/.test(name));
  return {
    title: say("bad_rows", { count: files.badRows, all: files.rows }),
    body: (
      <form method="post" action="/add" class="form">
        <Hidden fields={[...kept, ["uploads", ids]]} />
        <p>{words.about_bad_rows}</p>
        <Findings found={faultReport(files).map((text) => ({ text }))} />
        <p class="buttons">
          {files.reviews.length > 0 && <button name="skip" value={YES}>{words.leave_them_out}</button>}
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
  const locale = useLocale();
  const { words } = locale;
  const { added, updated, unchanged, leftOut, withdrawn } = importFigures(files, result.changes);
  const counts = [
    ...[["added", added], ["changed", updated], ["same", unchanged], ["removed", withdrawn]] as const,
  ];
  const numbers = result.removedNumbers;
  const terms = termsNotes(files.reviews, files.formats, result.dataset);
  const isSeen = form.fields.some(([name]) => name.startsWith("plan:"));
  const telling = tellingReviews(files.reviews, result.dataset.reviews);
  const marks = [...telling.values()].map((all) => all.map(({ mark }) => words[`telling_${mark}`]).join(", "));
  return (
    <>
      <ul class="outcome">
        {counts.filter(([, count]) => count > 0).map(([kind, count]) => <li>{locale.count(kind, count)}</li>)}
        {leftOut.map(({ reason, rows, first }) => (
          <li>
            {`${locale.count("left_out", rows)}: `}
            <English>{reason}</English>
            <small class="quiet">{placesText(first)}{rows > first.length && first.length > 0 && " …"}</small>
          </li>
        ))}
      </ul>
      {numbers.length > 0 && (
        <details open={numbers.length <= 10}>
          <summary>{locale.count("without_number", numbers.length)}</summary>
          <ul class="quiet">
            {numbers.map(({ author, date, words }) => <li>{`${locale.formats.day(date)}, ${author}: ${words}`}</li>)}
          </ul>
        </details>
      )}
      <Figures {...result.plan.effect} />
      <ReviewList all={[...telling.keys()].map(storedReview)} marks={marks} />
      {result.duplicates.length > 0 && !isJoining(form) && (
        <p>
          <button class="second" name={ANEW} value={JOIN}>{words.join_twice}</button>
        </p>
      )}
      {terms.length > 0 && (
        <details>
          <summary>{words.platform_terms}</summary>
          {terms.map((text) => <English as="p" class="quiet">{text}</English>)}
        </details>
      )}
      {isDecided && <Check label={words.remember} name="remember" checked={!isSeen || form.text("remember") === YES} />}
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
