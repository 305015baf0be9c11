import { readHead } from "../domain/dataset/dataset_head.ts";
import { InsightsFile } from "../domain/documents/insights_document.ts";
import type { Dataset } from "../domain/dataset/dataset.ts";
import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { starCheck, type StarDoubt } from "../domain/insights/figures/star_check.ts";
import { chosenTaxonomy, joinedChoice, TAXONOMY_NAMES } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { escapedControls, print, printError, untilPipeCloses } from "../terminal/print.ts";
import { type ProgressLine, showProgress } from "../terminal/progress_line.ts";
import { type Answers, askedAnswers, canAsk, executeAsking, openChoices } from "./command/choice.ts";
import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";
import { MAPPED_FIELDS } from "./import/formats/import_format.ts";
import { readingChoices } from "./import/import_plan.ts";
import { IMPORT_OPTIONS, unverifiedAnswers, wishedReading } from "./import/import_options.ts";
import {
  faultReport,
  importJson,
  importReport,
  kindLines,
  openLines,
  previewLines,
  rowLines,
  storeLine,
} from "./import/import_report.ts";
import {
  doubtLines,
  fitLines,
  policyWarnings,
  seriousLines,
  subjectLines,
  taxonomyLine,
} from "./import/dataset_lines.ts";
import {
  executeImport,
  type ImportOutcome,
  type ImportRequest,
  type PlannedOutcome,
  type ReadImport,
  readImport,
  withArguments,
} from "./import/import_request.ts";
import { type DescribedContent, refuseBusiness } from "./import/publish_import.ts";
import type { ImportFiles } from "./import/reading/import_result.ts";
import { readBusiness, readOptionFile, readTaxonomy } from "./import/read_option_file.ts";
import { readConfiguration } from "../service/configuration.ts";
import { environment, isStoreFile, shownLocation } from "../service/store/kv_location.ts";
import { memoryToImport, memoryWarning } from "../service/memory_need.ts";
import { openStore } from "../service/store/open_store.ts";
import { isHeldElsewhere } from "../service/store/open_file.ts";

/** The names of the fields, in lines of at most 80 characters of the help. */
const FIELDS = MAPPED_FIELDS.join(", ").replace(/(.{1,54})(?: |$)/g, "\n                        $1").trimEnd();

const HELP = `Import reviews into the store.

  deno task import [options] FILE...

FILE is CSV, XLSX, JSON, JSON Lines, XML or a page with schema.org data; a ZIP
archive or gzip of them; or - for standard input. The formats of the platforms
are recognised; docs/import.md lists them.

Reviews are merged by id; a known one is replaced. Nothing is imported if any
row is bad. Where the meaning of a file is not certain, the import shows a
preview and asks. The answer is remembered for files with the same columns.
Where nobody can answer, it ends with exit code 2 and changes nothing.

How the files are read
  --format NAME         name of the format, when it is not recognised
  --map FIELD=COLUMN    which column, or path such as author.name, has a field;
                        may be repeated. Fields:${FIELDS}
  --ignore COLUMN       a column to ignore; may be repeated
  --state WORD=shown    what a word means: shown, hidden or anonymous, such as
                        archived=hidden; may be repeated
  --stars WORD=5        how many stars a word of a rating is, 1 to 5, or none to
                        leave its rows out, such as good=4; may be repeated
  --source NAME         source of rows that name none; ids are made of it
  --scale N             best rating, such as 10; 1 for grades; of several files,
                        that of those which ask for one
  --names FORM          how authors are named: full, initial (Ann L.) or first
                        (Ann); full is the default
  --verification WORD   who vouches, where neither row nor format says it:
                        purchase, invitation, platform, none, or business, the
                        default
  --unverified SOURCE=shown
                        whether reviews that their source marks as not verified
                        are shown, with a label, or left-out; may be repeated
  --date-order ORDER    dmy or mdy, when 03/04/2026 can be read both ways
  --relative-to DATE    day of the export, when dates are "6 months ago"
  --letters FORM        "mended" repairs letters that were decoded twice, such
                        as ZoÃ«; "kept" publishes them as they are
  --place ID            which place of files with several; may be repeated;
                        all takes all of them as one

What else is published
  --business FILE       the business, as JSON
  --insights FILE       your own /insights.json, checked against the reviews
  --taxonomy NAME|FILE  vocabulary of /insights.json: a file, or
                        ${TAXONOMY_NAMES.join(", ")};
                        \`deno task export --taxonomy\` writes one

What happens
  --replace             withdraw published reviews of these sources that the
                        files lack; other sources stay
  --replace-all         publish only what these files hold
  --merge-duplicates    join reviews that are published under several ids
  --skip-invalid        leave out rows with problems
  --yes                 confirm what the preview asks; what it leaves to be
                        decided needs an option
  --dry-run             say what would happen and write nothing
  --quiet, -q           print problems only
  --json                print one object, for programs, with the lines of each
                        kind of problem
  --help                this text`;

const LABELS_FOLLOW =
  "LABELLER_URL is set: the service labels the reviews and publishes again. Without a service, run " +
  "deno task labeller.";
/** Delay before progress is shown, in milliseconds. A short import prints only its question and its report. */
const SILENT_MS = 1000;

async function importFiles(line: CommandLine, show: ProgressLine): Promise<number> {
  const started = performance.now();
  refuseNothing(line);
  const { kvPath, memoryLimit, keptRevisions } = readConfiguration((name) => Deno.env.get(name));
  // Read the short files first, so that their faults appear before hundreds of thousands of rows are read.
  const options = await readOptionFiles(line);
  const held = kvPath !== undefined && isStoreFile(kvPath) ? isHeldElsewhere(kvPath) : null;
  const { kv } = await openStore(kvPath);
  try {
    const warn = memoryWarnings(memoryLimit);
    warn("this import", memoryToImport(0, await lengthOf(line.files)));
    const notes = {
      publisher: { command: "import", sources: line.files },
      keptRevisions,
      dryRun: line.flag("dry-run"),
      isRemembered: true,
    };
    const readFiles = async (request: ImportRequest): Promise<ReadImport> => {
      const read = await readImport(kv, request, new Date(), (rows) => show.hear("reading", rows, null));
      show.clear();
      const { files } = read;
      for (const warning of files.warnings) printError(escapedControls(warning));
      const reviews = ((await readHead(kv)).value?.reviews ?? 0) + files.reviews.length;
      warn("this import, with the published reviews,", memoryToImport(reviews, 0));
      return read;
    };
    let last: ReadImport | null = null;
    const { read: { files }, done } = await executeAsking(
      importRequest(line, options),
      line.flag("yes") ? "yes" : new Map(),
      async (request, answers, planned) => {
        const read = last?.request === request ? last : await readFiles(request);
        last = read;
        const done = await executeImport(kv, read, { ...notes, answers, planned }).finally(show.clear);
        return { read, done, plan: done.end === "refused" ? null : done.result.plan };
      },
      ({ read, done }, answers) => done.end === "refused" ? null : answersTo(line, read.files, done, answers),
      withArguments,
    );
    const { end } = done;
    const facts = { store: shownLocation(kvPath), milliseconds: Math.round(performance.now() - started) };
    await untilPipeCloses(() => {
      if (line.flag("json")) print(importJson(files, done, facts));
      if (end === "refused") refuseRows(files);
      else if (end !== "unread") printReport(line, files, done, storeLine(facts.store, held));
      return 0;
    });
    const needsOption = end === "dry run" && openChoices(done.plan ?? { choices: [] }, "yes").length > 0;
    return end === "refused" ? 1 : end === "unread" || end === "unconfirmed" || needsOption ? 2 : 0;
  } finally {
    kv.close();
  }
}

/** Shows the plan of an import and asks for what is open. Null if nothing is open or answered. */
function answersTo(
  line: CommandLine,
  files: ImportFiles,
  done: Exclude<ImportOutcome, { readonly end: "refused" }>,
  before: Answers,
): ReadonlyMap<string, string> | null {
  const { plan } = done.result;
  const open = openChoices(plan, before);
  if (open.length === 0) return null;
  const [isDry, isJson] = [line.flag("dry-run"), line.flag("json")];
  const isAsking = (!isDry || done.end === "unread") && !isJson && canAsk() && !line.files.includes("-");
  // A dry run prints the lines about rows in its report.
  const rows = isDry || done.end === "unread" ? [] : rowLines(files, done.result, line.flag("merge-duplicates"));
  const preview = done.end === "unread"
    ? done.result.plan.kinds.flatMap(kindLines)
    : previewLines(done.result.plan, rows);
  const lines = isJson ? [] : [...preview, ...openLines(plan.choices, isAsking)];
  for (const text of lines) printError(escapedControls(text));
  return isDry && done.end !== "unread" ? null : askedAnswers(open, "Import this?", "Nothing was imported.", isAsking);
}

/** Builds a function that warns, at most once, that this machine may have too little memory. */
function memoryWarnings(limit: number | null): (what: string, need: number) => void {
  let isWarned = false;
  return (what, need) => {
    const warning = isWarned ? null : memoryWarning(what, need, limit);
    if (warning !== null) printError(warning);
    isWarned ||= warning !== null;
  };
}

function importRequest(line: CommandLine, described: DescribedContent): ImportRequest {
  return {
    files: line.files,
    reading: wishedReading(line, {}),
    unverified: unverifiedAnswers(line),
    described,
    replace: line.flag("replace-all") ? "all" : line.flag("replace") && "sources",
    mergeDuplicates: line.flag("merge-duplicates"),
    skipInvalid: line.flag("skip-invalid"),
  };
}

function printReport(line: CommandLine, files: ImportFiles, done: PlannedOutcome, store: string): void {
  const { result, end } = done;
  if (line.flag("quiet") || end === "unconfirmed") return;
  const { dataset } = result;
  const misfits = dataset.operatorInsights === null ? fitLines(dataset, true) : [];
  const warnings = [
    ...doubtLines(doubtsOf(dataset)),
    ...misfits,
    ...policyWarnings(dataset),
  ];
  for (const text of warnings) printError(escapedControls(text));
  if (line.flag("json")) return;
  const report = importReport(files, result, end, line.flag("merge-duplicates"));
  const taxonomy = dataset.operatorInsights === null ? [taxonomyLine(dataset), ...subjectLines(dataset)] : [];
  // The preview has these sentences among those to be confirmed.
  const asked = new Set(line.flag("yes") ? [] : result.plan.choices.map(({ question }) => String(question)));
  const fresh = report.filter((text) => !asked.has(String(text)));
  const isLabelled = end === "published" && dataset.operatorInsights === null && environment("LABELLER_URL");
  const follows = isLabelled ? [LABELS_FOLLOW] : [];
  for (const text of [...fresh, ...taxonomy, ...seriousLines(dataset), ...follows, store]) print(escapedControls(text));
}

function refuseNothing(line: CommandLine): void {
  if (line.files.length > 0) return;
  const hasOther = ["business", "insights", "taxonomy"].some((name) => line.text(name) !== null);
  if (!hasOther && line.texts("unverified").length === 0) {
    throw new UsageError("No file is named. Name the files to import; --help shows how.");
  }
  if (line.flag("replace") || line.flag("replace-all")) {
    throw new UsageError("--replace needs files: they say which reviews stay.");
  }
}

function refuseRows(files: ImportFiles): void {
  // Another reading may have no problems.
  const lines = [...faultReport(files), ...openLines(readingChoices(files), false)];
  for (const text of lines) printError(escapedControls(text));
  const verb = files.badRows === 1 ? "has" : "have";
  const help = files.reviews.length > 0
    ? "Mend them, or leave them out with --skip-invalid."
    : "No row can be imported.";
  printError(`Nothing was imported: ${files.badRows} of ${files.rows} rows ${verb} problems. ${help}`);
}

function doubtsOf({ business, reviews, taxonomy, operatorInsights }: Dataset): readonly StarDoubt[] {
  const isOwn = operatorInsights === null && taxonomy !== null && typeof taxonomy !== "string";
  return isOwn ? starCheck(reviews, textReader(business, chosenTaxonomy(taxonomy, business))) : [];
}

async function readOptionFiles(line: CommandLine): Promise<DescribedContent> {
  const [business, insights] = [line.text("business"), line.text("insights")];
  const described = business === null ? null : await readBusiness(business);
  if (described !== null) refuseBusiness(described.business);
  return {
    business: described?.business ?? null,
    pages: described?.pages ?? null,
    insights: insights === null ? null : await readOptionFile(insights, InsightsFile),
    taxonomy: joinedChoice(described?.taxonomy ?? null, await readTaxonomy(line.text("taxonomy"))),
  };
}

/** Names of packed files. The constant after it is the typical ratio of their unpacked to packed bytes. */
const PACKED = /\.(?:zip|gz|xlsx)$/i;
const PACKED_TIMES = 3;

/** Estimated unpacked bytes of the files. Missing files count 0 here; reading refuses them. */
async function lengthOf(files: readonly string[]): Promise<number> {
  const times = (file: string) => PACKED.test(file) ? PACKED_TIMES : 1;
  const sizes = await Promise.all(files.map((file) => Deno.stat(file).then(({ size }) => size * times(file), () => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs `deno task import`; resolves to its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  return await runCommand(args, HELP, IMPORT_OPTIONS, async (line) => {
    const show = showProgress(line.flag("quiet"), SILENT_MS);
    // Otherwise an error message would begin on the progress line.
    return await importFiles(line, show).finally(show.clear);
  });
}

if (import.meta.main) Deno.exit(await main(Deno.args));
