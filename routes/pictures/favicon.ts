import { Canvas, channels, type Colour } from "./canvas.ts";
import { star } from "./outline.ts";
import { png } from "./png.ts";

const SIZE = 32;

/** A star on a tile, for the tab of a page. */
export function faviconSvg(accent: Colour): string {
  const points = star(5, 5, 22).map((value) => value.toFixed(1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" rx="7" fill="${accent}"/><polygon fill="${
    starOn(accent)
  }" points="${points.join(" ")}"/></svg>\n`;
}

/** The same for clients that ask for `/favicon.ico` unasked: a PNG in the container of icons. */
export function faviconIco(accent: Colour): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas(SIZE, SIZE, accent);
  canvas.fill([star(4, 4, 24)], starOn(accent));
  const picture = png(canvas);
  const header = new DataView(new ArrayBuffer(22));
  header.setUint16(2, 1, true);
  header.setUint16(4, 1, true);
  header.setUint8(6, SIZE);
  header.setUint8(7, SIZE);
  header.setUint16(10, 1, true);
  header.setUint16(12, 24, true);
  header.setUint32(14, picture.length, true);
  header.setUint32(18, 22, true);
  return new Uint8Array([...new Uint8Array(header.buffer), ...picture]);
}

/** The colour of the star: white, but on a light tile. */
function starOn(tile: Colour): Colour {
  const [red, green, blue] = channels(tile);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 170 ? "#1d1c1a" : "#ffffff";
}
