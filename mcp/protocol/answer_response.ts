import { randomUUID } from "node:crypto";
import { byteStream, joinBytes } from "../../domain/buffers.ts";
import { weightedValues } from "../../domain/documents/content_negotiation.ts";

/** A JSON-RPC message, or a batch of them, as an answer. */
interface Answer {
  readonly status: number;
  /** Without line breaks, as `JSON.stringify` writes it. */
  readonly json: string;
}

const encoder = new TextEncoder();
const STREAM_FROM_BYTES = 65_536;

/**
 * Response of an answer with its length: JSON, or an event stream of one event if the client accepts only that.
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
    : byteStream(pieces);
  return new Response(body, { status, headers: [["content-type", type], ["content-length", String(length)]] });
}

const JSON_TYPES: ReadonlySet<string> = new Set(["application/json", "application/*", "*/*"]);

/** The media types of responses (MCP 2025-11-25, Sending Messages to the Server). */
type AnswerType = "application/json" | "text/event-stream";

/**
 * The media type for a client's `Accept` (RFC 9110 12.5.1): an event stream only if the client accepts that and no
 * JSON. The specification requires clients to list both; those that list one or none are served as well.
 */
function acceptedType(accept: string | null): AnswerType {
  if (accept === null || accept === "") return "application/json";
  const types = weightedValues(accept).filter(({ weight }) => weight > 0).map(({ name }) => name);
  const onlyStream = types.includes("text/event-stream") && !types.some((type) => JSON_TYPES.has(type));
  return onlyStream ? "text/event-stream" : "application/json";
}

// Random, so that no review can contain it.
const NONCE = randomUUID();
const MARK = new RegExp(`${NONCE}/(\\d+)/`);
const numbers = new WeakMap<Uint8Array, number>();
const documents = new Map<number, WeakRef<Uint8Array>>();
const escaped = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>();

let count = 0;

/**
 * Returns a mark for a document's text, which {@linkcode withSharedTexts} replaces by the bytes. The document is
 * escaped as a JSON string once, for all answers.
 *
 * @param bytes UTF-8; must not change later.
 */
export function sharedText(bytes: Uint8Array): string {
  let number = numbers.get(bytes);
  if (number === undefined) {
    numbers.set(bytes, number = ++count);
    for (const [old, reference] of documents) {
      if (reference.deref() === undefined) documents.delete(old);
    }
    documents.set(number, new WeakRef(bytes));
  }
  return `${NONCE}/${number}/`;
}

/** JSON of an answer in pieces, with documents in place of their marks. */
export function withSharedTexts(json: string): readonly (string | Uint8Array<ArrayBuffer>)[] {
  if (!json.includes(NONCE)) return [json];
  return json.split(MARK).map((part, at) => at % 2 === 0 ? part : escapedText(Number(part)))
    .filter((piece) => piece.length > 0);
}

/** A document as the content of a JSON string, without quotation marks (RFC 8259 7). */
function escapedText(number: number): Uint8Array<ArrayBuffer> {
  const bytes = documents.get(number)?.deref() ?? new Uint8Array();
  let text = escaped.get(bytes);
  if (text === undefined) {
    const quoted = new TextEncoder().encode(JSON.stringify(new TextDecoder().decode(bytes)));
    escaped.set(bytes, text = quoted.subarray(1, -1));
  }
  return text;
}
