import { dirname } from "node:path";
import { isMissing, type OpenedStore, openStore, StoreError } from "../../service/store/open_store.ts";
import { DEFAULT_KV_PATH, isBehindNetwork, shownLocation } from "../../service/store/kv_location.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";
import type { DiskRoom } from "../../service/store/disk_fault.ts";
import { archiveFaults } from "../../domain/dataset/archive_faults.ts";
import { archivedBodies, archivedJson, type DatasetArchive } from "../../domain/dataset/dataset_archive.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import { ledgerFault } from "../../domain/dataset/ledger.ts";
import { MissingArchiveError, readPublished } from "../../domain/dataset/dataset_store.ts";
import { readReviewsDocument } from "../../domain/documents/reviews_document.ts";
import { SERVICE } from "../../domain/service.ts";
import type { Store } from "../../domain/store/store.ts";
import { counted } from "../../terminal/print.ts";
import { fitLines, policyWarnings, seriousLines } from "../import/dataset_lines.ts";
import { outdatedSources } from "../import/source_terms.ts";
import { readSourceStates } from "../watch/source_state.ts";

interface CheckedStore {
  readonly findings: readonly Finding[];
  readonly opened: OpenedStore | null;
}

/**
 * Checks whether the store can be read and written. Does not create a missing store: with a mistyped path it would look
 * like one without reviews.
 *
 * @param path See `openStore`.
 */
export async function checkStore(path: string | undefined): Promise<CheckedStore> {
  const shown = shownLocation(path);
  if (path === ":memory:") {
    const text = "KV_PATH is :memory:, so everything is lost when the service stops.";
    return { findings: [warning("store", text, "Set it to a file.")], opened: null };
  }
  if (path !== undefined && await isMissing(path)) {
    const folder = dirname(path);
    if (path !== DEFAULT_KV_PATH && await isMissing(folder)) {
      const text = `The folder ${folder} of KV_PATH is not there, so no store can be made in it.`;
      return { findings: [fault("store", text, "Create it, or set KV_PATH to another file.")], opened: null };
    }
    const text = `There is no store at ${shown} yet.`;
    const advice = "Start the service or import reviews, or set KV_PATH to the file that you have.";
    return { findings: [warning("store", text, advice)], opened: null };
  }
  try {
    const started = performance.now();
    const opened = await openStore(path);
    const milliseconds = Math.round(performance.now() - started);
    const pace = isBehindNetwork(path) ? ` It was opened in ${milliseconds} ms.` : "";
    return { findings: [ok("store", `${shown} can be read and written.${pace}`)], opened };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { findings: [fault("store", error.texts[0] ?? "")], opened: null };
  }
}

/** Result of {@linkcode checkRevision}. */
export interface CheckedRevision {
  readonly findings: readonly Finding[];
  /** Null if nothing is published. */
  readonly head: DatasetHead | null;
}

/** Reads the whole published revision and checks it against its head. Rejects if the store cannot be read. */
export async function checkRevision(kv: Store): Promise<CheckedRevision> {
  try {
    const { before: { value: head }, archive } = await readPublished(kv);
    if (head === null || archive === null) {
      const advice = "Import your own reviews: deno task import FILE --business business.json.";
      return { findings: [warning("revision", "Nothing is published yet.", advice)], head: null };
    }
    const finding = judge(head, archiveFaults(archive, head.reviews));
    const further = finding.status === "ok" ? contentFindings(head, archive, await lastImport(kv, head)) : [];
    return { findings: [finding, ...versionFindings(head), ...further, ...await ledgerFindings(kv, head)], head };
  } catch (error) {
    if (!(error instanceof MissingArchiveError)) throw error;
    return { findings: [fault("revision", error.texts[0] ?? "")], head: error.before.value };
  }
}

function versionFindings({ version = SERVICE.version }: DatasetHead): readonly Finding[] {
  if (version === SERVICE.version) return [];
  const text = `Version ${version} has computed what is published, and this is version ${SERVICE.version}.`;
  return [warning("version", text, "Upgrade in docs/operate.md lists what to recompute, and how to go back.")];
}

async function ledgerFindings(kv: Store, { ledger }: DatasetHead): Promise<readonly Finding[]> {
  const broken = ledger === undefined ? null : await ledgerFault(kv, ledger);
  if (broken === null) return [];
  return [fault("ledger", `${broken} Readers can see it in /review-policy/history.json.`, "Restore a backup.")];
}

function judge({ revision, reviews, published_at }: DatasetHead, faults: readonly string[]): Finding {
  if (faults.length > 0) {
    return fault(
      "revision",
      `Revision ${revision}, which is published, is damaged. ${faults.join(" ")}`,
      "Put a backup of the store in its place, or import everything anew with --replace-all.",
    );
  }
  return ok("revision", `${counted(reviews, "review")}, published at ${published_at}, complete; the digest matches.`);
}

/** Time of the last import that is known: imports by hand that changed nothing leave no trace. */
async function lastImport(kv: Store, { published_at }: DatasetHead): Promise<number> {
  const polled = Array.from((await readSourceStates(kv)).values(), ({ importedAt }) => importedAt ?? 0);
  return Math.max(Date.parse(published_at), ...polled);
}

/**
 * Warns about gaps in the policy, a taxonomy that does not fit the reviews, and sources that are out of date. Names
 * serious complaints, which are no fault of the service.
 */
function contentFindings(
  { operator_insights }: DatasetHead,
  archive: DatasetArchive,
  importedAt: number,
): readonly Finding[] {
  const { business, reviews } = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
  const misfits = operator_insights
    ? []
    : fitLines({ business, reviews, taxonomy: archivedJson(archive, "taxonomy") }, false);
  return [
    ...misfits.map((line) => warning("taxonomy", line, "docs/insights.md shows how to choose or write one.")),
    ...policyWarnings({ business, reviews }).map((line) =>
      warning("policy", line, "docs/reviews.md lists what the business can say.")
    ),
    ...outdatedSources(reviews, importedAt, Date.now()).map((line) =>
      warning("terms", line, "Refresh or remove them. docs/import.md lists the terms.")
    ),
    ...seriousLines({ reviews }).map((line) => ok("complaints", line)),
  ];
}

/** An import writes a revision next to the published one, and both go through the log. */
const REVISIONS_OF_ROOM = 3;

const LEAST_ROOM_BYTES = 50_000_000;

/**
 * Checks the free space on the disk of a store.
 *
 * @param revisionBytes Length of the published revision.
 */
export function checkDisk({ free, needed }: DiskRoom, revisionBytes: number): Finding {
  if (free === Infinity) {
    return warning("disk", "The system does not report the free space of the disk.", "Check its free space yourself.");
  }
  const text = `The disk of the store has ${shownBytes(free)} free.`;
  if (free < needed) {
    const full = `${text} With less than ${shownBytes(needed)} it counts as full: nothing is written.`;
    return fault("disk", full, "Free some space on it.");
  }
  const wanted = needed + Math.max(LEAST_ROOM_BYTES, REVISIONS_OF_ROOM * revisionBytes);
  if (free >= wanted) return ok("disk", text);
  return warning("disk", `${text} The next imports need ${shownBytes(wanted)}.`, "Free some space on it.");
}

function shownBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
