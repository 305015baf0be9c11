import zlib from "node:zlib";
import { entityTag } from "./entity_tag.ts";

/** The bytes of a representation in one content coding, with the strong entity tag of these bytes. */
export interface EncodedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entityTag: string;
}

/** Bodies by content coding; `identity` is always there. */
export type EncodedBodies =
  & { readonly identity: EncodedBody }
  & {
    readonly [coding in Exclude<ContentCoding, "identity">]?:
      | EncodedBody
      | undefined;
  };

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
}

// Smallest first; ties in the client's weights are settled in this order.
const PREFERENCE: readonly ContentCoding[] = ["br", "zstd", "gzip", "identity"];

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

/** The content codings that documents are held in (RFC 9110 8.4.1). */
export type ContentCoding = "identity" | "gzip" | "br" | "zstd";

/**
 * Chooses the content coding of an answer from `Accept-Encoding` (RFC 9110 12.5.3): the highest
 * weight, and among equals the smallest body. When the client refuses everything on offer, identity.
 *
 * @param field The header, or null when it is absent: identity then, as RFC 9110 lets any coding be
 * sent but a client that names none can often read none.
 */
export function chooseCoding(
  field: string | null,
  available: (coding: ContentCoding) => boolean,
): ContentCoding {
  if (field === null) return "identity";
  const weights = new Map<string, number>();
  for (const part of field.split(",")) {
    const [name = "", ...parameters] = part.split(";");
    const coding = name.trim().toLowerCase();
    const weight = parameters.map((text) => /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i.exec(text)?.[1])
      .find((found) => found !== undefined);
    weights.set(
      coding === "x-gzip" ? "gzip" : coding,
      weight === undefined ? 1 : Number(weight),
    );
  }
  const any = weights.get("*");
  let chosen: ContentCoding = "identity";
  let best = 0;
  for (const coding of PREFERENCE) {
    if (!available(coding)) continue;
    // Identity is always acceptable unless refused, but any named coding goes before it.
    const weight = weights.get(coding) ??
      (coding === "identity" ? any === 0 ? 0 : 0.0001 : any ?? 0);
    if (weight > best) [chosen, best] = [coding, weight];
  }
  return chosen;
}
