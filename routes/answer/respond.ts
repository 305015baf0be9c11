import { type ContentCoding, encodedBody, type Representation } from "../../domain/documents/representation.ts";
import { byteStream } from "../../domain/buffers.ts";
import { publicHeaders } from "./cors.ts";
import { CACHE_CONTROL, type HeaderList, makeResponse } from "./make_response.ts";
import { acceptedCodings } from "../../domain/documents/content_negotiation.ts";
import { compress } from "./compress.ts";
import { evaluatePreconditions } from "./conditional_request.ts";
import { notAcceptable, preconditionFailed } from "./problem_response.ts";

/**
 * Responses for one coding of a representation, created once. Requests get clones, which share the bytes: a new
 * response would copy them and validate every header again. Large bodies are not prepared, because the copy behind
 * their clones doubled the memory of every large document.
 */
interface PreparedAnswer {
  readonly entityTag: string;
  readonly ok: () => Response;
  readonly notModified: Response;
}

const STREAM_FROM_BYTES = 1_048_576;
const prepared = new WeakMap<Representation, Partial<Record<ContentCoding, PreparedAnswer>>>();

/**
 * Answers GET or HEAD with a representation: 304 if the client has it, 412 if a precondition fails, else the bytes in
 * the preferred coding (RFC 9110 8.4, 13.1). All responses carry the same headers. The router removes the body for HEAD.
 */
export function respond({ headers }: Request, representation: Representation): Response {
  const { bodies, lastModified } = representation;
  const { ofPrepared, ofMade } = acceptedCodings(headers.get("accept-encoding"));
  // Codings that were not prepared are made only for clients that refuse identity.
  const coding = ofPrepared.find((coding) => bodies[coding] !== undefined) ?? ofMade[0];
  if (coding === undefined) return notAcceptable();
  const { entityTag, ok, notModified } = preparedAnswer(representation, coding);
  const outcome = evaluatePreconditions(headers, { entityTag, lastModified });
  if (outcome === "failed") return preconditionFailed();
  if (outcome === "not modified") return notModified.clone();
  return ok();
}

/** Prepared responses depend only on representation and coding. */
function preparedAnswer(representation: Representation, coding: ContentCoding): PreparedAnswer {
  let answers = prepared.get(representation);
  if (answers === undefined) prepared.set(representation, answers = {});
  return answers[coding] ??= prepare(representation, coding);
}

function prepare(representation: Representation, coding: ContentCoding): PreparedAnswer {
  const {
    contentType,
    bodies,
    lastModified,
    link,
    cacheControl = CACHE_CONTROL,
    vary = "Accept-Encoding",
    headers = [],
  } = representation;
  const { identity } = bodies;
  const body = bodies[coding] ?? (coding === "identity" ? identity : encodedBody(compress(identity.bytes, coding)));
  const notModified: HeaderList = [
    ...publicHeaders(),
    ["etag", body.entityTag],
    ["cache-control", cacheControl],
    ["vary", vary],
  ];
  for (const [name, value] of headers) notModified.push([name, value]);
  if (lastModified !== null) notModified.push(["last-modified", new Date(lastModified).toUTCString()]);
  if (link !== null) notModified.push(["link", link]);
  const ok: HeaderList = [...notModified, ["content-type", contentType], ["content-length", String(body.bytes.length)]];
  if (body !== bodies.identity) ok.push(["content-encoding", coding]);
  return {
    entityTag: body.entityTag,
    ok: okResponses(body.bytes, ok),
    notModified: makeResponse(null, 304, notModified),
  };
}

function okResponses(bytes: Uint8Array<ArrayBuffer>, headers: HeaderList): () => Response {
  if (bytes.length >= STREAM_FROM_BYTES) return () => makeResponse(byteStream([bytes]), 200, headers);
  const response = makeResponse(bytes, 200, headers);
  return () => response.clone();
}
