/** What a client that reads slowly keeps waiting at once. */
const STRETCH_BYTES = 65_536;

/**
 * A stream of byte arrays, in stretches: whole, a document of 200 MB was held once more for each client that was
 * receiving it. A default stream and no byte stream: a byte stream would detach the shared buffer of the view that is
 * enqueued, leaving all later responses empty.
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
