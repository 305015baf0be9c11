import type { Contour } from "./outline.ts";

/** A colour as `#rrggbb`. */
export type Colour = string;

/** Number of coverage steps; keeps a picture of few colours within a palette. */
const STEPS = 15;

/** A bitmap with shapes drawn on it. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly pixels: Uint8Array<ArrayBuffer>;

  constructor(width: number, height: number, ground: Colour) {
    [this.width, this.height] = [width, height];
    this.pixels = new Uint8Array(width * height * 3);
    this.pixels.set(channels(ground));
    // Each copy doubles the painted part.
    for (let done = 3; done < this.pixels.length; done *= 2) this.pixels.copyWithin(done, 0, done);
  }

  /**
   * Fills contours with a colour. Pixels on an edge get a part of it: each edge adds the area to its right to the
   * pixels of its rows, and the sums along a row are the coverage. Inner contours of opposite direction are holes.
   *
   * @param right Right limit of the painted area, in pixels.
   */
  fill(contours: readonly Contour[], colour: Colour, right = this.width): void {
    const ys = contours.flatMap((contour) => contour.filter((_, at) => at % 2 === 1));
    const first = Math.max(0, Math.floor(Math.min(...ys)));
    const last = Math.min(this.height, Math.ceil(Math.max(...ys)));
    const edges = new Edges(this.width, first, Math.max(first, last));
    for (const contour of contours) {
      for (let at = 0; at < contour.length; at += 2) {
        const next = (at + 2) % contour.length;
        edges.add(contour[at]!, contour[at + 1]!, contour[next]!, contour[next + 1]!);
      }
    }
    const ink = channels(colour);
    for (let y = first; y < last; y++) {
      let sum = 0;
      for (let x = 0; x < Math.min(this.width, right); x++) {
        sum += edges.area[edges.at(x, y)]!;
        const part = Math.round(Math.min(1, Math.abs(sum)) * STEPS) / STEPS;
        if (part === 0) continue;
        const pixel = (y * this.width + x) * 3;
        for (let channel = 0; channel < 3; channel++) {
          const before = this.pixels[pixel + channel]!;
          this.pixels[pixel + channel] = Math.round(before + (ink[channel]! - before) * part);
        }
      }
    }
  }
}

/** Edges of a shape, as the area that each adds to its right in the pixels of some rows. */
class Edges {
  readonly area: Float32Array<ArrayBuffer>;
  readonly #width: number;
  readonly #first: number;
  readonly #last: number;

  constructor(width: number, first: number, last: number) {
    [this.#width, this.#first, this.#last] = [width, first, last];
    this.area = new Float32Array((width + 2) * (last - first));
  }

  at(x: number, y: number): number {
    return (y - this.#first) * (this.#width + 2) + x;
  }

  add(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const sign = y0 < y1 ? 1 : -1;
    const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (bottomX - topX) / (bottomY - topY);
    const within = (x: number) => Math.min(this.#width, Math.max(0, x));
    const end = Math.min(this.#last, Math.ceil(bottomY));
    for (let y = Math.max(this.#first, Math.floor(topY)); y < end; y++) {
      const [from, to] = [Math.max(y, topY), Math.min(y + 1, bottomY)];
      if (to <= from) continue;
      const [a, b] = [within(topX + slope * (from - topY)), within(topX + slope * (to - topY))];
      this.#addInRow(y, sign * (to - from), Math.min(a, b), Math.max(a, b));
    }
  }

  #addInRow(y: number, height: number, left: number, right: number): void {
    const first = Math.floor(left);
    const addTo = (x: number, part: number, middle: number) => {
      const place = this.at(x, y);
      const covered = 1 - (middle - x);
      this.area[place]! += part * covered;
      this.area[place + 1]! += part * (1 - covered);
    };
    if (right <= first + 1) return addTo(first, height, (left + right) / 2);
    for (let x = first; x < right; x++) {
      const [from, to] = [Math.max(x, left), Math.min(x + 1, right)];
      addTo(x, height * (to - from) / (right - left), (from + to) / 2);
    }
  }
}

/** Red, green and blue of a colour, 0 to 255. */
export function channels(colour: Colour): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, value >> 8 & 255, value & 255];
}
