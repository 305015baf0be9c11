import type { InsightsDocument } from "../documents/insights_document.ts";
import { type ContentCoding, type EncodedBodies, encodedBody, gunzip } from "../documents/representation.ts";
import { readReviewsDocument } from "../documents/reviews_document.ts";
import type { TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { PageSettings } from "../page_settings.ts";
import type { HiddenReview } from "../review.ts";
import type { Dataset } from "./dataset.ts";
import type { Removal } from "./removals.ts";

/** The documents in the store. Feeds are not: they contain the public origin, which only the server knows. */
export type ArchivedDocument = "/reviews.json" | "/insights.json";

/**
 * Parts that are stored and are no documents. A server reads the taxonomy for its names, how the pages look, and the
 * removals for the feed; hidden reviews and analyses are for commands alone.
 */
export type KeptPart = "taxonomy" | "pages" | "removals" | "hidden" | "analyses";

/** The parts that no server reads. They come last. */
export const UNSERVED_PARTS: readonly ArchivePart["document"][] = ["hidden", "analyses"];

type CompressedCoding = Exclude<ContentCoding, "identity">;

/** One document or kept part in one content coding: a range of the archive's bytes. */
export interface ArchivePart {
  readonly document: ArchivedDocument | KeptPart;
  readonly coding: ContentCoding;
  /** Length in bytes; the parts are adjacent, in the order of the list. */
  readonly length: number;
}

/**
 * A dataset in the form in which it is stored: its documents compressed in every content coding, one after the other. A
 * server only has to read them, and all servers send the same bytes.
 */
export interface DatasetArchive {
  readonly parts: readonly ArchivePart[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Entity tag of documents and taxonomy together; equal digests mean equal data. */
  readonly digest: string;
}

/** An archive is there, and its bytes are not those that were written. The message is for the operator. */
export class DamagedArchiveError extends Error {
  override readonly name = "DamagedArchiveError";

  /** @param part What cannot be read. */
  constructor(part: ArchivedDocument | KeptPart) {
    super(
      `The store is damaged: ${part} cannot be read. Restore it from a backup, or publish everything anew: import all ` +
        "reviews with --replace-all and --business FILE.",
    );
  }
}

/** The bodies of one document of an archive. Throws an Error if the archive does not contain it. */
export function archivedBodies(archive: Omit<DatasetArchive, "digest">, document: ArchivedDocument): EncodedBodies {
  const found = new Map<ContentCoding, Uint8Array<ArrayBuffer>>();
  let at = 0;
  for (const part of archive.parts) {
    if (part.document === document) {
      found.set(part.coding, archive.bytes.subarray(at, at + part.length));
    }
    at += part.length;
  }
  const gzipped = found.get("gzip");
  const identity = found.get("identity") ??
    (gzipped && undamaged(document, gzipped));
  if (identity === undefined) {
    throw new Error(`The archive does not hold ${document}.`);
  }
  const body = (coding: CompressedCoding) => {
    const bytes = found.get(coding);
    return bytes && encodedBody(bytes);
  };
  return {
    identity: encodedBody(identity),
    gzip: body("gzip"),
    br: body("br"),
    zstd: body("zstd"),
  };
}

/**
 * The decompressed bytes of a kept part; null if there is none. Kept parts are stored gzipped. Throws if they are
 * damaged.
 */
export function keptPart(archive: Omit<DatasetArchive, "digest">, kept: KeptPart): Uint8Array | null {
  let at = 0;
  for (const { document, length } of archive.parts) {
    if (document === kept) return undamaged(kept, archive.bytes.subarray(at, at + length));
    at += length;
  }
  return null;
}

/** Decompresses a part; its checksum tells when it is not what was written (RFC 1952 2.3.1). */
function undamaged(part: ArchivedDocument | KeptPart, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  try {
    return gunzip(bytes);
  } catch {
    throw new DamagedArchiveError(part);
  }
}

/** The taxonomy that was chosen for the dataset; null if none was. */
export function archivedTaxonomy(archive: Omit<DatasetArchive, "digest">): TaxonomyChoice | null {
  return keptJson<TaxonomyChoice>(archive, "taxonomy");
}

/** How the pages look; null where the operator has said nothing. */
export function archivedPages(archive: Omit<DatasetArchive, "digest">): PageSettings | null {
  return keptJson<PageSettings>(archive, "pages");
}

/** The reviews that are no longer published, newest removal first (see `removalsAfter`). */
export function archivedRemovals(archive: Omit<DatasetArchive, "digest">): readonly Removal[] {
  return keptJson<readonly Removal[]>(archive, "removals") ?? [];
}

/** The hidden reviews, newest first. */
export function archivedHidden(archive: Omit<DatasetArchive, "digest">): readonly HiddenReview[] {
  return keptJson<readonly HiddenReview[]>(archive, "hidden") ?? [];
}

function keptJson<T>(archive: Omit<DatasetArchive, "digest">, kept: KeptPart): T | null {
  const bytes = keptPart(archive, kept);
  return bytes && JSON.parse(new TextDecoder().decode(bytes)) as T;
}

/**
 * Reconstructs the dataset from an archive.
 *
 * @param facts What the archive's bytes do not contain: whether the insights are the operator's own, and whether this
 * is the bundled sample.
 */
export function unarchiveDataset(
  archive: Omit<DatasetArchive, "digest">,
  facts: { readonly operatorInsights: boolean; readonly sample: boolean },
): Dataset {
  const bytesOf = (document: ArchivedDocument) => archivedBodies(archive, document).identity.bytes;
  const { business, reviews } = readReviewsDocument(bytesOf("/reviews.json"));
  const hidden = keptJson<readonly HiddenReview[]>(archive, "hidden");
  const pages = archivedPages(archive);
  return {
    business,
    reviews,
    ...pages === null ? {} : { pages },
    ...hidden === null ? {} : { hidden },
    operatorInsights: facts.operatorInsights
      ? JSON.parse(new TextDecoder().decode(bytesOf("/insights.json"))) as InsightsDocument
      : null,
    taxonomy: archivedTaxonomy(archive),
    sample: facts.sample,
  };
}
