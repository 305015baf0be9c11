import { randomUUID } from "node:crypto";

// Random, so that no review can contain it.
const NONCE = randomUUID();
const MARK = new RegExp(`${NONCE}/(\\d+)/`);

const numbers = new WeakMap<Uint8Array, number>();
const documents = new Map<number, WeakRef<Uint8Array>>();
const escaped = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>();
let count = 0;

/**
 * Stands for the text of a document in an answer until {@linkcode withSharedTexts} puts the bytes there: written out as
 * a string of JSON once, and sent by all answers.
 *
 * @param bytes UTF-8; not changed later.
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

/** The JSON of an answer in pieces, with the bytes of documents in place of their marks. */
export function withSharedTexts(json: string): readonly (string | Uint8Array<ArrayBuffer>)[] {
  if (!json.includes(NONCE)) return [json];
  return json.split(MARK).map((part, at) => at % 2 === 0 ? part : escapedText(Number(part)))
    .filter((piece) => piece.length > 0);
}

/** What stands between the quotation marks of a document as a string of JSON (RFC 8259 7). */
function escapedText(number: number): Uint8Array<ArrayBuffer> {
  const bytes = documents.get(number)?.deref() ?? new Uint8Array();
  let text = escaped.get(bytes);
  if (text === undefined) {
    const quoted = new TextEncoder().encode(JSON.stringify(new TextDecoder().decode(bytes)));
    escaped.set(bytes, text = quoted.subarray(1, -1));
  }
  return text;
}
