/**
 * Puts pieces of bytes one behind the other.
 *
 * @param into Where to put them, from its start; a new buffer of just their length when it is left out.
 * @returns The part of the buffer that they fill.
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
