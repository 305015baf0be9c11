import zlib from "node:zlib";
import type { Canvas } from "./canvas.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MOST_COLOURS = 256;
const BY_PALETTE = 3;
const TRUE_COLOUR = 2;

/** Encodes a picture as PNG (third edition), with a palette if its colours allow; that is a third as long. */
export function png({ width, height, pixels }: Canvas): Uint8Array<ArrayBuffer> {
  const palette = paletteOf(pixels);
  const channels = palette === null ? 3 : 1;
  const rows = new Uint8Array(height * (1 + width * channels));
  for (let y = 0; y < height; y++) {
    // Every row begins with its filter (9); none, the value 0, suits a palette best.
    const row = y * (1 + width * channels) + 1;
    if (palette === null) rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), row);
    else for (let x = 0; x < width; x++) rows[row + x] = palette.get(colourAt(pixels, y * width + x)) ?? 0;
  }
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, palette === null ? TRUE_COLOUR : BY_PALETTE);
  const entries = [...palette?.keys() ?? []].flatMap((colour) => [colour >> 16, colour >> 8 & 255, colour & 255]);
  const chunks = [
    chunk("IHDR", new Uint8Array(header.buffer)),
    ...palette === null ? [] : [chunk("PLTE", Uint8Array.from(entries))],
    chunk("IDAT", new Uint8Array(zlib.deflateSync(rows, { level: 9 }))),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array([...SIGNATURE, ...chunks.flatMap((bytes) => [...bytes])]);
}

function paletteOf(pixels: Uint8Array): Map<number, number> | null {
  const palette = new Map<number, number>();
  let last = -1;
  for (let at = 0; at < pixels.length / 3; at++) {
    const colour = colourAt(pixels, at);
    if (colour === last || palette.has(last = colour)) continue;
    if (palette.size === MOST_COLOURS) return null;
    palette.set(colour, palette.size);
  }
  return palette;
}

function colourAt(pixels: Uint8Array, at: number): number {
  return pixels[at * 3]! << 16 | pixels[at * 3 + 1]! << 8 | pixels[at * 3 + 2]!;
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
