import { deserialize } from "node:v8";

// How Deno KV writes keys and values into its file: keys as in the tuple layer of FoundationDB, so that bytes sort as the
// parts do; values with a number that names their encoding.
const TEXT = 0x02;
const NUMBER = 0x21;
const END = 0x00;
const ESCAPED = 0xff;
const V8 = 1;
const U64 = 2;
const BYTES = 3;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * A key as the bytes that stand in the file.
 *
 * @throws {TypeError} For parts other than texts and numbers; the service has no others.
 */
export function encodeKey(key: Deno.KvKey): Uint8Array {
  return Uint8Array.from(key.flatMap((part) => {
    if (typeof part === "string") return [TEXT, ...escapedBytes(encoder.encode(part)), END];
    if (typeof part === "number") return [NUMBER, ...sortable(part)];
    throw new TypeError(`A part of a key is a ${typeof part}; texts and numbers are allowed.`);
  }));
}

/** The key that stands in the file. Parts other than texts and numbers end it. */
export function decodeKey(bytes: Uint8Array): Deno.KvKey {
  const parts: Deno.KvKeyPart[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === TEXT) {
      const end = textEnd(bytes, at + 1);
      parts.push(decoder.decode(unescapedBytes(bytes.subarray(at + 1, end))));
      at = end + 1;
    } else if (bytes[at] === NUMBER) {
      parts.push(unsortable(bytes.slice(at + 1, at + 9)));
      at += 9;
    } else break;
  }
  return parts;
}

/**
 * The value that stands in the file.
 *
 * @throws {TypeError} For an encoding that Deno KV did not have when this was written.
 */
export function decodeValue(bytes: Uint8Array, encoding: number): unknown {
  if (encoding === V8) return deserialize(bytes);
  if (encoding === BYTES) return bytes;
  if (encoding === U64) return new Deno.KvU64(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  throw new TypeError(`The value has the encoding ${encoding}; known are ${[V8, U64, BYTES].join(", ")}.`);
}

/** The versionstamp of a row by the version that stands in the file. */
export function versionstampOf(version: bigint): string {
  return `${version.toString(16).padStart(16, "0")}0000`;
}

function escapedBytes(bytes: Uint8Array): readonly number[] {
  return [...bytes].flatMap((byte) => byte === END ? [END, ESCAPED] : [byte]);
}

function unescapedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== ESCAPED || bytes[at - 1] !== END);
}

function textEnd(bytes: Uint8Array, from: number): number {
  for (let at = from;; at++) {
    if (at >= bytes.length) return at;
    if (bytes[at] !== END) continue;
    if (bytes[at + 1] !== ESCAPED) return at;
    at++;
  }
}

/** A number as eight bytes that sort as numbers do: negative ones with all bits turned, others with the sign turned. */
function sortable(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, number);
  return turned(bytes, ((bytes[0] ?? 0) & 0x80) !== 0);
}

function unsortable(bytes: Uint8Array): number {
  const plain = turned(bytes, ((bytes[0] ?? 0) & 0x80) === 0);
  return new DataView(plain.buffer).getFloat64(0);
}

function turned(bytes: Uint8Array, isNegative: boolean): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes, (byte, at) => isNegative ? byte ^ 0xff : at === 0 ? byte ^ 0x80 : byte);
}
