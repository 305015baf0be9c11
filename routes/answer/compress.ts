import zlib from "node:zlib";
import type { ContentCoding } from "../../domain/documents/representation.ts";

/** A content coding that compresses. */
type Compression = Exclude<ContentCoding, "identity">;

// Measured on an answer of 20 reviews (14.6 KB), in microseconds of CPU: zstd 1 makes 4.7 KB in 68, gzip 2 4.7 KB in 99,
// Brotli 1 5.0 KB in 130. Higher levels save a twentieth and cost twice to four times as much.
// Tables of 16 KiB: larger ones are new pages of the system for each answer, which doubled the time.
const SHORT_ZSTD = {
  params: {
    [zlib.constants.ZSTD_c_compressionLevel]: 1,
    [zlib.constants.ZSTD_c_windowLog]: 14,
    [zlib.constants.ZSTD_c_hashLog]: 12,
    [zlib.constants.ZSTD_c_chainLog]: 12,
  },
};
const ZSTD = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };
const GZIP = { level: 2 };
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
const SLICE_BYTES = 65_536;
/** Maximum number of concurrent compressed streams; each takes half a megabyte until it is read. */
const MOST_STREAMS = 32;

/** Compresses an answer for one request, at once and quickly. */
export function compress(bytes: Uint8Array, coding: Compression): Uint8Array<ArrayBuffer> {
  const coded = coding === "zstd"
    ? zlib.zstdCompressSync(bytes, SHORT_ZSTD)
    : coding === "gzip"
    ? zlib.gzipSync(bytes, GZIP)
    : zlib.brotliCompressSync(bytes, BROTLI);
  return new Uint8Array(coded.buffer as ArrayBuffer, coded.byteOffset, coded.length);
}

let streams = 0;

/**
 * Compresses a long answer while it is read, in slices of 64 KiB. A slow reader slows the work, other requests run
 * between two slices, and a reader that leaves ends it.
 *
 * @returns Null if too many answers are being compressed.
 */
export function compressedStream(
  pieces: readonly Uint8Array[],
  coding: Compression,
): ReadableStream<Uint8Array> | null {
  if (streams === MOST_STREAMS) return null;
  streams++;
  const compressor = coding === "zstd"
    ? zlib.createZstdCompress(ZSTD)
    : coding === "gzip"
    ? zlib.createGzip(GZIP)
    : zlib.createBrotliCompress(BROTLI);
  compressor.once("close", () => streams--);
  const coded: Uint8Array[] = [];
  compressor.on("data", (chunk: Uint8Array) => coded.push(chunk));
  const slices = slicesOf(pieces);
  return new ReadableStream({
    async pull(controller) {
      while (coded.length === 0) {
        const { value: slice, done } = slices.next();
        if (done) {
          await ended(compressor);
          for (const chunk of coded) controller.enqueue(chunk);
          return controller.close();
        }
        await written(compressor, slice);
      }
      for (const chunk of coded.splice(0)) controller.enqueue(chunk);
    },
    cancel() {
      compressor.destroy();
    },
  });
}

type Compressor = ReturnType<typeof zlib.createGzip>;

function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) yield piece.subarray(at, at + SLICE_BYTES);
  }
}

function written(compressor: Compressor, slice: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => compressor.write(slice, (error) => error ? reject(error) : resolve()));
}

function ended(compressor: Compressor): Promise<void> {
  return new Promise((resolve, reject) => {
    compressor.once("end", resolve);
    compressor.once("error", reject);
    compressor.end();
  });
}

/** Takes bytes off the budget; false if it does not have this many now. */
export type CompressionBudget = (bytes: number) => boolean;

// About an eighth of one core: 14 KB take 100 microseconds inside a busy service.
const BYTES_A_SECOND = 16_777_216;

/**
 * Creates a budget for answers that are made for one request and may never be requested again. It allows 16 MiB a
 * second, and as much at once after a pause. Compressing every such answer made a busy service answer a third fewer new
 * searches.
 *
 * @param now Monotonic time in milliseconds.
 */
export function compressionBudget(now: () => number): CompressionBudget {
  let left = BYTES_A_SECOND;
  let at = now();
  return (bytes) => {
    const time = now();
    left = Math.min(BYTES_A_SECOND, left + (time - at) / 1000 * BYTES_A_SECOND);
    at = time;
    if (left < bytes) return false;
    left -= bytes;
    return true;
  };
}

/** The budget of this process. */
export const processBudget: CompressionBudget = compressionBudget(() => performance.now());

/** No limit: for answers that are cached. */
export const unbounded: CompressionBudget = () => true;
