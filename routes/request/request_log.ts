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

/** Handles a request; `info` is what the server knows about the connection. */
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
  function recorded(request: Request, response: Response, start: number): Response {
    const path = pathname(request.url);
    record({
      method: METHODS.has(request.method) ? request.method : "other",
      path: fixed.has(path) ? path : prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "unknown",
      status: response.status,
      ...subjectOf(request),
      bytes: knownLength(request, response) ?? 0,
      milliseconds: Math.round((performance.now() - start) * 1000) / 1000,
    });
    return response;
  }
  return (request, info) => {
    const start = performance.now();
    const answer = handler(request, info);
    // Synchronous responses stay synchronous: awaiting them took longer than creating them.
    if (answer instanceof Response) return recorded(request, answer, start);
    return answer.then((response) => recorded(request, response, start));
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

function subjectOf(request: Request): Pick<RequestRecord, "subject"> {
  const subject = subjects.get(request);
  return subject === undefined ? {} : { subject };
}

/** The path of an absolute URL; parsing the whole URL took longer than answering a 304. */
function pathname(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}
