import { publicHeaders } from "./public_headers.ts";

// A list of field names (RFC 9110 5.6.2), not endless.
const FIELD_NAMES = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*,[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+)*$/;
const LONGEST_LIST = 4096;

/**
 * Answers OPTIONS: the path's methods, and that web pages may send any request header (Fetch 4.8). The headers that are
 * asked for come back by name, because not every browser knows `*`, and `*` does not stand for `Authorization`.
 */
export function preflight(request: Request, methods: readonly string[]): Response {
  const asked = request.headers.get("access-control-request-headers")?.trim() ?? "";
  const isReadable = asked.length <= LONGEST_LIST && FIELD_NAMES.test(asked);
  const headers = new Headers(publicHeaders());
  headers.set("allow", methods.join(", "));
  headers.set("access-control-allow-methods", methods.join(", "));
  headers.set("access-control-allow-headers", isReadable ? asked : "*, Authorization");
  headers.set("access-control-max-age", "86400");
  headers.set("vary", "Access-Control-Request-Headers");
  return new Response(null, { status: 204, headers });
}
