import { type Business, BusinessFile } from "../domain/business.ts";
import { readHead } from "../domain/dataset/dataset_store.ts";
import type { DatasetImport } from "../domain/dataset/import_dataset.ts";
import { InsightsFile } from "../domain/documents/insights_document.ts";
import { TAXONOMY_NAMES } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { escapedControls, shownName } from "./command/escaped_controls.ts";
import { print, printError, writeAll } from "./command/print.ts";
import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";
import { IMPORT_FORMAT_NAMES } from "./import/formats/import_formats.ts";
import { faultReport, importReport } from "./import/import_report.ts";
import { publishImport, refuseBusiness } from "./import/publish_import.ts";
import { type ImportFiles, readImportFiles } from "./import/read_import_files.ts";
import { checked, readOptionFile } from "./import/read_option_file.ts";
import { readTaxonomy } from "./import/read_taxonomy.ts";
import { readConfiguration } from "./service/configuration.ts";
import { createLog } from "./service/log.ts";
import { memoryToImport, memoryWarning } from "./service/memory_need.ts";
import { openStore } from "./service/open_store.ts";

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
  --taxonomy NAME|FILE  what /insights.json is computed by: ${TAXONOMY_NAMES.join(" or ")}, or a file of your
                        own; \`deno task export --taxonomy\` writes one to begin with
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
  taxonomy: { type: "string" },
  replace: { type: "boolean" },
  "skip-invalid": { type: "boolean" },
  "dry-run": { type: "boolean" },
} as const;

/** Options that can be imported without review files. */
const DETAILS = ["business", "insights", "taxonomy"];

async function importCommand(line: CommandLine): Promise<number> {
  const started = performance.now();
  if (line.files.length === 0 && DETAILS.every((name) => line.text(name) === null)) {
    throw new UsageError("No file is named. Name the files to import; --help shows how.");
  }
  if (line.files.length === 0 && line.flag("replace")) {
    throw new UsageError("--replace needs files: without any it would remove every review.");
  }
  const { kvPath, logFormat, memoryLimit, keptRevisions } = readConfiguration((name) => Deno.env.get(name));
  // First what is read at once: a fault in it is found before hundreds of thousands of rows are read.
  const options = await readOptionFiles(line);
  const warning = memoryWarning("this import", memoryToImport(0, await lengthOf(line.files)), memoryLimit);
  if (warning !== null) printError(warning);
  const files = await readImportFiles(line.files, {
    format: line.text("format") ?? undefined,
    map: columnMap(line.texts("map")),
    dateOrder: dateOrder(line.text("date-order")),
    now: new Date(),
    onProgress: progress("rows read"),
  });
  // Clear the progress line, on which the report would otherwise begin.
  if (Deno.stderr.isTerminal()) writeAll(Deno.stderr, "\r\x1b[K");
  if (files.faultCount > 0) {
    for (const fault of faultReport(files)) printError(escapedControls(fault));
    if (!line.flag("skip-invalid")) {
      printError(
        `Nothing was imported: rows with problems are ${files.badRows} of ${files.rows}. ` +
          "Mend them, or import the others with --skip-invalid.",
      );
      return 1;
    }
  }
  const incoming: DatasetImport = {
    reviews: files.reviews,
    ...businessOf(options.business, files),
    insights: options.insights,
    taxonomy: options.taxonomy,
    replace: line.flag("replace"),
  };
  if (incoming.replace && incoming.reviews.length === 0) {
    throw new UsageError("--replace would remove every review: the files hold none that can be published.");
  }
  const { kv } = await openStore(kvPath);
  try {
    const reviews = ((await readHead(kv)).value?.reviews ?? 0) + files.reviews.length;
    const later = memoryWarning("this import, with the published reviews,", memoryToImport(reviews, 0), memoryLimit);
    if (warning === null && later !== null) printError(later);
    const [result, end] = await publishImport(kv, incoming, line.flag("dry-run"), {
      publisher: { command: "import", sources: line.files },
      keptRevisions,
    });
    for (const text of importReport(files, result, end)) print(escapedControls(text));
    const log = createLog({
      level: "info",
      format: logFormat ?? (Deno.stderr.isTerminal() ? "pretty" : "json"),
      write: (bytes) => writeAll(Deno.stderr, bytes),
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
      hidden: result.merged.keptHidden,
      erased: result.merged.erased,
      reviews: result.dataset.reviews.length,
      milliseconds: Math.round(performance.now() - started),
    });
    log.flush();
    return 0;
  } finally {
    kv.close();
  }
}

async function readOptionFiles(line: CommandLine): Promise<Pick<DatasetImport, "business" | "insights" | "taxonomy">> {
  const [business, insights] = [line.text("business"), line.text("insights")];
  const described = business === null ? null : await readOptionFile(business, BusinessFile);
  if (described !== null) refuseBusiness(described);
  return {
    business: described,
    insights: insights === null ? null : await readOptionFile(insights, InsightsFile),
    taxonomy: await readTaxonomy(line.text("taxonomy")),
  };
}

function businessOf(described: Business | null, files: ImportFiles): Pick<DatasetImport, "business" | "place"> {
  if (described !== null) return { business: described, place: null };
  return {
    business: files.business === null ? null : checked("The business in the files", files.business, BusinessFile),
    place: files.place === null ? null : checked("The place in the files", files.place, BusinessFile),
  };
}

/** Bytes of the files that are there; for the others the reading finds the right words. */
async function lengthOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => Deno.stat(file).then(({ size }) => size, () => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function columnMap(pairs: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (pairs.length === 0) return undefined;
  return new Map(pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1 || at === pair.length - 1) {
      throw new UsageError(`--map is "${shownName(pair)}"; expected FIELD=COLUMN, such as rating="Star rating".`);
    }
    return [pair.slice(0, at), pair.slice(at + 1)];
  }));
}

function dateOrder(order: string | null): "dmy" | "mdy" | undefined {
  if (order === null || order === "dmy" || order === "mdy") return order ?? undefined;
  throw new UsageError(`--date-order is "${shownName(order)}"; allowed is dmy or mdy.`);
}

function progress(what: string): ((done: number) => void) | undefined {
  if (!Deno.stderr.isTerminal()) return undefined;
  const encoder = new TextEncoder();
  return (done) => void Deno.stderr.writeSync(encoder.encode(`\r${done} ${what} `));
}

if (import.meta.main) await runCommand(HELP, OPTIONS, importCommand);
