import type { WireRequest } from "./read_request.ts";

/** The kind of a request from the hub: WebSub 5.3, 7 or 5.2; `other` is none of them. */
export type RequestKind = "verification" | "distribution" | "denial" | "other";

/** A request that a callback received. */
export interface RecordedRequest extends WireRequest {
  readonly kind: RequestKind;
  /** The decoded query; of a repeated name the last value counts, which is the hub's. */
  readonly query: ReadonlyMap<string, string>;
  /** Time of receipt, in milliseconds since 1970. */
  readonly at: number;
}

/** Classifies a request. */
export function recordedRequest(request: WireRequest, at: number): RecordedRequest {
  const question = request.target.indexOf("?");
  const query = new Map(new URLSearchParams(question === -1 ? "" : request.target.slice(question + 1)));
  return { ...request, query, kind: kindOf(request.method, query), at };
}

function kindOf(method: string, query: ReadonlyMap<string, string>): RequestKind {
  if (method === "POST") return "distribution";
  if (method !== "GET") return "other";
  if (query.get("hub.mode") === "denied") return "denial";
  return query.has("hub.mode") ? "verification" : "other";
}

/**
 * The value of a header field; null if absent.
 *
 * @throws {Error} If it occurs more than once.
 */
export function headerOf({ headers }: WireRequest, name: string): string | null {
  const values = headers.filter(([given]) => given.toLowerCase() === name.toLowerCase());
  if (values.length > 1) throw new Error(`The header ${name} occurs ${values.length} times; expected is at most once.`);
  return values[0]?.[1] ?? null;
}

/** The body as text. */
export function textOf({ body }: WireRequest): string {
  return new TextDecoder().decode(body);
}
