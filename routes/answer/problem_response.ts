import { type Fault, problem } from "../../openapi/problem.ts";
import { publicHeaders } from "./public_headers.ts";

/** A problem response (RFC 9457), as `application/json`. Not cacheable, because the next request may succeed. */
export function problemResponse(
  status: number,
  detail: string,
  options: {
    readonly faults?: readonly Fault[];
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  const body = new TextEncoder().encode(JSON.stringify(problem(status, detail, options.faults)) + "\n");
  const headers = new Headers(publicHeaders());
  headers.set("content-type", "application/json");
  headers.set("content-length", String(body.length));
  headers.set("cache-control", "no-store");
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    headers.set(name, value);
  }
  return new Response(body, { status, headers });
}
