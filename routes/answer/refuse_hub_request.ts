import type { Fault } from "../../openapi/problem.ts";
import { prefersType } from "../request/prefers_type.ts";
import { problemResponse } from "./problem_response.ts";
import { publicHeaders } from "./public_headers.ts";

/**
 * Refuses a request to the hub: in plain text, one fault per line (WebSub 5.1.2), or as a problem (RFC 9457) if the
 * client prefers JSON.
 */
export function refuseHubRequest(
  request: Request,
  status: number,
  detail: string,
  options: { readonly faults?: readonly Fault[]; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  if (prefersType(request.headers.get("accept"), "application/json", "text/plain")) {
    return problemResponse(status, detail, options);
  }
  const lines = options.faults?.map(({ path, message }) => [...path, message].join(": ")) ?? [detail];
  const body = new TextEncoder().encode(lines.join("\n") + "\n");
  const headers = new Headers(publicHeaders());
  headers.set("content-type", "text/plain; charset=utf-8");
  headers.set("content-length", String(body.length));
  headers.set("cache-control", "no-store");
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return new Response(body, { status, headers });
}
