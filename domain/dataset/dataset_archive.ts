import { sentence } from "../sentences/sentence.ts";
import { freeBytes } from "../buffers.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { type ContentCoding, type EncodedBodies, encodedBody, gunzip } from "../documents/representation.ts";
import type { WithheldCounts } from "../documents/review_policy.ts";
import { readReviewsDocument } from "../documents/reviews_document.ts";
import type { TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { LabellerIdentity } from "../labeller_identity.ts";
import { OperatorError } from "../operator_error.ts";
import type { PageSettings } from "../page_settings.ts";
import type { LeftOutSource, Place } from "../places.ts";
import type { HiddenReview, WithheldReason } from "../review.ts";
import type { ChangeLog } from "./change_log.ts";
import type { Dataset } from "./dataset.ts";

/**
 * Paths of the documents in an archive. Feeds are absent, because they contain the public origin, which only the server
 * knows.
 */
export type ArchivedDocument = "/reviews.json" | "/insights.json";

/**
 * Parts of an archive that are not documents. Only commands read `hidden` and `analyses`. Servers read the others: the
 * taxonomy for its names, the look of the pages, the labeller, the change log, the sources that places leave out, and the reasons and
 * dates of withheld reviews.
 */
export type KeptPart =
  | "labeller"
  | "taxonomy"
  | "pages"
  | "changes"
  | "left_out"
  | "hiding"
  | "withheld"
  | "hidden"
  | "analyses";

/** Parts that only commands read; the last ones of an archive. */
export const UNSERVED_PARTS: readonly ArchivePart["document"][] = ["hidden", "analyses"];

type CompressedCoding = Exclude<ContentCoding, "identity">;

/** One document or kept part in one content coding: a range of the archive's bytes. */
export interface ArchivePart {
  readonly document: ArchivedDocument | KeptPart;
  readonly coding: ContentCoding;
  /** Length in bytes; the parts are adjacent, in the order of the list. */
  readonly length: number;
  /** First place of a group that gets this part; absent for the part of everything published (see `archiveFor`). */
  readonly place?: Place;
}

/**
 * Stored form of a dataset: its documents in every content coding, concatenated. Servers send these bytes unchanged, so
 * all servers answer alike.
 */
export interface DatasetArchive {
  readonly parts: readonly ArchivePart[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Entity tag of documents and taxonomy together; equal digests mean equal data. */
  readonly digest: string;
}

/** An archive without its digest: enough to read it. */
export type ArchiveContent = Omit<DatasetArchive, "digest">;

/** Thrown if an archive's bytes differ from those that were written. The message is for the operator. */
export class DamagedArchiveError extends OperatorError {
  override readonly name = "DamagedArchiveError";

  /** @param part The unreadable part. */
  constructor(part: ArchivedDocument | KeptPart) {
    super(
      sentence(
        "The store is damaged: {part} cannot be read. Restore it from a backup, or publish everything anew: import all reviews with --replace-all and --business FILE.",
        { part },
      ),
    );
  }
}

/**
 * Bodies of one document of an archive.
 *
 * @throws {Error} If the archive does not contain it.
 * @throws {DamagedArchiveError} If it cannot be decompressed.
 */
export function archivedBodies(archive: ArchiveContent, document: ArchivedDocument): EncodedBodies {
  const found = new Map<ContentCoding, Uint8Array<ArrayBuffer>>();
  let at = 0;
  for (const part of archive.parts) {
    if (part.document === document && part.place === undefined) {
      found.set(part.coding, archive.bytes.subarray(at, at + part.length));
    }
    at += part.length;
  }
  const identity = documentBytes(archive, document);
  const body = (coding: CompressedCoding) => {
    const bytes = found.get(coding);
    return bytes && encodedBody(bytes);
  };
  return { identity: encodedBody(identity), gzip: body("gzip"), br: body("br"), zstd: body("zstd") };
}

function documentBytes(archive: ArchiveContent, document: ArchivedDocument): Uint8Array<ArrayBuffer> {
  const bytes = keptPart(archive, document);
  if (bytes === null) throw new Error(`The archive does not hold ${document}.`);
  return bytes;
}

/**
 * Decompressed bytes of a document or kept part; null if absent.
 *
 * @throws {DamagedArchiveError} If they cannot be decompressed.
 */
export function keptPart(
  archive: ArchiveContent,
  kept: ArchivedDocument | KeptPart,
): Uint8Array<ArrayBuffer> | null {
  let at = 0;
  for (const { document, coding, length } of archive.parts) {
    const bytes = archive.bytes.subarray(at, at + length);
    // Of a document, this coding comes before all others, and those of places come last.
    if (document === kept) return coding === "identity" ? bytes : undamaged(kept, bytes);
    at += length;
  }
  return null;
}

/** Decompresses a part and verifies its checksum (RFC 1952 2.3.1). */
function undamaged(part: ArchivedDocument | KeptPart, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  try {
    return gunzip(bytes);
  } catch {
    throw new DamagedArchiveError(part);
  }
}

/** The parts of a place that leaves out sources; the archive itself for all others. */
export function archiveFor(archive: ArchiveContent, place: Place): ArchiveContent {
  const first = archive.parts.findIndex((part) => part.place === place);
  if (first === -1) return archive;
  const start = archive.parts.slice(0, first).reduce((sum, { length }) => sum + length, 0);
  const parts = archive.parts.filter((part) => part.place === place);
  return { parts: parts.map(({ place: _, ...part }) => part), bytes: archive.bytes.subarray(start) };
}

/** Reads the published insights: computed, or the operator's own. */
export function archivedInsights(archive: ArchiveContent): InsightsDocument {
  return JSON.parse(new TextDecoder().decode(documentBytes(archive, "/insights.json")));
}

/** Since when and why a review is withheld, for readers. */
export interface PublicHiding {
  /** First day (UTC), `YYYY-MM-DD`. */
  readonly on: string;
  readonly reason: WithheldReason;
}

/** Why reviews are hidden, by each of their ids. Contains no other data of them. */
export function publicHidings(hidden: readonly HiddenReview[]): Readonly<Record<string, PublicHiding>> {
  return Object.fromEntries(hidden.flatMap(({ id, aliases = [], hidden_at, hidden_reason = "not_stated" }) => {
    const on = new Date(hidden_at).toISOString().slice(0, 10);
    return [id, ...aliases].map((id) => [id, { on, reason: hidden_reason }] as const);
  }));
}

/** Values of the parts that are kept as JSON. */
interface KeptValues {
  readonly taxonomy: TaxonomyChoice;
  readonly pages: Partial<PageSettings>;
  readonly labeller: LabellerIdentity;
  readonly changes: ChangeLog;
  readonly left_out: readonly LeftOutSource[];
  /** By review id. */
  readonly hiding: Readonly<Record<string, PublicHiding>>;
  readonly withheld: WithheldCounts;
  /** Newest first. */
  readonly hidden: readonly HiddenReview[];
}

/** Reads a part that is kept as JSON; null in archives without it. */
export function archivedJson<Part extends keyof KeptValues>(
  archive: ArchiveContent,
  part: Part,
): KeptValues[Part] | null {
  const bytes = keptPart(archive, part);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Reconstructs the dataset of an archive.
 *
 * @param head Says whether the insights are the operator's own.
 */
export function unarchiveDataset(
  archive: ArchiveContent,
  head: { readonly operator_insights: boolean },
): Dataset {
  const bytes = documentBytes(archive, "/reviews.json");
  const { business, reviews } = readReviewsDocument(bytes);
  if (bytes.buffer !== archive.bytes.buffer) freeBytes(bytes);
  const hidden = archivedJson(archive, "hidden");
  const pages = archivedJson(archive, "pages");
  return {
    business,
    reviews,
    ...pages === null ? {} : { pages },
    ...hidden === null ? {} : { hidden },
    operatorInsights: head.operator_insights ? archivedInsights(archive) : null,
    taxonomy: archivedJson(archive, "taxonomy"),
  };
}

/**
 * Digest of an archive: equal digests mean equal data.
 *
 * @param insights Entity tag of `/insights.json` without a coding.
 * @param reviews Entity tag of `/reviews.json` without a coding.
 * @param jsonOf Returns the JSON of a kept part; null if the archive does not have it.
 */
export function archiveDigest(insights: string, reviews: string, jsonOf: (part: KeptPart) => string | null): string {
  const others = (["hidden", "pages", "labeller"] as const).map(jsonOf).filter((part) => part !== null);
  const tags = [insights, reviews, jsonOf("taxonomy") ?? "null", ...others].join();
  return encodedBody(new TextEncoder().encode(tags)).entityTag.slice(1, -1);
}
