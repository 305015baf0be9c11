import { Buffer } from "node:buffer";
import zlib from "node:zlib";
import { encodedBody, zstd } from "../documents/representation.ts";
import { readReviewsDocument } from "../documents/reviews_document.ts";
import { archiveDigest, type ArchivePart, type DatasetArchive } from "./dataset_archive.ts";

const DECODE = {
  identity: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => zlib.gunzipSync(bytes),
  br: (bytes: Uint8Array) => zlib.brotliDecompressSync(bytes),
  zstd: (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes),
};

/**
 * Faults of an archive, one sentence each: an undecodable part, codings that differ, a digest or number of reviews that
 * does not match. Empty for a sound archive.
 */
export function archiveFaults(archive: DatasetArchive, reviews: number): readonly string[] {
  const faults: string[] = [];
  const contents = new Map<string, Uint8Array>();
  let at = 0;
  for (const { document: name, coding, length, place } of archive.parts) {
    const document = place === undefined ? name : `${name} without what ${place} leave out`;
    const content = decoded(coding, archive.bytes.subarray(at, at + length));
    at += length;
    // A newer Deno wrote it. This one serves it, but cannot read it.
    if (coding === "zstd" && zstd === null) continue;
    const first = contents.get(document);
    if (content === null) faults.push(`${document} cannot be read in ${coding}.`);
    else if (first === undefined) contents.set(document, content);
    else if (Buffer.compare(first, content) !== 0) {
      faults.push(`${document} in ${coding} differs from its other codings.`);
    }
  }
  const [insights, document] = [contents.get("/insights.json"), contents.get("/reviews.json")];
  if (insights === undefined || document === undefined) return [...faults, "A document is missing."];
  const tag = (bytes: Uint8Array) => encodedBody(new Uint8Array(bytes)).entityTag;
  const textOf = (part: ArchivePart["document"]) => {
    const bytes = contents.get(part);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };
  if (archiveDigest(tag(insights), tag(document), textOf) !== archive.digest) {
    faults.push("Its content does not have its digest.");
  }
  const found = reviewsIn(document);
  if (found !== reviews) faults.push(`It holds ${found ?? "unreadable"} reviews, and its head says ${reviews}.`);
  return faults;
}

function decoded(coding: ArchivePart["coding"], bytes: Uint8Array): Uint8Array | null {
  try {
    return DECODE[coding](bytes);
  } catch {
    return null;
  }
}

function reviewsIn(document: Uint8Array): number | null {
  try {
    return readReviewsDocument(new Uint8Array(document)).reviews.length;
  } catch {
    return null;
  }
}
