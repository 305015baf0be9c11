/** Headers of every response, as a new list: readable by any web page (Fetch 3.2.3), and no content sniffing. */
export function publicHeaders(): [string, string][] {
  return [
    ["access-control-allow-origin", "*"],
    ["access-control-expose-headers", "Changes-Cursor, ETag, Last-Modified, Link, Mcp-Session-Id, Retry-After"],
    ["x-content-type-options", "nosniff"],
  ];
}

/**
 * Answers OPTIONS: the path's methods, and that web pages may send any request header (Fetch 4.8). Requested headers
 * are repeated by name, because some browsers do not know `*`, and `*` does not cover `Authorization`.
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

// A list of field names (RFC 9110 5.6.2) of bounded length.
const FIELD_NAMES = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*,[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+)*$/;
const LONGEST_LIST = 4096;
