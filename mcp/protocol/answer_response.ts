import { joinBytes } from "../../domain/join_bytes.ts";
import { acceptedType } from "./accepted_type.ts";
import { withSharedTexts } from "./shared_texts.ts";

const encoder = new TextEncoder();
const STREAM_FROM_BYTES = 65_536;

/** A JSON-RPC message, or a batch of them, as an answer. */
export interface Answer {
  readonly status: number;
  /** Without line breaks, as `JSON.stringify` writes it. */
  readonly json: string;
}

/**
 * The response of an answer with its length: JSON, or an event stream of one event if the client accepts only that.
 * Refusals are JSON. Long answers are sent in pieces, as fast as the client reads them.
 */
export function answerResponse(accept: string | null, { status, json }: Answer): Response {
  const type = status === 200 ? acceptedType(accept) : "application/json";
  const texts = type === "application/json"
    ? withSharedTexts(json)
    // One `data:` line holds it, as it has no line breaks.
    : ["event: message\ndata: ", ...withSharedTexts(json), "\n\n"];
  const pieces = texts.map((text) => typeof text === "string" ? encoder.encode(text) : text);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const [only] = pieces;
  const body = pieces.length === 1 && only !== undefined
    ? only
    : length < STREAM_FROM_BYTES
    ? joinBytes(pieces)
    : inParts(pieces);
  return new Response(body, { status, headers: [["content-type", type], ["content-length", String(length)]] });
}

/** A default stream: a byte stream would detach the buffers, which other answers share. */
function inParts(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> {
  let piece = 0;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const bytes = pieces[piece];
      if (bytes === undefined) return controller.close();
      controller.enqueue(bytes.subarray(at, at + STREAM_FROM_BYTES));
      at += STREAM_FROM_BYTES;
      if (at >= bytes.length) [piece, at] = [piece + 1, 0];
    },
  });
}
