/** Header fields as a list, as `new Headers` and `new Response` accept it. */
export type HeaderList = [string, string][];

/** `Cache-Control` of public data. */
export const CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=300";

/** The headers of every response, as a new list: readable by any web page (Fetch 3.2.3), and no content sniffing. */
export function publicHeaders(): HeaderList {
  return [
    ["access-control-allow-origin", "*"],
    [
      "access-control-expose-headers",
      "ETag, Last-Modified, Link, Mcp-Session-Id, Retry-After",
    ],
    ["x-content-type-options", "nosniff"],
  ];
}
