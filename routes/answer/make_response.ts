import type { HeaderList } from "./public_headers.ts";

/**
 * Makes a response and then sets its headers. Given to the constructor, they made the runtime
 * prepare a second form of the whole answer at once, which the first look at a header, by the log of
 * requests, threw away again: that took eight microseconds a request.
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
