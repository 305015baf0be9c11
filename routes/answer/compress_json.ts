import { acceptedCodings } from "../../domain/documents/choose_coding.ts";
import { canCompress, compress } from "./compress.ts";

// Fits into one packet as it is.
const COMPRESS_FROM_BYTES = 1024;
// Longer answers are documents, which GET sends compressed: compressing them for each request would keep others waiting.
const COMPRESS_TO_BYTES = 262_144;

/** Compresses a JSON response of known length for a client that accepts it; others stay as they are (RFC 9110 12.5.3). */
export async function compressJson(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  const length = Number(headers.get("content-length") ?? 0);
  if (headers.get("content-type") !== "application/json" || length < COMPRESS_FROM_BYTES) return response;
  headers.set("vary", "Accept-Encoding");
  const coding = acceptedCodings(request.headers.get("accept-encoding")).ofMade.find(canCompress);
  if (coding === undefined || coding === "identity" || length > COMPRESS_TO_BYTES) return response;
  const bytes = compress(new Uint8Array(await response.arrayBuffer()), coding);
  headers.set("content-encoding", coding);
  headers.set("content-length", String(bytes.length));
  return new Response(bytes, { status, headers });
}
