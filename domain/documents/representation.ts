import zlib from "node:zlib";
import { createHash } from "node:crypto";
import { freeBytes } from "../buffers.ts";

/** The content codings in which documents are prepared (RFC 9110 8.4.1). */
export type ContentCoding = "identity" | "gzip" | "br" | "zstd";

interface EncodedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entityTag: string;
}

/** Bodies by content coding; `identity` always exists. */
export type EncodedBodies =
  & { readonly identity: EncodedBody }
  & { readonly [coding in Exclude<ContentCoding, "identity">]?: EncodedBody | undefined };

/**
 * Representation of a resource at one revision (RFC 9110 3.2). GET, HEAD, 304 and content distribution share it, so
 * that a subscriber receives exactly the bytes of GET.
 */
export interface Representation {
  readonly contentType: string;
  readonly bodies: EncodedBodies;
  /** Milliseconds since 1970; null if the resource has no modification time. */
  readonly lastModified: number | null;
  /** Value of the `Link` field, or null. */
  readonly link: string | null;
  /** Value of the `Cache-Control` field if it is not the default for public data. */
  readonly cacheControl?: string;
  /** Value of the `Vary` field if the answer depends on more than `Accept-Encoding`. */
  readonly vary?: string;
  /** Further header fields of the representation, such as a content security policy. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** Adds the entity tag to bytes. */
export function encodedBody(bytes: Uint8Array<ArrayBuffer>): EncodedBody {
  return { bytes, entityTag: entityTag(bytes) };
}

/**
 * Compresses bytes in every coding that the runtime supports; leaves out codings that do not make them smaller.
 *
 * @param onCoded Called after each coding, which takes a second for a large document.
 */
export function encodeBodies(bytes: Uint8Array<ArrayBuffer>, onCoded: () => void = () => {}): EncodedBodies {
  const smaller = (coded: Uint8Array<ArrayBuffer>) => {
    onCoded();
    return coded.length < bytes.length ? encodedBody(coded) : undefined;
  };
  return {
    identity: encodedBody(bytes),
    gzip: smaller(gzip(bytes)),
    br: smaller(brotli(bytes)),
    zstd: zstd === null ? undefined : smaller(zstd(bytes)),
  };
}

/**
 * Prepares a text in UTF-8.
 *
 * @param more Members that differ from the default: without modification time and link.
 */
export function textRepresentation(
  contentType: string,
  text: string,
  more: Partial<Representation> = {},
): Representation {
  const bodies = encodeBodies(new TextEncoder().encode(text));
  return { contentType, bodies, lastModified: null, link: null, ...more };
}

const MOST_TIMES_SMALLER = 1032;

/** gzip (RFC 1952), level 6. */
export function gzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return compressed(bytes, (chunkSize) => zlib.gzipSync(bytes, { level: 6, chunkSize }));
}

// Smaller buffers share memory with others.
const LEAST_CHUNK = 16_384;

/**
 * Compresses into one buffer and frees it after copying the result. With the default buffers of 16 KiB, a large
 * document left thousands of them to the garbage collector.
 */
function compressed(bytes: Uint8Array, compress: (chunkSize: number) => Uint8Array): Uint8Array<ArrayBuffer> {
  const coded = compress(Math.max(LEAST_CHUNK, bytes.length >> 1)) as Uint8Array<ArrayBuffer>;
  const exact = new Uint8Array(coded);
  if (coded.buffer.byteLength >= LEAST_CHUNK) freeBytes(coded);
  return exact;
}

/**
 * Decompresses gzip (RFC 1952) into one array. Reads its length from the last four bytes, because joining pieces took
 * twice the memory.
 *
 * @throws If the bytes are damaged.
 */
export function gunzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const written = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  // Damaged bytes may state any length, so limit the buffer by the maximum ratio of Deflate.
  const length = Math.min(written, bytes.length * MOST_TIMES_SMALLER);
  // One spare byte avoids a second piece.
  const content = zlib.gunzipSync(bytes, { chunkSize: Math.max(length + 1, zlib.constants.Z_MIN_CHUNK) });
  // A short result lies in a shared buffer, which cannot be transferred to another thread.
  return content.buffer.byteLength > content.length + 1
    ? new Uint8Array(content)
    : new Uint8Array(content.buffer as ArrayBuffer, 0, content.length);
}

/** Brotli (RFC 7932), quality 5: higher qualities take up to 46 times as long for a sixth less. */
function brotli(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return compressed(bytes, (chunkSize) => zlib.brotliCompressSync(bytes, { params, chunkSize }));
}

/**
 * Zstandard (RFC 8878), level 3: level 9 takes ten times as long for a tenth to a fifth less, and clients that accept
 * both get Brotli. Null before Deno 2.6.9, where the function exists and throws; its parameters came with its working.
 */
export const zstd: ((bytes: Uint8Array) => Uint8Array<ArrayBuffer>) | null =
  typeof zlib.constants.ZSTD_c_compressionLevel === "number"
    ? (bytes) => {
      const params = { [zlib.constants.ZSTD_c_compressionLevel]: 3 };
      return compressed(bytes, (chunkSize) => zlib.zstdCompressSync(bytes, { params, chunkSize }));
    }
    : null;

/**
 * The strong entity tag of some bytes: 128 bits of their SHA-256 in base64url, quoted (RFC 9110 8.8.3). Independent of
 * clock and instance.
 */
export function entityTag(bytes: Uint8Array | string): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}
