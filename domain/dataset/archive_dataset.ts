import { collectGarbage, freeBytes, moveBytes } from "../buffers.ts";
import type { ChangeLog } from "./change_log.ts";
import type { Dataset } from "./dataset.ts";
import {
  type ArchiveContent,
  type ArchivedDocument,
  archiveDigest,
  type ArchivePart,
  type DatasetArchive,
  type KeptPart,
  keptPart,
  publicHidings,
} from "./dataset_archive.ts";
import { withheldCounts } from "./ledger.ts";
import { datasetFor, leftOutSources, placeGroups } from "./place_datasets.ts";
import { writeInsightsDocument } from "../documents/insights_document.ts";
import {
  type ContentCoding,
  encodeBodies,
  type EncodedBodies,
  encodedBody,
  gzip,
  zstd,
} from "../documents/representation.ts";
import { writeReviewsDocument } from "../documents/reviews_document.ts";
import type { DatasetLabels } from "../insights/labeller/review_labels.ts";
import type { EarlierAnalyses } from "../insights/analysis/reuse_analyses.ts";
import { type PackedAnalyses, readPackedAnalyses, writePackedAnalyses } from "../insights/analysis/packed_analyses.ts";
import { lexiconInsights } from "../insights/lexicon_insights.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import { tellProgress } from "../progress.ts";
import type { Place } from "../places.ts";
import type { HiddenReview, Review } from "../review.ts";

type Piece = ArchivePart & { readonly bytes: Uint8Array<ArrayBuffer> };

const encoder = new TextEncoder();
const CODINGS = zstd === null ? 4 : 6;

/**
 * Serialises and compresses a dataset's documents. Computes the insights first, unless the operator supplied them.
 *
 * @param earlier Analyses of the previous import; null to analyse every review.
 * @param log The change log with this publication; null for none.
 * @param labels Labels of the labeller; null without one.
 */
export function archiveDataset(
  dataset: Dataset,
  earlier: EarlierAnalyses | null = null,
  log: ChangeLog | null = null,
  labels: DatasetLabels | null = null,
): DatasetArchive {
  const leftOut = leftOutSources(dataset);
  const places = placeGroups(leftOut).map(([place]) => place).filter((place) => datasetFor(dataset, place) !== dataset);
  const { insights, packed } = insightsBytes(dataset, earlier, labels);
  const analyses = keptPieces("analyses", packed && writePackedAnalyses(packed));
  const reusable = places.length === 0 ? null : packed;
  // Frees the evidence for the insights before the reviews, which need the largest buffer, are compressed.
  if (dataset.reviews.length >= COLLECTED_FROM_REVIEWS) collectGarbage();
  let coded = 0;
  const onCoded = () => tellProgress("compressing", coded++, CODINGS * (1 + places.length));
  onCoded();
  const insightsBodies = encodeBodies(insights, onCoded);
  const insightsPieces = documentPieces("/insights.json", insightsBodies);
  const reviewsBodies = encodeBodies(writeReviewsDocument(dataset.business, dataset.reviews), onCoded);
  const { hidden = [] } = dataset;
  const kept = { ...ownParts(dataset), labeller: packed && labels?.labeller || null };
  const pieces = [
    ...documentPieces("/reviews.json", reviewsBodies),
    ...insightsPieces,
    // Parts for the next import come last, so that a server can stop reading before them.
    ...jsonPieces("taxonomy", kept.taxonomy),
    ...jsonPieces("pages", kept.pages),
    ...jsonPieces("labeller", kept.labeller),
    ...jsonPieces("changes", log),
    ...jsonPieces("left_out", leftOut.length === 0 ? null : leftOut),
    ...hidingPieces(hidden),
    ...places.flatMap((place) => placePieces(dataset, place, reusable, labels, onCoded)),
    ...jsonPieces("hidden", kept.hidden),
    ...analyses,
  ];
  // Excludes the change log, which is no part of the data.
  const values: Readonly<Record<string, unknown>> = kept;
  const jsonOf = (part: string) => values[part] === null ? null : JSON.stringify(values[part]);
  const digest = archiveDigest(insightsBodies.identity.entityTag, reviewsBodies.identity.entityTag, jsonOf);
  return { ...archiveOf(pieces), digest };
}

/** The parts that the operator gave beside the documents; null for those without one. */
function ownParts({ taxonomy, pages, hidden = [] }: Dataset) {
  return { taxonomy, pages: pages ?? null, hidden: hidden.length === 0 ? null : hidden };
}

/** The parts of a place that leaves out sources. Analyses of reviews do not depend on each other, so they are kept. */
function placePieces(
  dataset: Dataset,
  place: Place,
  packed: PackedAnalyses | null,
  labels: DatasetLabels | null,
  onCoded: () => void,
): Piece[] {
  const published = datasetFor(dataset, place);
  const { insights } = insightsBytes(published, packed && { reviews: dataset.reviews, packed }, labels);
  return [
    ...documentPieces(
      "/reviews.json",
      encodeBodies(writeReviewsDocument(published.business, published.reviews), onCoded),
    ),
    ...documentPieces("/insights.json", encodeBodies(insights, onCoded)),
    ...hidingPieces(published.hidden),
  ].map((piece) => ({ ...piece, place }));
}

function hidingPieces(hidden: readonly HiddenReview[] = []): readonly Piece[] {
  if (hidden.length === 0) return [];
  return [
    ...jsonPieces("hiding", publicHidings(hidden)),
    ...jsonPieces("withheld", withheldCounts(hidden)),
  ];
}

/** Minimum number of reviews for a garbage collection. For fewer it costs more than it gains. */
const COLLECTED_FROM_REVIEWS = 10_000;

/**
 * Builds a small archive of an earlier revision, from which it can be published again. Has one coding and no computed
 * insights.
 */
export function compactArchive(dataset: Dataset): DatasetArchive {
  const { business, reviews, operatorInsights } = dataset;
  const { taxonomy, pages, hidden } = ownParts(dataset);
  const archive = archiveOf([
    ...keptPieces("/reviews.json", writeReviewsDocument(business, reviews)),
    ...keptPieces("/insights.json", operatorInsights && writeInsightsDocument(operatorInsights)),
    ...jsonPieces("taxonomy", taxonomy),
    ...jsonPieces("pages", pages),
    ...jsonPieces("hidden", hidden),
  ]);
  return { ...archive, digest: encodedBody(archive.bytes).entityTag.slice(1, -1) };
}

function archiveOf(pieces: readonly Piece[]): ArchiveContent {
  return {
    parts: pieces.map(({ bytes: _, ...part }) => part),
    bytes: moveBytes(pieces.map(({ bytes }) => bytes)),
  };
}

function jsonPieces(part: KeptPart, value: unknown): readonly Piece[] {
  return keptPieces(part, value === null ? null : encoder.encode(JSON.stringify(value)));
}

/** Bytes of the insights, and the analyses. An operator's own insights have no analyses. */
function insightsBytes(
  { operatorInsights, business, reviews, taxonomy }: Dataset,
  earlier: EarlierAnalyses | null,
  labels: DatasetLabels | null,
): { readonly insights: Uint8Array<ArrayBuffer>; readonly packed: PackedAnalyses | null } {
  if (operatorInsights !== null) return { insights: writeInsightsDocument(operatorInsights), packed: null };
  const chosen = chosenTaxonomy(taxonomy, business);
  const { overview, perReview, packed } = lexiconInsights(business, reviews, chosen, earlier, labels);
  const marked = business.sample ? { ...overview, sample: true } : overview;
  return { insights: writeInsightsDocument(marked, perReview()), packed };
}

/** Bodies of a document that an archive keeps. Frees the others. */
function documentPieces(document: ArchivedDocument, bodies: EncodedBodies): readonly Piece[] {
  // gzip is missing only for tiny documents; these are stored uncompressed.
  const kept: [ContentCoding, Uint8Array<ArrayBuffer> | undefined][] = [
    ["identity", bodies.gzip === undefined ? bodies.identity.bytes : undefined],
    ["gzip", bodies.gzip?.bytes],
    ["br", bodies.br?.bytes],
    ["zstd", bodies.zstd?.bytes],
  ];
  if (bodies.gzip !== undefined) freeBytes(bodies.identity.bytes);
  return kept.flatMap(([coding, bytes]) =>
    bytes === undefined ? [] : [{ document, coding, length: bytes.length, bytes }]
  );
}

function keptPieces(document: KeptPart | ArchivedDocument, content: Uint8Array<ArrayBuffer> | null): readonly Piece[] {
  if (content === null) return [];
  const bytes = gzip(content);
  freeBytes(content);
  return [{ document, coding: "gzip", length: bytes.length, bytes }];
}

/**
 * Reads the analyses of an archive for the next import; null if absent or damaged. They only save time, so damage must
 * not prevent an import.
 *
 * @param reviews The reviews of the same archive.
 */
export function earlierAnalyses(
  archive: ArchiveContent,
  reviews: readonly Review[],
): EarlierAnalyses | null {
  const bytes = undamagedPart(archive);
  const packed = bytes && readPackedAnalyses(bytes);
  return packed?.rows.length === reviews.length ? { reviews, packed } : null;
}

function undamagedPart(archive: ArchiveContent): Uint8Array | null {
  try {
    return keptPart(archive, "analyses");
  } catch {
    // The checksum of gzip does not match (RFC 1952 2.3.1).
    return null;
  }
}
