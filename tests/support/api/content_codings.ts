import { Buffer } from "node:buffer";
import zlib from "node:zlib";

/** Decoders of the content codings that this Deno can make: Zstandard came with 2.6.9. */
export const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  identity: Buffer.from,
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  ...makesZstd() && { zstd: zlib.zstdDecompressSync },
};

function makesZstd(): boolean {
  try {
    return zlib.zstdCompressSync("").length > 0;
  } catch {
    return false;
  }
}
