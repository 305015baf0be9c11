import { environment } from "../service/store/kv_location.ts";
import { archivedBodies, archivedJson, type DatasetArchive } from "../domain/dataset/dataset_archive.ts";
import { exportedLabels } from "../domain/dataset/label_rows.ts";
import { readPublished } from "../domain/dataset/dataset_store.ts";
import { readDocumentHead, readReviews, reviewOffsets } from "../domain/documents/reviews_document.ts";
import type { Store } from "../domain/store/store.ts";
import { chosenTaxonomy } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import type { HiddenReview, ImportedReview } from "../domain/review.ts";
import { ownCsvHeader, ownCsvRecord } from "./import/formats/own_csv.ts";
import { untilPipeCloses, writeAll } from "../terminal/print.ts";
import { type CommandLine, refuseArguments, runCommand, UsageError } from "./command/run_command.ts";
import { readConfiguration } from "../service/configuration.ts";
import { openStore } from "../service/store/open_store.ts";
import { joinBytes } from "../domain/buffers.ts";

const HELP = `Write what is published, byte for byte as the service sends it.

  deno task export [options] > reviews.json

The output can be imported again, here or into another store.

  --all         reviews, business, taxonomy, labels and your own insights in one
                file, for import --replace-all
  --csv         the reviews as a table for spreadsheets; cells that these would
                calculate begin with an apostrophe
  --hidden      also hidden reviews, marked; an import keeps them hidden
  --insights    /insights.json instead of /reviews.json
  --taxonomy    the taxonomy of the insights, to edit and import
  --help        this text`;

const PIECE = 65_536;
const CLOSING_BRACE = 0x7d;
const CLOSING_BRACKET = 0x5d;

async function exportCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "export", "it writes to standard output, so add > and a file");
  const documents = ["insights", "taxonomy", "all", "csv"].filter((name) => line.flag(name));
  if (documents.length > 1) {
    throw new UsageError(`--${documents.join(" and --")} are different documents; name one of them.`);
  }
  if (line.flag("hidden") && (line.flag("insights") || line.flag("taxonomy"))) {
    throw new UsageError("--hidden is for reviews; --insights and --taxonomy hold none.");
  }
  const { kvPath } = readConfiguration(environment);
  const { kv } = await openStore(kvPath);
  try {
    const { archive, before } = await readPublished(kv);
    if (archive === null) {
      throw new UsageError("There is nothing to export: import reviews first.");
    }
    const hidden = line.flag("hidden") ? archivedJson(archive, "hidden") ?? [] : [];
    const hasOwnInsights = before.value?.operator_insights ?? false;
    const parts = line.flag("all") ? await exportedParts(kv, archive, hidden, hasOwnInsights) : [];
    return await untilPipeCloses(() => {
      if (line.flag("csv")) writeTable(archive, hidden);
      else if (line.flag("all")) { for (const part of parts) writeAll(Deno.stdout, part); }
      else if (hidden.length > 0) { for (const part of withHidden(archive, hidden)) writeAll(Deno.stdout, part); }
      else writeAll(Deno.stdout, bytesOf(archive, line));
      return 0;
    });
  } finally {
    kv.close();
  }
}

function writeTable(archive: DatasetArchive, hidden: readonly HiddenReview[]): void {
  const { bytes } = archivedBodies(archive, "/reviews.json").identity;
  let text = ownCsvHeader();
  const add = (review: ImportedReview) => {
    text += ownCsvRecord(review);
    if (text.length < PIECE) return;
    writeAll(Deno.stdout, text);
    text = "";
  };
  for (const review of readReviews(bytes, reviewOffsets(bytes))) add(review);
  hidden.forEach(add);
  writeAll(Deno.stdout, text);
}

/**
 * Returns `/reviews.json` with additional members at its end, without parsing the reviews. An import of it publishes the
 * same again.
 *
 * @param hasOwnInsights Whether `/insights.json` is the operator's own.
 */
export async function exportedParts(
  kv: Store,
  archive: DatasetArchive,
  hidden: readonly HiddenReview[],
  hasOwnInsights: boolean,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const reviews = joinBytes(withHidden(archive, hidden));
  const [taxonomy, settings] = [archivedJson(archive, "taxonomy"), archivedJson(archive, "pages")];
  const { bytes } = archivedBodies(archive, "/reviews.json").identity;
  const offsets = reviewOffsets(bytes);
  const { business } = readDocumentHead(bytes, offsets);
  const labels = await exportedLabels(kv, { business, taxonomy }, [...readReviews(bytes, offsets), ...hidden]);
  const encoder = new TextEncoder();
  return [
    reviews.subarray(0, reviews.lastIndexOf(CLOSING_BRACE)),
    ...taxonomy === null ? [] : [encoder.encode(`,\n"taxonomy":${JSON.stringify(taxonomy)}`)],
    ...hasOwnInsights
      ? [encoder.encode(',\n"insights":'), archivedBodies(archive, "/insights.json").identity.bytes]
      : [],
    ...settings === null ? [] : [encoder.encode(`,\n"settings":${JSON.stringify(settings)}`)],
    ...labels === null ? [] : [encoder.encode(`,\n"labels":${JSON.stringify(labels)}`)],
    encoder.encode("}\n"),
  ];
}

/** Returns `/reviews.json` with hidden reviews at the end of its list, without parsing the others. */
function withHidden(archive: DatasetArchive, hidden: readonly HiddenReview[]): readonly Uint8Array<ArrayBuffer>[] {
  const { bytes } = archivedBodies(archive, "/reviews.json").identity;
  if (hidden.length === 0) return [bytes];
  const end = bytes.lastIndexOf(CLOSING_BRACKET);
  const isAlone = reviewOffsets(bytes).length === 1;
  const lines = hidden.map((review) => JSON.stringify(review)).join(",\n");
  return [bytes.subarray(0, end), new TextEncoder().encode(`${isAlone ? "" : ","}${lines}\n`), bytes.subarray(end)];
}

function bytesOf(archive: DatasetArchive, line: CommandLine): Uint8Array {
  if (!line.flag("taxonomy")) {
    return archivedBodies(archive, line.flag("insights") ? "/insights.json" : "/reviews.json").identity.bytes;
  }
  const { bytes } = archivedBodies(archive, "/reviews.json").identity;
  const taxonomy = chosenTaxonomy(
    archivedJson(archive, "taxonomy"),
    readDocumentHead(bytes, reviewOffsets(bytes)).business,
  );
  return new TextEncoder().encode(JSON.stringify(taxonomy, null, 2) + "\n");
}

/** Runs `deno task export`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(
    args,
    HELP,
    {
      csv: { type: "boolean" },
      insights: { type: "boolean" },
      taxonomy: { type: "boolean" },
      all: { type: "boolean" },
      hidden: { type: "boolean" },
    },
    exportCommand,
  );
}

if (import.meta.main) Deno.exit(await main(Deno.args));
