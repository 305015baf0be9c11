import { readHead } from "../domain/dataset/dataset_head.ts";
import { InsightsFile } from "../domain/documents/insights_document.ts";
import { traced } from "../domain/tracing.ts";
import type { Dataset } from "../domain/dataset/dataset.ts";
import type { Store } from "../domain/store/store.ts";
import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { type Doubt, starCheck } from "../domain/insights/figures/star_check.ts";
import { TAXONOMY_NAMES } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { escapedControls, shownName } from "./command/escaped_controls.ts";
import { print, printError, writeAll } from "./command/print.ts";
import { type ProgressLine, showProgress } from "./command/progress_line.ts";
import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";
import { type DescribedContent, incomingDataset } from "./import/incoming_dataset.ts";
import { confirmedOf, IMPORT_OPTIONS, mappingOf, type WishedReading, wishedReading } from "./import/import_options.ts";
import {
  fileKinds,
  type ImportPreview,
  importPreview,
  isOpen,
  openPoints,
  previewLines,
  UnconfirmedError,
} from "./import/import_preview.ts";
import { faultReport, faultsCsv, importReport, rowLines, storeLine } from "./import/import_report.ts";
import { importJson, type ImportOutcome, refusedJson } from "./import/import_json.ts";
import { type ConfirmImport, publishImport, refuseBusiness } from "./import/publish_import.ts";
import { type ImportFiles, readImportFiles } from "./import/reading/read_import_files.ts";
import { readBusiness } from "./import/read_business.ts";
import { readOptionFile, readTaxonomy } from "./import/read_option_file.ts";
import { doubtLines } from "./insights/doubt_lines.ts";
import { fitLines, taxonomyLine } from "./insights/taxonomy_lines.ts";
import { mappingName, readConfirmed, readMapping, rememberConfirmed, saveMapping } from "./import/saved_mapping.ts";
import { readConfiguration } from "./service/configuration.ts";
import { isStoreFile, shownLocation } from "./service/kv_location.ts";
import { createLog } from "./service/log.ts";
import { memoryToImport, memoryWarning } from "./service/memory_need.ts";
import { openStore } from "./service/open_store.ts";
import { startTelemetry } from "./service/telemetry/start_telemetry.ts";
import { isHeldElsewhere } from "./service/file_store/file_holder.ts";

const HELP = `Import reviews into the store.

  deno task import [options] FILE...

FILE is CSV, XLSX, JSON, JSON Lines or a page with schema.org data; a ZIP
archive or gzip of them; or - for standard input. The formats of the platforms
are recognised; docs/import.md lists them.

Reviews are merged by id; a known one is replaced. Nothing is imported if any
row is bad. Where the meaning of a file is not certain, the import shows a
preview and asks. The answer is remembered for files with the same columns.
Where nobody can answer, it ends with exit code 2 and changes nothing.

How the files are read
  --format NAME         name of the format, when it is not recognised
  --map FIELD=COLUMN    which column, or path such as author.name, has a field;
                        may be repeated. Fields: id, author, anonymous,
                        author_avatar_url, rating, recommendation, date, text,
                        title, source, source_url, reply_text, reply_date,
                        verified, status, consent, hidden, place, photos,
                        product, visit_type
  --save-mapping NAME   remember --map, --format, --source, --scale,
                        --date-order and --place under a name
  --mapping NAME        read as was remembered
  --source NAME         source of rows that name none; ids are made of it
  --scale N             best rating of the files, such as 10
  --date-order ORDER    dmy or mdy, when 03/04/2026 can be read both ways
  --relative-to DATE    day of the export, when dates are "6 months ago"
  --mend-letters        put letters right that were decoded twice, such as ZoÃ«
  --place ID            which place of files with several; may be repeated;
                        all takes all of them as one

What else is published
  --business FILE       the business, as JSON
  --insights FILE       your own /insights.json, checked against the reviews
  --taxonomy NAME|FILE  what /insights.json is computed by: a file, or
                        ${TAXONOMY_NAMES.join(", ")};
                        \`deno task export --taxonomy\` writes one

What happens
  --replace             withdraw what the sources of these files had before and
                        the files lack; other sources stay
  --replace-all         publish only what these files hold
  --merge-duplicates    make one of reviews that are there under several ids
  --skip-invalid        import the good rows and count the others
  --errors FILE.csv     write all problems of rows to a file
  --yes                 answer every question with yes
  --dry-run             say what would happen and write nothing
  --quiet, -q           print problems only
  --json                print one object, for programs
  --help                this text`;

/** Options that can be imported without review files. */
const DETAILS = ["business", "insights", "taxonomy"];

async function importCommand(line: CommandLine): Promise<number> {
  const show = showProgress(line.flag("quiet"));
  try {
    return await importFiles(line, show);
  } finally {
    // Otherwise an error message would begin on the progress line.
    show.clear();
  }
}

async function importFiles(line: CommandLine, show: ProgressLine): Promise<number> {
  const started = performance.now();
  refuseNothing(line);
  const { kvPath, logFormat, memoryLimit, keptRevisions } = readConfiguration((name) => Deno.env.get(name));
  // Short files first: their faults show before hundreds of thousands of rows are read.
  const options = await readOptionFiles(line);
  const name = mappingName(line.text("save-mapping"));
  const held = kvPath !== undefined && isStoreFile(kvPath) ? isHeldElsewhere(kvPath) : null;
  const { kv } = await openStore(kvPath);
  try {
    const saved = line.text("mapping");
    const reading = {
      ...wishedReading(line, saved === null ? null : await readMapping(kv, saved)),
      confirmed: await readConfirmed(kv),
    };
    const warning = memoryWarning("this import", memoryToImport(0, await lengthOf(line.files)), memoryLimit);
    if (warning !== null) printError(warning);
    const files = await readImportFiles(line.files, {
      ...reading,
      guess: true,
      now: new Date(),
      onProgress: (rows) => show.hear("reading", rows, null),
    });
    show.clear();
    for (const warning of files.warnings) printError(escapedControls(warning));
    await writeErrors(line.text("errors"), files);
    if (refusesRows(line, files)) return 1;
    const incoming = incomingDataset(files, options, {
      replace: line.flag("replace-all") ? "all" : line.flag("replace") && "sources",
      mergeDuplicates: line.flag("merge-duplicates"),
    });
    if (incoming.replace !== false && incoming.reviews.length === 0) {
      throw new UsageError(
        `--replace${
          incoming.replace === "all" ? "-all" : ""
        } would only remove reviews: the files hold none that can be published.`,
      );
    }
    const reviews = ((await readHead(kv)).value?.reviews ?? 0) + files.reviews.length;
    const later = memoryWarning("this import, with the published reviews,", memoryToImport(reviews, 0), memoryLimit);
    if (warning === null && later !== null) printError(later);
    const notes = { publisher: { command: "import", sources: line.files }, keptRevisions };
    const publish = (confirm: ConfirmImport) =>
      publishImport(kv, incoming, line.flag("dry-run"), { ...notes, confirm });
    const done = await publishConfirmed(line, files, publish, show);
    show.clear();
    const facts = { store: shownLocation(kvPath), milliseconds: Math.round(performance.now() - started) };
    if (done.end !== "unconfirmed" && done.end !== "dry run") {
      if (name !== null) await saveMapping(kv, name, mappingOf(reading));
      await rememberKinds(kv, files, reading);
    }
    if (line.flag("json")) print(importJson(files, done, facts));
    if (done.end === "unconfirmed") return 2;
    if (!line.flag("quiet")) {
      for (const doubt of doubtLines(doubtsOf(done.result.dataset))) printError(escapedControls(doubt));
      for (const line of misfitsOf(done.result.dataset)) printError(escapedControls(line));
    }
    if (line.flag("json") || line.flag("quiet")) return 0;
    const report = importReport(files, done.result, done.end, incoming.mergeDuplicates);
    const { dataset } = done.result;
    const taxonomy = dataset.operatorInsights === null ? [taxonomyLine(dataset)] : [];
    for (const text of [...report, ...taxonomy, storeLine(facts.store, held)]) print(escapedControls(text));
    await logImport(files, done, facts.milliseconds, logFormat);
    return 0;
  } finally {
    kv.close();
  }
}

function refuseNothing(line: CommandLine): void {
  if (line.files.length > 0) return;
  if (DETAILS.every((name) => line.text(name) === null)) {
    throw new UsageError("No file is named. Name the files to import; --help shows how.");
  }
  if (line.flag("replace") || line.flag("replace-all")) {
    throw new UsageError("--replace needs files: they say which reviews stay.");
  }
}

/** Reports rows with faults. Returns whether they stop the import. */
function refusesRows(line: CommandLine, files: ImportFiles): boolean {
  if (files.faultCount === 0) return false;
  for (const fault of faultReport(files)) printError(escapedControls(fault));
  const isGood = files.badRows < files.rows && files.reviews.length > 0;
  if (line.flag("skip-invalid") && isGood) return false;
  const help = isGood ? "Mend them, or import the others with --skip-invalid." : "Not one row can be imported.";
  if (line.flag("json")) print(refusedJson(files));
  printError(`Nothing was imported: rows with problems are ${files.badRows} of ${files.rows}. ${help}`);
  return true;
}

/**
 * Publishes, if nothing has to be confirmed or the operator confirms it. What others publish while the operator thinks
 * may raise further questions.
 *
 * @param publish Publishes, unless `confirm` throws.
 */
async function publishConfirmed(
  line: CommandLine,
  files: ImportFiles,
  publish: (confirm: ConfirmImport) => ReturnType<typeof publishImport>,
  show: ProgressLine,
): Promise<ImportOutcome> {
  let preview: ImportPreview | null = null;
  for (;;) {
    try {
      const [result, end] = await publish((result, before) => {
        const { choices, questions } = openPoints(files, result);
        const known = [...preview?.choices ?? [], ...preview?.questions ?? []];
        if (![...choices, ...questions].every((point) => known.includes(point))) {
          throw new UnconfirmedError(result, importPreview(files, result, before));
        }
      });
      return { result, end, preview };
    } catch (error) {
      if (!(error instanceof UnconfirmedError)) throw error;
      show.clear();
      preview = error.preview;
      if (!isConfirmed(line, files, error)) return { result: error.result, end: "unconfirmed", preview };
    }
  }
}

/** Shows the preview of an import. Returns whether the import goes on: after a yes, and as a dry run. */
function isConfirmed(line: CommandLine, files: ImportFiles, { result, preview }: UnconfirmedError): boolean {
  const isDecided = preview.choices.length === 0;
  if (line.flag("yes") && isDecided) return true;
  if (!line.flag("json")) {
    const rows = rowLines(files, result, line.flag("merge-duplicates"));
    for (const text of previewLines(preview, rows)) printError(escapedControls(text));
  }
  if (line.flag("dry-run")) return true;
  const isTerminal = Deno.stdin.isTerminal() && Deno.stderr.isTerminal();
  const canAsk = isDecided && isTerminal && !line.flag("json") && !line.files.includes("-");
  if (canAsk) {
    writeAll(Deno.stderr, "Import this? [y/N] ");
    if (/^\s*y(?:es)?\s*$/i.test(typedLine())) return true;
  }
  const help = !isDecided
    ? " Decide with the options that are named; a yes does not say which."
    : canAsk
    ? ""
    : " If all this is right, import it with --yes.";
  printError(`Nothing was imported.${help}`);
  return false;
}

type ConfirmedReading = WishedReading & { readonly confirmed: Awaited<ReturnType<typeof readConfirmed>> };

/** Remembers how files were read that the operator confirmed, by an answer or by options. */
async function rememberKinds(kv: Store, files: ImportFiles, reading: ConfirmedReading): Promise<void> {
  const { places = [], mendLetters = false, confirmed } = reading;
  for (const kind of fileKinds(files)) {
    const { columns, ground } = kind.understanding;
    if (!isOpen(kind) && ground !== "given" && places.length === 0 && !mendLetters) continue;
    const before = ground === "remembered" ? confirmed(columns) : null;
    await rememberConfirmed(kv, columns, { ...before, ...confirmedOf(kind.understanding, reading) });
  }
}

/** A line of the terminal; a terminal hands over whole lines. */
function typedLine(): string {
  const bytes = new Uint8Array(1024);
  return new TextDecoder().decode(bytes.subarray(0, Deno.stdin.readSync(bytes) ?? 0));
}

async function logImport(
  files: ImportFiles,
  { result, end }: ImportOutcome,
  milliseconds: number,
  logFormat: "json" | "pretty" | null,
): Promise<void> {
  const log = createLog({
    level: "info",
    format: logFormat ?? (Deno.stderr.isTerminal() ? "pretty" : "json"),
    write: (bytes) => Deno.stderr.write(bytes),
    now: () => new Date(),
  });
  const { added, updated, unchanged, withdrawn, unverified, keptHidden, erased } = result.changes;
  log.info("import", {
    end,
    rows: files.rows,
    bad_rows: files.badRows,
    added,
    updated,
    unchanged,
    withdrawn,
    unverified,
    hidden: keptHidden,
    erased,
    reviews: result.dataset.reviews.length,
    milliseconds,
  });
  await log.flush();
}

/** Where the stars contradict an operator's own taxonomy. */
function doubtsOf({ business, reviews, taxonomy, operatorInsights }: Dataset): readonly Doubt[] {
  const isOwn = operatorInsights === null && taxonomy !== null && typeof taxonomy !== "string";
  return isOwn ? starCheck(reviews, textReader(business, taxonomy)) : [];
}

/** Signs that the taxonomy does not fit. None for the sample: its taxonomy is that of its trade. */
function misfitsOf(dataset: Dataset): readonly string[] {
  return dataset.operatorInsights !== null || dataset.sample ? [] : fitLines(dataset);
}

async function readOptionFiles(line: CommandLine): Promise<DescribedContent> {
  const [business, insights] = [line.text("business"), line.text("insights")];
  const described = business === null ? null : await readBusiness(business);
  if (described !== null) refuseBusiness(described.business);
  return {
    business: described?.business ?? null,
    pages: described?.pages ?? null,
    insights: insights === null ? null : await readOptionFile(insights, InsightsFile),
    taxonomy: await readTaxonomy(line.text("taxonomy")),
  };
}

async function writeErrors(path: string | null, files: ImportFiles): Promise<void> {
  if (path === null) return;
  try {
    await Deno.writeTextFile(path, faultsCsv(files.faults));
    const kept = files.faults.length;
    if (kept < files.faultCount) {
      printError(`${shownName(path)} has the first ${kept} of ${files.faultCount} problems.`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--errors is "${shownName(path)}", which cannot be written: ${shownName(reason)}.`);
  }
}

/** Packed files, and the typical ratio of unpacked to packed reviews. */
const PACKED = /\.(?:zip|gz|xlsx)$/i;
const PACKED_TIMES = 3;

/** Estimated unpacked bytes of the files. Missing files count 0 here; reading refuses them. */
async function lengthOf(files: readonly string[]): Promise<number> {
  const times = (file: string) => PACKED.test(file) ? PACKED_TIMES : 1;
  const sizes = await Promise.all(files.map((file) => Deno.stat(file).then(({ size }) => size * times(file), () => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

if (import.meta.main) {
  await startTelemetry((name) => Deno.env.get(name), false);
  await runCommand(HELP, IMPORT_OPTIONS, (line) => traced("import", { link: null }, () => importCommand(line)));
}
