import { type Fault, problem } from "../../openapi/problem.ts";
import { publicHeaders } from "./cors.ts";

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

/** A problem (RFC 9457) as `application/json`. Not cacheable, because the next request may succeed. */
export function problemResponse(
  status: number,
  detail: string,
  { faults, headers = {} }: {
    readonly faults?: readonly Fault[];
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  return uncachedResponse(JSON.stringify(problem(status, detail, faults)) + "\n", { status, headers });
}

/** Answers 400 with all faults of a request. */
export function refuseFaults(faults: readonly Fault[]): Response {
  const names = [...new Set(faults.map(({ path }) => path.join(".")))].join(", ");
  const isName = faults.every(({ code }) => code === "misnamed");
  return problemResponse(400, `The request has a wrong ${isName ? "name" : "value"} for: ${names}.`, { faults });
}
