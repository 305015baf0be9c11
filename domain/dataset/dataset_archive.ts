import zlib from "node:zlib";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { type ContentCoding, type EncodedBodies, encodedBody } from "../documents/representation.ts";
import { readReviewsDocument } from "../documents/reviews_document.ts";
import type { TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { Dataset } from "./dataset.ts";

/** The documents that are held in the store; feeds depend on the public origin and are made by the server. */
export type ArchivedDocument = "/reviews.json" | "/insights.json";

/** What is kept beside the documents for the next import; nobody is sent it. */
export type KeptPart = "taxonomy" | "analyses";

type CompressedCoding = Exclude<ContentCoding, "identity">;

/** One document or kept part in one coding, as a run of the archive's bytes. */
export interface ArchivePart {
  readonly document: ArchivedDocument | KeptPart;
  readonly coding: ContentCoding;
  /** Length in bytes; the parts follow one another. */
  readonly length: number;
}

/**
 * A dataset as it is stored: its documents already compressed in every coding, one after the
 * other, so that a server only has to read them and every server sends the same bytes.
 */
export interface DatasetArchive {
  readonly parts: readonly ArchivePart[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Entity tag of the documents and the taxonomy together: equal digests mean equal data. */
  readonly digest: string;
}

/** Takes the bodies of one document out of an archive. Throws when the archive does not hold it. */
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
    (gzipped && new Uint8Array(zlib.gunzipSync(gzipped)));
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

/** Takes a kept part out of an archive; null when there is none. Kept parts are gzipped. */
export function keptPart(archive: Omit<DatasetArchive, "digest">, kept: KeptPart): Uint8Array | null {
  let at = 0;
  for (const { document, length } of archive.parts) {
    if (document === kept) return zlib.gunzipSync(archive.bytes.subarray(at, at + length));
    at += length;
  }
  return null;
}

/** The taxonomy that a dataset's insights are computed by; null when none was chosen. */
export function archivedTaxonomy(archive: Omit<DatasetArchive, "digest">): TaxonomyChoice | null {
  const bytes = keptPart(archive, "taxonomy");
  return bytes && JSON.parse(new TextDecoder().decode(bytes)) as TaxonomyChoice;
}

/**
 * Reads the dataset back from an archive.
 *
 * @param facts What the archive's bytes do not say: whether the insights are the operator's own,
 * and whether the dataset is the bundled sample.
 */
export function unarchiveDataset(
  archive: Omit<DatasetArchive, "digest">,
  facts: { readonly operatorInsights: boolean; readonly sample: boolean },
): Dataset {
  const bytesOf = (document: ArchivedDocument) => archivedBodies(archive, document).identity.bytes;
  const { business, reviews } = readReviewsDocument(bytesOf("/reviews.json"));
  return {
    business,
    reviews,
    operatorInsights: facts.operatorInsights
      ? JSON.parse(new TextDecoder().decode(bytesOf("/insights.json"))) as InsightsDocument
      : null,
    taxonomy: archivedTaxonomy(archive),
    sample: facts.sample,
  };
}
