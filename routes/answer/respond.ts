import type { ContentCoding, Representation } from "../../domain/documents/representation.ts";
import { chooseCoding } from "./choose_coding.ts";
import { isNotModified } from "./conditional_request.ts";
import { makeResponse } from "./make_response.ts";
import { CACHE_CONTROL, type HeaderList, publicHeaders } from "./public_headers.ts";

/**
 * The answers of one coding of a representation, made once. Each request gets a clone, which shares
 * the bytes: a new response copied them all and checked every header again.
 */
interface PreparedAnswer {
  readonly entityTag: string;
  readonly ok: Response;
  readonly head: Response;
  readonly notModified: Response;
}

const prepared = new WeakMap<Representation, Partial<Record<ContentCoding, PreparedAnswer>>>();

/**
 * Answers GET or HEAD with a representation: 304 where the client has it already, else the bytes in
 * the coding that the client prefers (RFC 9110 8.4, 13.1). The same headers go with all three.
 */
export function respond({ headers, method }: Request, representation: Representation): Response {
  const { bodies, lastModified } = representation;
  const coding = chooseCoding(headers.get("accept-encoding"), (coding) => bodies[coding] !== undefined);
  const { entityTag, ok, head, notModified } = preparedAnswer(representation, coding);
  if (isNotModified(headers, { entityTag, lastModified })) return notModified.clone();
  return (method === "HEAD" ? head : ok).clone();
}

/** Everything that is sent belongs to the representation, so this is all that tells answers apart. */
function preparedAnswer(representation: Representation, coding: ContentCoding): PreparedAnswer {
  let answers = prepared.get(representation);
  if (answers === undefined) prepared.set(representation, answers = {});
  return answers[coding] ??= prepare(representation, coding);
}

function prepare(representation: Representation, coding: ContentCoding): PreparedAnswer {
  const { contentType, bodies, lastModified, link, cacheControl = CACHE_CONTROL, headers = [] } = representation;
  const body = bodies[coding] ?? bodies.identity;
  const notModified: HeaderList = [
    ...publicHeaders(),
    ["etag", body.entityTag],
    ["cache-control", cacheControl],
    ["vary", "Accept-Encoding"],
  ];
  for (const [name, value] of headers) notModified.push([name, value]);
  if (lastModified !== null) notModified.push(["last-modified", new Date(lastModified).toUTCString()]);
  if (link !== null) notModified.push(["link", link]);
  const ok: HeaderList = [
    ...notModified,
    ["content-type", contentType],
    ["content-length", String(body.bytes.length)],
  ];
  if (body !== bodies.identity) ok.push(["content-encoding", coding]);
  return {
    entityTag: body.entityTag,
    ok: makeResponse(body.bytes, 200, ok),
    head: makeResponse(null, 200, ok),
    notModified: makeResponse(null, 304, notModified),
  };
}
