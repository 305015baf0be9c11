// Keys as bytes, for the `key` column on PostgreSQL. The encoding is the tuple layer of FoundationDB. These are the kinds
// of key parts, in the order in which Deno KV sorts them.
const BYTES = 0x01;
const TEXT = 0x02;
const NUMBER = 0x21;
const FALSE = 0x26;
const TRUE = 0x27;
const END = 0x00;
/** No part begins with this byte. */
const AFTER_ALL_PARTS = 0xff;
/** Marks a preceding zero byte as a part of the text. */
const ESCAPED = 0xff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Encodes a key as bytes that sort like Deno KV keys: part by part; bytes, then text, then numbers, then booleans. The
 * bytes of a prefix begin the bytes of its keys.
 *
 * @throws {TypeError} For a part of another type.
 */
export function keyBytes(key: Deno.KvKey): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(key.flatMap(partBytes));
}

/** Returns the smallest bytes after a key. */
export function afterKey(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...bytes, 0);
}

/** Returns the range of the keys of a selector: `start` inclusive, `end` exclusive. */
export function selectorRange(
  selector: Deno.KvListSelector,
): { readonly start: Uint8Array<ArrayBuffer>; readonly end: Uint8Array<ArrayBuffer> } {
  if (!("prefix" in selector)) return { start: keyBytes(selector.start), end: keyBytes(selector.end) };
  const prefix = keyBytes(selector.prefix);
  return {
    start: "start" in selector ? keyBytes(selector.start) : afterKey(prefix),
    end: "end" in selector ? keyBytes(selector.end) : Uint8Array.of(...prefix, AFTER_ALL_PARTS),
  };
}

/** Decodes the bytes of {@linkcode keyBytes}. Stops at a part of another kind. */
export function keyOf(bytes: Uint8Array): Deno.KvKey {
  const key: Deno.KvKeyPart[] = [];
  let at = 0;
  while (at < bytes.length) {
    const kind = bytes[at++];
    if (kind === TRUE || kind === FALSE) {
      key.push(kind === TRUE);
    } else if (kind === NUMBER) {
      key.push(numberOf(bytes.slice(at, at + 8)));
      at += 8;
    } else if (kind === BYTES || kind === TEXT) {
      const part: number[] = [];
      for (; bytes[at] !== END || bytes[at + 1] === ESCAPED; at++) {
        part.push(bytes[at] ?? END);
        if (bytes[at] === END) at++;
      }
      at++;
      key.push(kind === TEXT ? decoder.decode(Uint8Array.from(part)) : Uint8Array.from(part));
    } else {
      break;
    }
  }
  return key;
}

function partBytes(part: Deno.KvKeyPart): readonly number[] {
  if (typeof part === "string") return [TEXT, ...escaped(encoder.encode(part)), END];
  if (typeof part === "number") return [NUMBER, ...numberBytes(part)];
  if (typeof part === "boolean") return [part ? TRUE : FALSE];
  if (part instanceof Uint8Array) return [BYTES, ...escaped(part), END];
  throw new TypeError(`A part of a key is a ${typeof part}; allowed are text, numbers, truth values and bytes.`);
}

function escaped(bytes: Uint8Array): readonly number[] {
  return bytes.includes(END) ? [...bytes].flatMap((byte) => byte === END ? [END, ESCAPED] : [byte]) : [...bytes];
}

/** Big-endian IEEE 754. Inverts the sign bit of positive numbers and all bits of negative ones, so that they sort. */
function numberBytes(number: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return turned(new Uint8Array(view.buffer), view.getUint8(0) < 0x80);
}

function numberOf(bytes: Uint8Array<ArrayBuffer>): number {
  return new DataView(turned(bytes, (bytes[0] ?? 0) >= 0x80).buffer).getFloat64(0);
}

function turned(bytes: Uint8Array<ArrayBuffer>, isPositive: boolean): Uint8Array<ArrayBuffer> {
  return bytes.map((byte, at) => isPositive ? (at === 0 ? byte ^ 0x80 : byte) : byte ^ 0xff);
}
