import { makeResponse } from "./make_response.ts";
import { problemResponse } from "./problem_response.ts";
import type { HeaderList } from "./public_headers.ts";

const OF_THE_BODY = new Set(["content-type", "content-length", "content-encoding"]);

/** The 304 to a request whose 200 would have these headers (RFC 9110 15.4.5). */
export function notModified(headers: Iterable<readonly [string, string]>): Response {
  const kept: HeaderList = [];
  for (const [name, value] of headers) if (!OF_THE_BODY.has(name)) kept.push([name, value]);
  return makeResponse(null, 304, kept);
}

/** The answer to a request whose `If-Match` or `If-Unmodified-Since` does not hold (RFC 9110 13.1.1, 13.1.4). */
export function preconditionFailed(): Response {
  return problemResponse(412, "What is asked for is another version than If-Match or If-Unmodified-Since demand.");
}

/** The answer to a request whose `Accept-Encoding` refuses every coding (RFC 9110 12.5.3). */
export function notAcceptable(): Response {
  return problemResponse(406, "Accept-Encoding refuses every coding that there is: identity, gzip, br and zstd.");
}
