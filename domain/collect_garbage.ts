/**
 * Asks V8 to free what is not used any more. By itself it sees no reason to do so for minutes, as buffers lie outside of
 * its heap. Nothing happens where the runtime does not offer it (`--expose-gc`).
 */
export function collectGarbage(): void {
  const { gc } = globalThis as { gc?: (options: { type: "major"; execution: "sync" }) => unknown };
  gc?.({ type: "major", execution: "sync" });
}
