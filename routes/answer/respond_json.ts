import type { ContentCoding } from "../../domain/documents/representation.ts";
import { byteStream, joinBytes } from "../../domain/buffers.ts";
import { publicHeaders } from "./cors.ts";
import { CACHE_CONTROL, type HeaderList, makeResponse } from "./make_response.ts";
import { acceptedCodings } from "../../domain/documents/content_negotiation.ts";
import { compress, compressedStream, type CompressionBudget, processBudget } from "./compress.ts";
import { evaluatePreconditions, type Validators } from "./conditional_request.ts";
import { notAcceptable, notModified, preconditionFailed, problemResponse } from "./problem_response.ts";

/** A JSON answer for one request. */
interface JsonAnswer extends Validators {
  /** Body in pieces: views of prepared buffers, and the text between them. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** Value of the `Link` field, or null. */
  readonly link?: string | null;
  /** Value of the `Cache-Control` field if it is not the default for public data. */
  readonly cacheControl?: string;
  /** Value of the `Vary` field if it is not the default. */
  readonly vary?: string;
  /** Compression budget; by default the one of this process. */
  readonly budget?: CompressionBudget | undefined;
}

/** An answer of any media type for one request. */
interface MadeAnswer extends JsonAnswer {
  readonly contentType: string;
  /** Further header fields, such as a content security policy. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

const encoder = new TextEncoder();
// Copying is cheaper than a stream below this size.
const STREAM_FROM_BYTES = 65_536;
// Shorter answers fit into one packet uncompressed.
const COMPRESS_FROM_BYTES = 1024;
// Reused by every response, as `new Response` copies its bytes (Fetch 5.2).
const buffer = new Uint8Array(STREAM_FROM_BYTES);

/** Answers GET or HEAD with JSON (see {@linkcode respondMade}). */
export function respondJson(request: Request, answer: JsonAnswer): Response {
  return respondMade(request, { ...answer, contentType: "application/json" });
}

/**
 * Answers GET or HEAD with an answer made for this request, in the coding that suits the client and the length (RFC
 * 9110 8.4.1). Short answers are sent uncompressed, long ones as a stream. Answers also stay uncompressed when this
 * second's budget is spent, long ones when too many are being compressed. Each coding has its own entity tag, known
 * before compressing, so that a 304 costs neither a copy nor a compression (RFC 9110 8.8.3.3, 13.1).
 */
export function respondMade(request: Request, answer: MadeAnswer): Response {
  const pieces = answer.pieces.map((piece) => typeof piece === "string" ? encoder.encode(piece) : piece);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const accepted = acceptedCodings(request.headers.get("accept-encoding")).ofMade;
  const coding = codingOf(request, accepted, length, answer.budget ?? processBudget);
  if (coding === undefined) return notAcceptable();
  const { lastModified } = answer;
  const outcome = evaluatePreconditions(request.headers, {
    entityTag: codedTag(answer.entityTag, coding),
    lastModified,
  });
  if (outcome === "failed") return preconditionFailed();
  if (outcome === "not modified") return notModified(headersOf(answer, coding));

  if (length < STREAM_FROM_BYTES) {
    const joined = joinBytes(pieces, buffer);
    const bytes = coding === "identity" ? joined : compress(joined, coding);
    const headers: HeaderList = [...headersOf(answer, coding), ["content-length", String(bytes.length)]];
    return makeResponse(request.method === "HEAD" ? null : bytes, 200, headers);
  }
  // A compressed stream has no known length.
  if (coding !== "identity") {
    const stream = request.method === "HEAD" ? undefined : compressedStream(pieces, coding);
    if (stream !== null) return makeResponse(stream ?? null, 200, headersOf(answer, coding));
    if (!accepted.includes("identity")) return tooManyCompressed();
  }
  const headers: HeaderList = [...headersOf(answer, "identity"), ["content-length", String(length)]];
  return makeResponse(request.method === "HEAD" ? null : byteStream(pieces), 200, headers);
}

function headersOf(answer: MadeAnswer, coding: ContentCoding): HeaderList {
  const { entityTag, lastModified, link, vary, contentType, cacheControl = CACHE_CONTROL } = answer;
  const headers = publicHeaders();
  headers.push(["etag", codedTag(entityTag, coding)], ["cache-control", cacheControl]);
  headers.push(["vary", vary ?? "Accept-Encoding"]);
  if (lastModified !== null) headers.push(["last-modified", httpDate(lastModified)]);
  if (link) headers.push(["link", link]);
  for (const [name, value] of answer.headers ?? []) headers.push([name, value]);
  headers.push(["content-type", contentType]);
  if (coding !== "identity") headers.push(["content-encoding", coding]);
  return headers;
}

let [dated, date] = [NaN, ""];

/** A time in milliseconds since 1970 as an HTTP date. Caches the last one: nearly all answers are of one snapshot. */
function httpDate(time: number): string {
  if (time !== dated) [dated, date] = [time, new Date(time).toUTCString()];
  return date;
}

/** Answers a client that refuses identity while no more can be compressed. */
function tooManyCompressed(): Response {
  return problemResponse(
    503,
    "Too many long answers are being compressed; try again in a second, or accept the identity coding.",
    { headers: { "retry-after": "1" } },
  );
}

/** Chooses the coding for a client and a length; undefined if the client refuses every one. */
function codingOf(
  { headers }: Request,
  accepted: readonly ContentCoding[],
  length: number,
  budget: CompressionBudget,
): ContentCoding | undefined {
  const [coding] = accepted;
  if (coding === "identity" || !accepted.includes("identity")) return coding;
  if (length < COMPRESS_FROM_BYTES) return "identity";
  // Streams are compressed while they are read, so other requests do not wait. The tags of a conditional request belong
  // to the coding of the client's earlier answer: another coding would resend the body, or give a 412.
  if (length >= STREAM_FROM_BYTES || headers.has("if-none-match") || headers.has("if-match")) return coding;
  return budget(length) ? coding : "identity";
}

function codedTag(entityTag: string, coding: ContentCoding): string {
  return coding === "identity" ? entityTag : `${entityTag.slice(0, -1)}-${coding}"`;
}
