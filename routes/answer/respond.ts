import { byteStream, joinBytes } from "../../domain/buffers.ts";
import { acceptedCodings } from "../../domain/documents/content_negotiation.ts";
import { type ContentCoding, entityTag, type Representation } from "../../domain/documents/representation.ts";
import { SERVICE } from "../../domain/service.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { compress, compressedStream } from "./compress.ts";
import { evaluatePreconditions } from "./conditional_request.ts";
import { publicHeaders } from "./cors.ts";
import { problemResponse } from "./problem_response.ts";

interface MadeAnswer extends Omit<Representation, "bodies"> {
  /** Bytes before any content coding, in pieces: views of prepared buffers, and the text between them. */
  readonly pieces: readonly (string | Uint8Array<ArrayBuffer>)[];
  /** Strong entity tag of these bytes. */
  readonly entityTag: string;
}

type Answer = Representation | MadeAnswer;

const CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=300";
// Shorter answers fit into one packet uncompressed.
const COMPRESS_FROM_BYTES = 1024;
// Longer answers are compressed while they are read, so that other requests do not wait.
const COMPRESS_TO_BYTES = 65_536;
// `new Response` copies its bytes; a stream of a long document shares them.
const STREAM_FROM_BYTES = 1_048_576;
const encoder = new TextEncoder();

/**
 * Answers GET or HEAD with a prepared representation or with an answer made for the request: 304 if the client has it,
 * 412 if a precondition fails, else the bytes in the coding that the client prefers (RFC 9110 8.4, 13.1).
 *
 * Each coding has a strong entity tag (RFC 9110 8.8.3.3): that of the prepared bytes, or for bytes that are compressed
 * here the tag of the uncompressed ones and the name of the coding. The tag is known before compressing.
 */
export function respond({ headers, method }: Request, answer: Answer): Response {
  const prepared = "bodies" in answer ? answer.bodies : undefined;
  const pieces = "bodies" in answer ? [answer.bodies.identity.bytes] : answer.pieces.map(encoded);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { ofPrepared, ofMade } = acceptedCodings(headers.get("accept-encoding"));
  const isShort = prepared === undefined && length < COMPRESS_FROM_BYTES && ofMade.includes("identity");
  const coding = ofPrepared.find((coding) => prepared?.[coding] !== undefined) ?? (isShort ? "identity" : ofMade[0]);
  if (coding === undefined) {
    return problemResponse(
      406,
      "Accept-Encoding refuses every coding of this answer; identity, gzip and br always exist.",
    );
  }
  const tag = tagOf(answer, coding);
  const outcome = evaluatePreconditions(headers, { entityTag: tag, lastModified: answer.lastModified });
  if (outcome === "failed") {
    return problemResponse(412, "The current version is not the one that If-Match or If-Unmodified-Since demands.");
  }
  if (outcome === "not modified") return new Response(null, { status: 304, headers: fieldsOf(answer, tag) });
  const hasBody = method !== "HEAD";
  const coded = prepared?.[coding]?.bytes;
  if (coding === "identity" || coded !== undefined) {
    return okResponse(answer, coding, coded ? [coded] : pieces, hasBody);
  }
  if (length < COMPRESS_TO_BYTES) return okResponse(answer, coding, [compress(joinBytes(pieces), coding)], hasBody);
  const stream = hasBody ? compressedStream(pieces, coding) : undefined;
  if (stream !== null) return new Response(stream, { headers: contentFieldsOf(answer, coding) });
  if (ofMade.includes("identity")) return okResponse(answer, "identity", pieces, hasBody);
  return problemResponse(
    503,
    "Too many long answers are being compressed; try again in a second, or accept the identity coding.",
    { headers: { "retry-after": "1" } },
  );
}

/**
 * Answers GET or HEAD with JSON that is made of a snapshot. Derives its entity tag from the version of the service, the
 * published data, the end of the ledger and the parameters. So a 304 costs neither a copy nor a hash of the bytes.
 *
 * @param parameters Kind of the answer, then all that its bytes depend on besides the snapshot.
 * @param more Members that differ from the default, such as a link.
 */
export function respondJson(
  request: Request,
  { documents, ledger, lastModified }: Snapshot,
  parameters: readonly [kind: string, ...unknown[]],
  pieces: MadeAnswer["pieces"],
  more: Partial<MadeAnswer> = {},
): Response {
  const data = [documents["/reviews.json"], documents["/insights.json"]].map(({ bodies }) => bodies.identity.entityTag);
  return respond(request, {
    contentType: "application/json",
    pieces,
    entityTag: entityTag(JSON.stringify([SERVICE.version, ...data, ledger, ...parameters])),
    lastModified,
    link: null,
    ...more,
  });
}

function encoded(piece: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof piece === "string" ? encoder.encode(piece) : piece;
}

function tagOf(answer: Answer, coding: ContentCoding): string {
  const prepared = "bodies" in answer ? answer.bodies[coding] : undefined;
  if (prepared !== undefined) return prepared.entityTag;
  const plain = "bodies" in answer ? answer.bodies.identity.entityTag : answer.entityTag;
  return coding === "identity" ? plain : `${plain.slice(0, -1)}-${coding}"`;
}

function okResponse(
  answer: Answer,
  coding: ContentCoding,
  pieces: readonly Uint8Array<ArrayBuffer>[],
  hasBody: boolean,
): Response {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const [first] = pieces;
  const bytes = () => pieces.length === 1 && first !== undefined ? first : joinBytes(pieces);
  const body = !hasBody ? null : length < STREAM_FROM_BYTES ? bytes() : byteStream(pieces);
  return new Response(body, { headers: [...contentFieldsOf(answer, coding), ["content-length", String(length)]] });
}

type Fields = [name: string, value: string][];

function fieldsOf(answer: Answer, tag: string): Fields {
  const { lastModified, link, vary = "Accept-Encoding", cacheControl = CACHE_CONTROL, headers = [] } = answer;
  const fields: Fields = [...publicHeaders(), ["etag", tag], ["cache-control", cacheControl], ["vary", vary]];
  if (lastModified !== null) fields.push(["last-modified", new Date(lastModified).toUTCString()]);
  if (link !== null) fields.push(["link", link]);
  for (const [name, value] of headers) fields.push([name, value]);
  return fields;
}

function contentFieldsOf(answer: Answer, coding: ContentCoding): Fields {
  const fields = fieldsOf(answer, tagOf(answer, coding));
  fields.push(["content-type", answer.contentType]);
  if (coding !== "identity") fields.push(["content-encoding", coding]);
  return fields;
}
