/** What is logged of one answered request: nothing of who asked, nor of what was searched for. */
export interface RequestRecord {
  readonly method: string;
  /** The path as the routes declare it; `unknown` for any other. */
  readonly path: string;
  readonly status: number;
  /** Length of the body in bytes, where it is known before it is sent. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Answers a request. */
export type Handler = (request: Request) => Response | Promise<Response>;

const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"]);

/**
 * Wraps a handler so that every answer is recorded.
 *
 * @param paths The paths that the routes declare, such as `/api/reviews/since/{date}`.
 */
export function logged(handler: Handler, paths: readonly string[], record: (entry: RequestRecord) => void): Handler {
  const fixed = new Set(paths);
  const prefixes = paths.filter((path) => path.includes("{")).map((path) =>
    [path.slice(0, path.indexOf("{")), path] as const
  );
  return async (request) => {
    const start = performance.now();
    const response = await handler(request);
    const path = pathname(request.url);
    record({
      method: METHODS.has(request.method) ? request.method : "other",
      path: fixed.has(path) ? path : prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "unknown",
      status: response.status,
      // Looking at response.body would turn its bytes into a stream, at half the speed.
      bytes: request.method === "HEAD" || response.status === 304
        ? 0
        : Number(response.headers.get("content-length") ?? 0),
      milliseconds: Math.round((performance.now() - start) * 1000) / 1000,
    });
    return response;
  };
}

/** The path of an absolute URL; parsing the URL whole took longer than answering a 304. */
function pathname(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}
