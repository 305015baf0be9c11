import { Buffer } from "node:buffer";
import type { Store } from "../../../domain/store/store.ts";

const PIECE_BYTES = 16;
const STEP_BYTES = 61;

/** Short pieces of every archive in a store, by which it is found out whether bytes hold something of them. */
export async function archivePieces(kv: Store): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const { value } of kv.list<unknown>({ prefix: ["dataset"] })) {
    if (!(value instanceof Uint8Array)) continue;
    for (let at = 0; at + PIECE_BYTES <= value.length; at += STEP_BYTES) pieces.push(value.slice(at, at + PIECE_BYTES));
  }
  return pieces;
}

/** Those pieces that no archive of a store holds any more. */
export async function deletedPieces(kv: Store, pieces: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const live: Uint8Array[] = [];
  for await (const { value } of kv.list<unknown>({ prefix: ["dataset"] })) {
    if (value instanceof Uint8Array) live.push(value);
  }
  return pieces.filter((piece) => !live.some((archive) => isIn(archive, piece)));
}

/** How many of the pieces stand in the bytes of some files, and how often a text does. A file may be missing. */
export async function tracesIn(
  files: readonly string[],
  pieces: readonly Uint8Array[],
  text: string,
): Promise<{ readonly pieces: number; readonly texts: number }> {
  const contents = await Promise.all(files.map((file) => Deno.readFile(file).catch(() => new Uint8Array())));
  const words = new TextEncoder().encode(text);
  return {
    pieces: pieces.filter((piece) => contents.some((content) => isIn(content, piece))).length,
    texts: contents.filter((content) => isIn(content, words)).length,
  };
}

function isIn(content: Uint8Array, piece: Uint8Array): boolean {
  const view = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length);
  return view(content).includes(view(piece));
}
