import zlib from "node:zlib";
import { entityTag } from "./entity_tag.ts";

/** The content codings that documents are held in (RFC 9110 8.4.1). */
export type ContentCoding = "identity" | "gzip" | "br" | "zstd";

/** The bytes of a representation in one content coding, with the strong entity tag of these bytes. */
export interface EncodedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entityTag: string;
}

/** Bodies by content coding; `identity` is always there. */
export type EncodedBodies =
  & { readonly identity: EncodedBody }
  & { readonly [coding in Exclude<ContentCoding, "identity">]?: EncodedBody | undefined };

/**
 * What a resource is at one revision (RFC 9110 3.2). GET, HEAD, 304 and content distribution all
 * use the same one, so that a subscriber receives byte for byte what GET returns.
 */
export interface Representation {
  readonly contentType: string;
  readonly bodies: EncodedBodies;
  /** Milliseconds since 1970; null when the resource has no time of its own. */
  readonly lastModified: number | null;
  /** Value of the `Link` field, or null. */
  readonly link: string | null;
  /** Value of the `Cache-Control` field where it is not that of public data. */
  readonly cacheControl?: string;
  /** Further header fields that go with it, such as a content security policy. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** Bytes with their entity tag. */
export function encodedBody(bytes: Uint8Array<ArrayBuffer>): EncodedBody {
  return { bytes, entityTag: entityTag(bytes) };
}

/**
 * Compresses bytes once into every coding the runtime has. Codings that do not make the body
 * smaller are left out.
 */
export function encodeBodies(bytes: Uint8Array<ArrayBuffer>): EncodedBodies {
  const smaller = (coded: Uint8Array<ArrayBuffer>) => coded.length < bytes.length ? encodedBody(coded) : undefined;
  return {
    identity: encodedBody(bytes),
    gzip: smaller(gzip(bytes)),
    br: smaller(brotli(bytes)),
    zstd: zstd === null ? undefined : smaller(zstd(bytes)),
  };
}

/** gzip (RFC 1952), level 6. */
export function gzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zlib.gzipSync(bytes, { level: 6 }));
}

/** Brotli (RFC 7932), quality 5: higher ones cost up to 46 times the time for a sixth of the size. */
export function brotli(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zlib.brotliCompressSync(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }));
}

/**
 * Zstandard (RFC 8878), level 9; null where the runtime has none. Deno 2.5 has the function but not
 * its parameters, and fails when it is called.
 */
export const zstd: ((bytes: Uint8Array) => Uint8Array<ArrayBuffer>) | null =
  typeof zlib.constants.ZSTD_c_compressionLevel === "number"
    ? (bytes) =>
      new Uint8Array(zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 9 } }))
    : null;
