import { BusinessFile } from "../domain/business.ts";
import { unarchiveDataset } from "../domain/dataset_archive.ts";
import { type DatasetHeadEntry, readArchive, readHead, removeOldRevisions } from "../domain/dataset_store.ts";
import type { Dataset } from "../domain/dataset.ts";
import {
  type DatasetImport,
  DatasetImportError,
  importDataset,
  type ImportedDataset,
} from "../domain/import_dataset.ts";
import { IMPORT_FORMAT_NAMES } from "../domain/import/import_formats.ts";
import { InsightsFile } from "../domain/insights_document.ts";
import { publishDataset } from "../domain/publish_dataset.ts";
import { readConfiguration } from "./configuration.ts";
import { type ImportEnd, importReport, problemReport } from "./import_report.ts";
import { createLog } from "./log.ts";
import { openStore } from "./open_store.ts";
import { type ImportFiles, readImportFiles } from "./read_import_files.ts";
import { checked, readOptionFile } from "./read_option_file.ts";
import { type CommandLine, runCommand, UsageError } from "./run_command.ts";

const HELP = `Import reviews into the store.

  deno task import [options] FILE...

Reviews are merged by id; a known one is replaced. Nothing is imported if any row is bad.

  --format NAME         format of the files, when it is not recognised: ${IMPORT_FORMAT_NAMES.join(", ")}
  --map FIELD=COLUMN    for the format csv: which column holds a field; may be repeated.
                        Fields: id, author, author_avatar_url, rating, date, text, title, source,
                        source_url, reply_text, reply_date, verified; rating and date are needed
  --date-order ORDER    dmy or mdy, when dates such as 03/04/2026 can be read both ways
  --business FILE       the business to publish, as JSON
  --insights FILE       your own /insights.json, checked against the reviews
  --replace             publish only what these files hold, instead of merging
  --skip-invalid        import the good rows and say how many were left out
  --dry-run             say what would happen and write nothing
  --help                this text`;

const OPTIONS = {
  format: { type: "string" },
  map: { type: "string", multiple: true },
  "date-order": { type: "string" },
  business: { type: "string" },
  insights: { type: "string" },
  replace: { type: "boolean" },
  "skip-invalid": { type: "boolean" },
  "dry-run": { type: "boolean" },
} as const;

// An import that lost the race this often meets imports that never end.
const TRIES = 20;

async function importCommand(line: CommandLine): Promise<number> {
  const started = performance.now();
  if (line.files.length === 0 && line.text("business") === null && line.text("insights") === null) {
    throw new UsageError("No file is named. Name the files to import; --help shows how.");
  }
  if (line.files.length === 0 && line.flag("replace")) {
    throw new UsageError("--replace needs files: without any it would remove every review.");
  }
  const { kvPath, logFormat } = readConfiguration((name) => Deno.env.get(name));
  const files = await readImportFiles(line.files, {
    format: line.text("format") ?? undefined,
    map: columnMap(line.texts("map")),
    dateOrder: dateOrder(line.text("date-order")),
    now: new Date(),
    onProgress: progress("rows read"),
  });
  if (files.problemCount > 0) {
    for (const problem of problemReport(files)) console.error(problem);
    if (!line.flag("skip-invalid")) {
      console.error(
        `Nothing was imported: ${files.badRows} of ${files.rows} rows have problems. ` +
          "Mend them, or import the others with --skip-invalid.",
      );
      return 1;
    }
  }
  const incoming: DatasetImport = {
    reviews: files.reviews,
    ...await businessOf(line, files),
    insights: line.text("insights") === null ? null : await readOptionFile(line.text("insights") ?? "", InsightsFile),
    replace: line.flag("replace"),
  };
  const kv = await openStore(kvPath);
  try {
    const [result, end] = await publishImport(kv, incoming, line.flag("dry-run"));
    for (const text of importReport(files, result, end)) console.log(text);
    const log = createLog({
      level: "info",
      format: logFormat ?? (Deno.stderr.isTerminal() ? "pretty" : "json"),
      write: (bytes) => void Deno.stderr.writeSync(bytes),
      now: () => new Date(),
    });
    const { added, updated, unchanged, withdrawn, unverified } = result.merged;
    log.info("import", {
      end,
      rows: files.rows,
      bad_rows: files.badRows,
      added,
      updated,
      unchanged,
      withdrawn,
      unverified,
      reviews: result.dataset.reviews.length,
      milliseconds: Math.round(performance.now() - started),
    });
    log.flush();
    return 0;
  } finally {
    kv.close();
  }
}

/** Makes the new dataset from what is published now, and starts over when somebody else was quicker. */
async function publishImport(
  kv: Deno.Kv,
  incoming: DatasetImport,
  dryRun: boolean,
): Promise<readonly [ImportedDataset, ImportEnd]> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const before = await readHead(kv);
    const result = decide(await readDataset(kv, before), incoming);
    if (dryRun) return [result, "dry run"];
    const { outcome, ...rest } = await publishDataset(kv, result.dataset, before, new Date());
    if (outcome === "overtaken" || !("head" in rest)) continue;
    const keep = [rest.head.revision, ...before.value === null ? [] : [before.value.revision]];
    await removeOldRevisions(kv, keep, new Date());
    return [result, outcome];
  }
  throw new UsageError(`Other imports were quicker ${TRIES} times in a row. Run one import at a time.`);
}

async function readDataset(kv: Deno.Kv, { value: head }: DatasetHeadEntry): Promise<Dataset | null> {
  if (head === null) return null;
  const archive = await readArchive(kv, head);
  // Removed while it was read: its successor is there by now, and the check on the head will tell.
  return archive && unarchiveDataset(archive, { operatorInsights: head.operator_insights, sample: head.sample });
}

function decide(current: Dataset | null, incoming: DatasetImport): ImportedDataset {
  try {
    return importDataset(current, incoming);
  } catch (error) {
    if (!(error instanceof DatasetImportError)) throw error;
    throw new UsageError(
      [`${error.message} Nothing was imported.`, ...error.problems.map((text) => `  ${text}`)].join("\n"),
    );
  }
}

async function businessOf(
  line: CommandLine,
  files: ImportFiles,
): Promise<Pick<DatasetImport, "business" | "place">> {
  const path = line.text("business");
  if (path !== null) return { business: await readOptionFile(path, BusinessFile), place: null };
  if (files.business === null || files.business === undefined) return { business: null, place: null };
  const business = checked("The business in the files", files.business, BusinessFile);
  // Only our own format speaks for the business; others say what a map knows of the place.
  if (files.formats.includes("reviews-json")) return { business, place: null };
  return { business: null, place: business };
}

function columnMap(pairs: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (pairs.length === 0) return undefined;
  return new Map(pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1 || at === pair.length - 1) {
      throw new UsageError(`--map is "${pair}"; expected FIELD=COLUMN, such as rating="Star rating".`);
    }
    return [pair.slice(0, at), pair.slice(at + 1)];
  }));
}

function dateOrder(order: string | null): "dmy" | "mdy" | undefined {
  if (order === null || order === "dmy" || order === "mdy") return order ?? undefined;
  throw new UsageError(`--date-order is "${order}"; allowed is dmy or mdy.`);
}

function progress(what: string): ((done: number) => void) | undefined {
  if (!Deno.stderr.isTerminal()) return undefined;
  const encoder = new TextEncoder();
  return (done) => void Deno.stderr.writeSync(encoder.encode(`\r${done} ${what} `));
}

if (import.meta.main) await runCommand(HELP, OPTIONS, importCommand);
