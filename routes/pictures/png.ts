import zlib from "node:zlib";
import type { Canvas } from "./canvas.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MOST_COLOURS = 256;
const BY_PALETTE = 3;

/**
 * Encodes a picture as PNG (third edition) with a palette; that is a third as long as with the colours themselves.
 *
 * @throws {Error} If the picture has more than 256 colours.
 */
export function png({ width, height, pixels }: Canvas): Uint8Array<ArrayBuffer> {
  const palette = new Map<number, number>();
  const rows = new Uint8Array(height * (1 + width));
  for (let at = 0; at < width * height; at++) {
    const colour = pixels[at * 3]! << 16 | pixels[at * 3 + 1]! << 8 | pixels[at * 3 + 2]!;
    if (!palette.has(colour)) palette.set(colour, palette.size);
    // Every row begins with its filter (9); none, the value 0, suits a palette best.
    rows[at + 1 + Math.floor(at / width)] = palette.get(colour)!;
  }
  if (palette.size > MOST_COLOURS) throw new Error(`A picture has ${palette.size} colours.`);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, BY_PALETTE);
  const entries = [...palette.keys()].flatMap((colour) => [colour >> 16, colour >> 8 & 255, colour & 255]);
  const chunks = [
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("PLTE", Uint8Array.from(entries)),
    chunk("IDAT", new Uint8Array(zlib.deflateSync(rows, { level: 9 }))),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array([...SIGNATURE, ...chunks.flatMap((bytes) => [...bytes])]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, zlib.crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
