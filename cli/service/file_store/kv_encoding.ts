import { deserialize } from "node:v8";

// How Deno KV writes values into its file: with a number that names their encoding.
const V8 = 1;
const U64 = 2;
const BYTES = 3;

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
