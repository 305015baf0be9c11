/**
 * Concatenates byte arrays.
 *
 * @param into The buffer to fill from its start; without it a new one of the exact length.
 * @returns The part of the buffer that was filled.
 */
export function joinBytes(pieces: readonly Uint8Array[], into?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = into ?? new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.subarray(0, length);
}

/** Bytes in flight for a slow reader. */
const STRETCH_BYTES = 65_536;

/**
 * Streams byte arrays piece by piece; as a whole, a document of 200 MB was held once more for each client that received
 * it. A default stream, because a byte stream would detach the shared buffer of the enqueued view, leaving all later
 * answers empty.
 */
export function byteStream(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let piece = 0;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      while (piece < pieces.length && at >= pieces[piece]!.length) [piece, at] = [piece + 1, 0];
      if (piece >= pieces.length) return controller.close();
      controller.enqueue(pieces[piece]!.subarray(at, at + STRETCH_BYTES));
      at += STRETCH_BYTES;
    },
  });
}

/**
 * Runs a full garbage collection now. Buffers lie outside V8's heap, so V8 may keep them for minutes. Does nothing
 * without `--expose-gc`.
 */
export function collectGarbage(): void {
  const { gc } = globalThis as { gc?: (options: { type: "major"; execution: "sync" }) => unknown };
  gc?.({ type: "major", execution: "sync" });
}
