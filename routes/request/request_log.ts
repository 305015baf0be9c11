import { getPath } from "hono/utils/url";
import { routePath } from "./page_address.ts";

/** The log entry of a request. Without client address and query. */
export type RequestRecord = {
  readonly method: string;
  /** The declared path of the route; `unknown` if there is none. */
  readonly path: string;
  readonly status: number;
  /** Subject of a message to `/mcp`: its method with the tool, resource or prompt. */
  readonly subject?: string;
  /** Length of the body in bytes if known in advance, else 0. */
  readonly bytes: number;
  readonly milliseconds: number;
};

type Handler<Info> = (request: Request, info: Info) => Response | Promise<Response>;

const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"]);

/**
 * Wraps a handler to record every response.
 *
 * @param paths The declared paths, such as `/api/reviews/since/{date}`.
 */
export function logRequests<Info>(
  handler: Handler<Info>,
  paths: readonly string[],
  record: (entry: RequestRecord) => void,
): Handler<Info> {
  const fixed = new Set(paths);
  const prefixes = paths.filter((path) => path.includes("{")).map((path) =>
    [path.slice(0, path.indexOf("{")), path] as const
  ).sort(([a], [b]) => b.length - a.length);
  return async (request, info) => {
    const start = performance.now();
    const response = await handler(request, info);
    const path = routePath(getPath(request));
    const subject = subjects.get(request);
    record({
      method: METHODS.has(request.method) ? request.method : "other",
      path: fixed.has(path) ? path : prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "unknown",
      status: response.status,
      ...subject === undefined ? {} : { subject },
      bytes: knownLength(request, response) ?? 0,
      milliseconds: Math.round((performance.now() - start) * 1000) / 1000,
    });
    return response;
  };
}

/** Length of the sent body in bytes; null if not known in advance, as for a stream. */
export function knownLength(request: Request, response: Response): number | null {
  if (request.method === "HEAD" || response.status === 304) return 0;
  // Reading response.body would turn its bytes into a stream, at half the speed.
  const length = response.headers.get("content-length");
  return length === null ? null : Number(length);
}

const subjects = new WeakMap<Request, string>();

/** Records the subject of a request for its log entry. */
export function noteSubject(request: Request, subject: string): void {
  subjects.set(request, subject);
}
