import { type Fault, problem, PROBLEM_TYPES } from "../../openapi/problem.ts";
import { prefersType } from "../request/prefers_type.ts";
import { publicHeaders } from "./cors.ts";

const [JSON_TYPE, PROBLEM] = PROBLEM_TYPES;
const encoder = new TextEncoder();

/**
 * Creates a response that must not be cached, because the next request may get another answer.
 *
 * @param text Body; not sent in answer to HEAD.
 * @param options JSON with status 200 by default.
 */
export function uncachedResponse(
  text: string,
  { method = "GET", status = 200, contentType = "application/json", headers = {} }: {
    readonly method?: string;
    readonly status?: number;
    readonly contentType?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  const body = encoder.encode(text);
  const all = new Headers(publicHeaders());
  all.set("content-type", contentType);
  all.set("content-length", String(body.length));
  all.set("cache-control", "no-store");
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(method === "HEAD" ? null : body, { status, headers: all });
}

/**
 * A problem (RFC 9457); {@linkcode withProblemType} decides its media type. Not cacheable, because the next request may
 * succeed.
 */
export function problemResponse(
  status: number,
  detail: string,
  { faults, headers = {} }: {
    readonly faults?: readonly Fault[];
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  return uncachedResponse(JSON.stringify(problem(status, detail, faults)) + "\n", {
    status,
    contentType: PROBLEM,
    headers,
  });
}

/** Sends problems as `application/json`, unless `Accept` prefers `application/problem+json`. */
export function withProblemType(request: Request, response: Response): Response {
  if (
    response.headers.get("content-type") === PROBLEM && !prefersType(request.headers.get("accept"), PROBLEM, JSON_TYPE)
  ) {
    response.headers.set("content-type", JSON_TYPE);
  }
  return response;
}

/** Answers 400 with all faults of a request. */
export function refuseFaults(faults: readonly Fault[]): Response {
  const names = [...new Set(faults.map(({ path }) => path.join(".")))].join(", ");
  const isName = faults.every(({ code }) => code === "misnamed");
  return problemResponse(400, `The request has a wrong ${isName ? "name" : "value"} for: ${names}.`, { faults });
}
