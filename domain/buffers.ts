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

/**
 * Runs a full garbage collection now. Buffers lie outside V8's heap, so V8 may keep them for minutes. Does nothing
 * without `--expose-gc`.
 */
export function collectGarbage(): void {
  const { gc } = globalThis as { gc?: (options: { type: "major"; execution: "sync" }) => unknown };
  gc?.({ type: "major", execution: "sync" });
}
