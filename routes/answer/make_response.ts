import { publicHeaders } from "./cors.ts";

/** Header fields as a list, as `new Headers` and `new Response` accept it. */
export type HeaderList = [string, string][];

/** `Cache-Control` of public data. */
export const CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=300";

/**
 * Creates a response and sets its headers afterwards. Headers in the constructor made the runtime prepare a second form
 * of the response, which the first read of a header (by the request log) discarded: eight microseconds per request.
 */
export function makeResponse(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  status: number,
  headers: HeaderList,
): Response {
  const response = new Response(body, { status });
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
}

const encoder = new TextEncoder();

/**
 * Creates a response that must not be cached, because the next request may get another answer.
 *
 * @param text Body; not sent in answer to HEAD.
 * @param options JSON with status 200 by default.
 */
export function uncachedResponse(
  text: string,
  { method = "GET", status = 200, contentType = "application/json", headers = {} }: {
    readonly method?: string;
    readonly status?: number;
    readonly contentType?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  const body = encoder.encode(text);
  const all = new Headers(publicHeaders());
  all.set("content-type", contentType);
  all.set("content-length", String(body.length));
  all.set("cache-control", "no-store");
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(method === "HEAD" ? null : body, { status, headers: all });
}
