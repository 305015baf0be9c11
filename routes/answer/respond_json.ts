import { joinBytes } from "../../domain/join_bytes.ts";
import { byteStream } from "./byte_stream.ts";
import { isNotModified, type Validators } from "./conditional_request.ts";
import { makeResponse } from "./make_response.ts";
import { CACHE_CONTROL, publicHeaders } from "./public_headers.ts";

const encoder = new TextEncoder();
// Copying is cheaper than a stream below this size.
const STREAM_FROM_BYTES = 65_536;
// Reused by every response, as `new Response` copies its bytes (Fetch 5.2).
const buffer = new Uint8Array(STREAM_FROM_BYTES);

/**
 * Answers GET or HEAD with JSON that is concatenated from pieces. The validators are known before the body, so a 304
 * needs neither a search nor a copy (RFC 9110 13.1).
 */
export function respondJson(
  request: Request,
  validators: Validators,
  body: () => readonly (string | Uint8Array)[],
  { link = null, vary = "Accept-Encoding" }: { readonly link?: string | null; readonly vary?: string } = {},
): Response {
  const headers = publicHeaders();
  headers.push(["etag", validators.entityTag], ["cache-control", CACHE_CONTROL], ["vary", vary]);
  if (validators.lastModified !== null) {
    headers.push([
      "last-modified",
      new Date(validators.lastModified).toUTCString(),
    ]);
  }
  if (link !== null) headers.push(["link", link]);
  if (isNotModified(request.headers, validators)) {
    return makeResponse(null, 304, headers);
  }
  const pieces = body().map((piece) => typeof piece === "string" ? encoder.encode(piece) : piece);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  headers.push(["content-type", "application/json"], [
    "content-length",
    String(length),
  ]);
  if (request.method === "HEAD") return makeResponse(null, 200, headers);
  return makeResponse(length < STREAM_FROM_BYTES ? joinBytes(pieces, buffer) : byteStream(pieces), 200, headers);
}
