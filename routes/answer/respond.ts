import { chooseCoding, type ContentCoding, type Representation } from "../../domain/documents/representation.ts";
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

const prepared = new WeakMap<
  Representation,
  Partial<Record<ContentCoding, PreparedAnswer>>
>();
const chosenCodings = new Map<string, readonly ContentCoding[]>();

/**
 * Answers GET or HEAD with a representation: 304 where the client has it already, else the bytes in
 * the coding that the client prefers (RFC 9110 8.4, 13.1). The same headers go with all three.
 *
 * @param cacheControl Another `Cache-Control` than that of public data.
 * @param extra Further headers of this resource, such as a content security policy.
 */
export function respond(
  request: Request,
  representation: Representation,
  cacheControl: string = CACHE_CONTROL,
  extra: HeaderList = [],
): Response {
  const { headers, method } = request;
  const coding = codingFor(headers.get("accept-encoding"), representation);
  const answer = preparedAnswer(representation, coding, cacheControl, extra);
  const { lastModified } = representation;
  if (
    isNotModified(headers, { entityTag: answer.entityTag, lastModified })
  ) return answer.notModified.clone();
  return (method === "HEAD" ? answer.head : answer.ok).clone();
}

function codingFor(
  field: string | null,
  { bodies }: Representation,
): ContentCoding {
  if (field === null) return "identity";
  let order = chosenCodings.get(field);
  if (order === undefined) {
    // Browsers send a handful of different fields; the bound is against a client that invents them.
    if (chosenCodings.size >= 256) chosenCodings.clear();
    order = preferenceOrder(field);
    chosenCodings.set(field, order);
  }
  return order.find((coding) => bodies[coding] !== undefined) ?? "identity";
}

function preferenceOrder(field: string): readonly ContentCoding[] {
  const order: ContentCoding[] = [];
  for (;;) {
    const next = chooseCoding(field, (coding) => !order.includes(coding));
    order.push(next);
    if (next === "identity") return order;
  }
}

function preparedAnswer(
  representation: Representation,
  coding: ContentCoding,
  cacheControl: string,
  extra: HeaderList,
): PreparedAnswer {
  let answers = prepared.get(representation);
  if (answers === undefined) prepared.set(representation, answers = {});
  return answers[coding] ??= prepare(
    representation,
    coding,
    cacheControl,
    extra,
  );
}

function prepare(
  { contentType, bodies, lastModified, link }: Representation,
  coding: ContentCoding,
  cacheControl: string,
  extra: HeaderList,
): PreparedAnswer {
  const body = bodies[coding] ?? bodies.identity;
  const notModified: HeaderList = [
    ...publicHeaders(),
    ["etag", body.entityTag],
    ["cache-control", cacheControl],
    ["vary", "Accept-Encoding"],
    ...extra,
  ];
  if (lastModified !== null) {
    notModified.push(["last-modified", new Date(lastModified).toUTCString()]);
  }
  if (link !== null) notModified.push(["link", link]);
  const ok: HeaderList = [...notModified, ["content-type", contentType], [
    "content-length",
    String(body.bytes.length),
  ]];
  if (body !== bodies.identity) ok.push(["content-encoding", coding]);
  return {
    entityTag: body.entityTag,
    ok: makeResponse(body.bytes, 200, ok),
    head: makeResponse(null, 200, ok),
    notModified: makeResponse(null, 304, notModified),
  };
}
