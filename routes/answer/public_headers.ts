/** Header fields as a list, in the form that `new Headers` and `new Response` take. */
export type HeaderList = [string, string][];

/** How long caches may keep public data. */
export const CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=300";

/**
 * The headers of every answer, as a new list to add to: any web page may read it (Fetch 3.2.3), and
 * its type is not to be guessed.
 */
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
