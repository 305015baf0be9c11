import type { ContentCoding } from "./content_coding.ts";
import type { Dataset } from "./dataset.ts";
import type { ArchivedDocument, ArchivePart, DatasetArchive } from "./dataset_archive.ts";
import { lexiconInsights } from "./insights/lexicon_insights.ts";
import { encodeBodies, type EncodedBodies, encodedBody } from "./representation.ts";
import { writeReviewsDocument } from "./reviews_document.ts";

const encoder = new TextEncoder();

/** Writes a dataset's documents and compresses them. */
export function archiveDataset(dataset: Dataset): DatasetArchive {
  const insights = dataset.operatorInsights ??
    lexiconInsights(dataset.business, dataset.reviews);
  const documents: readonly [ArchivedDocument, EncodedBodies][] = [
    [
      "/reviews.json",
      encodeBodies(writeReviewsDocument(dataset.business, dataset.reviews)),
    ],
    [
      "/insights.json",
      encodeBodies(encoder.encode(JSON.stringify(insights) + "\n")),
    ],
  ];
  const parts: (ArchivePart & { bytes: Uint8Array })[] = [];
  for (const [document, bodies] of documents) {
    // A document that gzip does not make smaller is tiny: it is kept as it is.
    const kept: [ContentCoding, Uint8Array | undefined][] = [
      [
        "identity",
        bodies.gzip === undefined ? bodies.identity.bytes : undefined,
      ],
      ["gzip", bodies.gzip?.bytes],
      ["br", bodies.br?.bytes],
      ["zstd", bodies.zstd?.bytes],
    ];
    for (const [coding, bytes] of kept) {
      if (bytes !== undefined) {
        parts.push({ document, coding, length: bytes.length, bytes });
      }
    }
  }
  const bytes = new Uint8Array(
    parts.reduce((length, part) => length + part.length, 0),
  );
  let at = 0;
  for (const part of parts) {
    bytes.set(part.bytes, at);
    at += part.length;
  }
  const digest = encodedBody(
    encoder.encode(
      documents.map(([, bodies]) => bodies.identity.entityTag).join(),
    ),
  );
  return {
    parts: parts.map(({ document, coding, length }) => ({
      document,
      coding,
      length,
    })),
    bytes,
    digest: digest.entityTag.slice(1, -1),
  };
}
