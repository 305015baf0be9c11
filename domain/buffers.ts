/**
 * Concatenates byte arrays.
 *
 * @param onCopied Called with each piece as soon as it is copied.
 */
export function joinBytes<Piece extends Uint8Array>(
  pieces: readonly Piece[],
  onCopied: (piece: Piece) => void = () => {},
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
    onCopied(piece);
  }
  return bytes;
}

/** {@linkcode joinBytes} that frees each piece, so that none is in memory twice. The pieces are empty afterwards. */
export function moveBytes(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  return joinBytes(pieces, freeBytes);
}

const encoder = new TextEncoder();
/**
 * Bytes of a block of `encodeTexts`: over 32 MiB, because glibc maps only such blocks alone and returns them when they
 * are freed. The system assigns memory only to what is written.
 */
const BLOCK_BYTES = 33 * 1024 * 1024;
const MOST_UNIT_BYTES = 3;

/**
 * Encodes texts one after the other as UTF-8, in the memory of the result and one block. Keep the texts below 100,000
 * characters: longer strings bypass V8's young generation and stay until a full garbage collection.
 */
export function encodeTexts(texts: Iterable<string>): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let block = new Uint8Array(0);
  let at = 0;
  for (const text of texts) {
    const most = text.length * MOST_UNIT_BYTES;
    if (block.length - at < most) {
      blocks.push(block.subarray(0, at));
      // A short result needs no block: its only text comes first.
      block = new Uint8Array(Math.max(most, blocks.length === 1 ? 0 : BLOCK_BYTES));
      at = 0;
    }
    at += encoder.encodeInto(text, block.subarray(at)).written;
  }
  return moveBytes([...blocks, block.subarray(0, at)]);
}

/**
 * Frees the buffer of an array at once; all arrays on it are empty afterwards. Buffers lie outside V8's heap, so V8 may
 * keep an unreachable one for minutes.
 */
export function freeBytes({ buffer }: Uint8Array<ArrayBuffer>): void {
  buffer.transfer(0);
}

/** Bytes in flight for a slow reader. */
const STRETCH_BYTES = 65_536;

/** Yields byte arrays in views of at most 64 KiB. */
export function* stretchesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += STRETCH_BYTES) yield piece.subarray(at, at + STRETCH_BYTES);
  }
}

/**
 * Streams byte arrays piece by piece; as a whole, a document of 200 MB was held once more for each client that received
 * it. A default stream, because a byte stream would detach the shared buffer of the enqueued view, leaving all later
 * answers empty.
 */
export function byteStream(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(stretchesOf(pieces));
}

/**
 * Runs a full garbage collection now and returns the memory to the system. Buffers lie outside V8's heap, so V8 may
 * keep them for minutes. Does nothing without `--expose-gc`.
 */
export function collectGarbage(): void {
  const { gc } = globalThis as { gc?: (options: Readonly<Record<string, string>>) => unknown };
  // The regular flavor keeps freed pages for the heap to grow again.
  gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}
