import type { ContentCoding } from "../../domain/documents/representation.ts";
import { joinBytes } from "../../domain/join_bytes.ts";
import { byteStream } from "./byte_stream.ts";
import { acceptedCodings } from "./choose_coding.ts";
import { canCompress, compress, compressedStream } from "./compress.ts";
import { type CompressionBudget, processBudget } from "./compression_budget.ts";
import { evaluatePreconditions, type Validators } from "./conditional_request.ts";
import { makeResponse } from "./make_response.ts";
import { CACHE_CONTROL, publicHeaders } from "./public_headers.ts";
import { notAcceptable, notModified, preconditionFailed } from "./refuse_preconditions.ts";

/** A JSON answer that is made for one request. */
export interface JsonAnswer extends Validators {
  /** The body, in pieces: views of prepared buffers and what stands between them. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** Value of the `Link` field, or null. */
  readonly link?: string | null;
  /** Value of the `Vary` field if it is not the default. */
  readonly vary?: string;
  /** What may be spent on compressing it; by default what all answers of this process share. */
  readonly budget?: CompressionBudget | undefined;
}

/** An answer of any media type that is made for one request. */
export interface MadeAnswer extends JsonAnswer {
  readonly contentType: string;
  /** Further header fields, such as a content security policy. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

const encoder = new TextEncoder();
// Copying is cheaper than a stream below this size.
const STREAM_FROM_BYTES = 65_536;
// Fits into one packet as it is.
const COMPRESS_FROM_BYTES = 1024;
// Reused by every response, as `new Response` copies its bytes (Fetch 5.2).
const buffer = new Uint8Array(STREAM_FROM_BYTES);

/** Answers GET or HEAD with JSON (see {@linkcode respondMade}). */
export function respondJson(request: Request, answer: JsonAnswer): Response {
  return respondMade(request, { ...answer, contentType: "application/json" });
}

/**
 * Answers GET or HEAD with what was made for this request, in the coding that suits the client and the length (RFC
 * 9110 8.4.1): short answers as they are, long ones as a stream, and uncompressed
 * once more has been compressed in this second than the budget allows. Each coding has an entity tag of its own, known before anything is compressed, so
 * that a 304 costs neither a copy nor a compression (RFC 9110 8.8.3.3, 13.1).
 */
export function respondMade(request: Request, answer: MadeAnswer): Response {
  const pieces = answer.pieces.map((piece) => typeof piece === "string" ? encoder.encode(piece) : piece);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const coding = codingOf(request, length, answer.budget ?? processBudget);
  if (coding === undefined) return notAcceptable();
  const entityTag = codedTag(answer.entityTag, coding);
  const headers = publicHeaders();
  headers.push(["etag", entityTag], ["cache-control", CACHE_CONTROL], ["vary", answer.vary ?? "Accept-Encoding"]);
  if (answer.lastModified !== null) headers.push(["last-modified", new Date(answer.lastModified).toUTCString()]);
  if (answer.link) headers.push(["link", answer.link]);
  for (const [name, value] of answer.headers ?? []) headers.push([name, value]);
  const outcome = evaluatePreconditions(request.headers, { entityTag, lastModified: answer.lastModified });
  if (outcome === "failed") return preconditionFailed();
  headers.push(["content-type", answer.contentType]);
  if (coding !== "identity") headers.push(["content-encoding", coding]);
  if (outcome === "not modified") return notModified(headers);

  if (length >= STREAM_FROM_BYTES) {
    // The length of a compressed stream is not known before its end.
    if (coding === "identity") headers.push(["content-length", String(length)]);
    if (request.method === "HEAD") return makeResponse(null, 200, headers);
    return makeResponse(coding === "identity" ? byteStream(pieces) : compressedStream(pieces, coding), 200, headers);
  }
  const joined = joinBytes(pieces, buffer);
  const bytes = coding === "identity" ? joined : compress(joined, coding);
  headers.push(["content-length", String(bytes.length)]);
  return makeResponse(request.method === "HEAD" ? null : bytes, 200, headers);
}

/** The coding for a client and a length; undefined if the client refuses every one. */
function codingOf({ headers }: Request, length: number, budget: CompressionBudget): ContentCoding | undefined {
  const accepted = acceptedCodings(headers.get("accept-encoding")).ofMade;
  const coding = accepted.find(canCompress);
  if (coding === "identity" || !accepted.includes("identity")) return coding;
  if (length < COMPRESS_FROM_BYTES) return "identity";
  // What is compressed as it is read keeps nobody waiting. The tags of a conditional request are of the coding that the
  // client got before: in another it would get again what it has, or a 412.
  if (length >= STREAM_FROM_BYTES || headers.has("if-none-match") || headers.has("if-match")) return coding;
  return budget(length) ? coding : "identity";
}

function codedTag(entityTag: string, coding: ContentCoding): string {
  return coding === "identity" ? entityTag : `${entityTag.slice(0, -1)}-${coding}"`;
}
