import { writeInsightsDocument } from "../documents/insights_document.ts";
import {
  type ContentCoding,
  encodeBodies,
  type EncodedBodies,
  encodedBody,
  gzip,
} from "../documents/representation.ts";
import { writeReviewsDocument } from "../documents/reviews_document.ts";
import type { EarlierAnalyses } from "../insights/analysis/analyze_reviews.ts";
import { readPackedAnalyses, writePackedAnalyses } from "../insights/analysis/packed_analyses.ts";
import { lexiconInsights } from "../insights/lexicon_insights.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import { joinBytes } from "../join_bytes.ts";
import type { Review } from "../review.ts";
import type { Dataset } from "./dataset.ts";
import {
  type ArchivedDocument,
  type ArchivePart,
  type DatasetArchive,
  type KeptPart,
  keptPart,
} from "./dataset_archive.ts";

type Piece = ArchivePart & { readonly bytes: Uint8Array };

const encoder = new TextEncoder();

/**
 * Computes a dataset's insights, unless the operator has brought them, writes its documents and
 * compresses them.
 *
 * @param earlier The analyses that the import before has kept; null analyses every review.
 */
export function archiveDataset(dataset: Dataset, earlier: EarlierAnalyses | null = null): DatasetArchive {
  const { insights, analyses } = insightsOf(dataset, earlier);
  const documents: readonly [ArchivedDocument, EncodedBodies][] = [
    ["/insights.json", encodeBodies(insights)],
    ["/reviews.json", encodeBodies(writeReviewsDocument(dataset.business, dataset.reviews))],
  ];
  const taxonomy = dataset.taxonomy === null ? null : encoder.encode(JSON.stringify(dataset.taxonomy));
  const pieces = [
    ...documents.toReversed().flatMap(([document, bodies]) => documentPieces(document, bodies)),
    // What is kept for the next import stands last, so that a server can leave it unread.
    ...keptPieces("taxonomy", taxonomy),
    ...keptPieces("analyses", analyses),
  ];
  const digest = encodedBody(encoder.encode(
    [...documents.map(([, bodies]) => bodies.identity.entityTag), JSON.stringify(dataset.taxonomy)].join(),
  ));
  return {
    parts: pieces.map(({ document, coding, length }) => ({ document, coding, length })),
    bytes: joinBytes(pieces.map(({ bytes }) => bytes)),
    digest: digest.entityTag.slice(1, -1),
  };
}

function insightsOf(
  { business, reviews, operatorInsights, taxonomy }: Dataset,
  earlier: EarlierAnalyses | null,
): { readonly insights: Uint8Array<ArrayBuffer>; readonly analyses: Uint8Array | null } {
  if (operatorInsights !== null) return { insights: writeInsightsDocument(operatorInsights), analyses: null };
  const { document, packed } = lexiconInsights(business, reviews, chosenTaxonomy(taxonomy), earlier);
  return { insights: writeInsightsDocument(document), analyses: writePackedAnalyses(packed) };
}

function documentPieces(document: ArchivedDocument, bodies: EncodedBodies): readonly Piece[] {
  // A document that gzip does not make smaller is tiny: it is kept as it is.
  const kept: [ContentCoding, Uint8Array | undefined][] = [
    ["identity", bodies.gzip === undefined ? bodies.identity.bytes : undefined],
    ["gzip", bodies.gzip?.bytes],
    ["br", bodies.br?.bytes],
    ["zstd", bodies.zstd?.bytes],
  ];
  return kept.flatMap(([coding, bytes]) =>
    bytes === undefined ? [] : [{ document, coding, length: bytes.length, bytes }]
  );
}

function keptPieces(document: KeptPart, content: Uint8Array | null): readonly Piece[] {
  if (content === null) return [];
  const bytes = gzip(content);
  return [{ document, coding: "gzip", length: bytes.length, bytes }];
}

/**
 * The analyses that are kept in an archive, for the next import; null when it holds none that can be
 * used. They only save time, so damaged ones must not keep anybody from importing.
 *
 * @param reviews The reviews of the same archive.
 */
export function earlierAnalyses(
  archive: Omit<DatasetArchive, "digest">,
  reviews: readonly Review[],
): EarlierAnalyses | null {
  const bytes = undamagedPart(archive);
  const packed = bytes && readPackedAnalyses(bytes);
  return packed?.rows.length === reviews.length ? { reviews, packed } : null;
}

function undamagedPart(archive: Omit<DatasetArchive, "digest">): Uint8Array | null {
  try {
    return keptPart(archive, "analyses");
  } catch {
    // The checksum of gzip (RFC 1952 2.3.1) has told.
    return null;
  }
}
