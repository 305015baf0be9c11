import zlib from "node:zlib";
import { encodedBody, type Representation } from "../domain/documents/representation.ts";

/** The version of the vendored browser bundle of Scalar. */
export const SCALAR_VERSION = "1.72.1";

/** Path of the script; contains the version, so that caches can keep it forever. */
export const SCALAR_PATH = `/docs/scalar-${SCALAR_VERSION}.js`;

/** URL of the vendored script's file in one coding. */
export function scalarFile(coding: "br" | "gz"): URL {
  return new URL(`./scalar/scalar-${SCALAR_VERSION}.js.${coding}`, import.meta.url);
}

/**
 * Loads the vendored script. It is stored compressed (0.9 and 1.3 MB instead of 4.4), and decompressed for the few
 * clients that accept neither coding.
 */
export async function scalarScript(): Promise<Representation> {
  const [br, gzip] = await Promise.all([Deno.readFile(scalarFile("br")), Deno.readFile(scalarFile("gz"))]);
  return {
    contentType: "text/javascript; charset=utf-8",
    bodies: {
      identity: encodedBody(new Uint8Array(zlib.gunzipSync(gzip))),
      gzip: encodedBody(gzip),
      br: encodedBody(br),
    },
    lastModified: null,
    link: null,
    cacheControl: "public, max-age=31536000, immutable",
  };
}
