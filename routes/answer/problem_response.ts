import type { MiddlewareHandler } from "hono";
import { type Fault, problem } from "../../openapi/problem.ts";
import { type HeaderList, makeResponse, uncachedResponse } from "./make_response.ts";
import { malformedParameters, misnamedParameters } from "../request/unreadable_query.ts";

/** A problem (RFC 9457) as `application/json`. Not cacheable, because the next request may succeed. */
export function problemResponse(
  status: number,
  detail: string,
  options: {
    readonly faults?: readonly Fault[];
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  const { faults, headers } = options;
  return uncachedResponse(JSON.stringify(problem(status, detail, faults)) + "\n", { status, headers: headers ?? {} });
}

/** Answers 400 with all faults of a request. */
export function refuseFaults(faults: readonly Fault[]): Response {
  const names = [...new Set(faults.map(({ path }) => path.join(".")))].join(", ");
  const isName = faults.every(({ code }) => code === "misnamed");
  return problemResponse(400, `The request has a wrong ${isName ? "name" : "value"} for: ${names}.`, { faults });
}

/** Answers 400 if known query parameters are not percent-encoded UTF-8, or misspelt in case or separators. */
export function refuseUnreadableQuery(names: readonly string[]): MiddlewareHandler {
  const known = new Set(names);
  const misnamed = misnamedParameters(known);
  return async (context, next) => {
    const { url } = context.req;
    const start = url.indexOf("?");
    if (start !== -1) {
      const query = url.slice(start);
      const faults = [...query.includes("%") ? malformedParameters(query, known) : [], ...misnamed(query)];
      if (faults.length > 0) return refuseFaults(faults);
    }
    await next();
  };
}

const OF_THE_BODY = new Set(["content-type", "content-length", "content-encoding"]);

/** The 304 to a request whose 200 would have these headers (RFC 9110 15.4.5). */
export function notModified(headers: Iterable<readonly [string, string]>): Response {
  const kept: HeaderList = [];
  for (const [name, value] of headers) if (!OF_THE_BODY.has(name)) kept.push([name, value]);
  return makeResponse(null, 304, kept);
}

/** The 412 of a failed `If-Match` or `If-Unmodified-Since` (RFC 9110 13.1.1, 13.1.4). */
export function preconditionFailed(): Response {
  return problemResponse(412, "What is asked for is another version than If-Match or If-Unmodified-Since demand.");
}

/** The 406 of an `Accept-Encoding` that refuses every coding (RFC 9110 12.5.3). */
export function notAcceptable(): Response {
  return problemResponse(
    406,
    "Accept-Encoding refuses every coding of this answer; identity, gzip and br always exist.",
  );
}
