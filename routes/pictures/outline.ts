/** A closed line of straight segments: x and y alternate, in pixels, with y downwards. */
export type Contour = readonly number[];

// At most half a pixel of error for curves of 200 pixels.
const PIECES = 8;

/** Contours of an SVG path that has only the relative commands m, l, q and z (SVG 2, 9.3), scaled and then moved. */
export function contoursOf(path: string, scale: number, left: number, top: number): readonly Contour[] {
  const contours: number[][] = [];
  let contour: number[] = [];
  let [x, y] = [0, 0];
  const add = (atX: number, atY: number) => contour.push(left + atX * scale, top + atY * scale);
  for (const [, command, text = ""] of path.matchAll(/([mlqz])([^mlqz]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    if (command === "m") {
      contours.push(contour = []);
      [x, y] = [x + a, y + b];
      add(x, y);
    } else if (command === "l") {
      [x, y] = [x + a, y + b];
      add(x, y);
    } else if (command === "q") {
      for (let piece = 1; piece <= PIECES; piece++) {
        const t = piece / PIECES;
        add(x + 2 * t * (1 - t) * a + t * t * c, y + 2 * t * (1 - t) * b + t * t * d);
      }
      [x, y] = [x + c, y + d];
    }
  }
  return contours;
}

/** A rectangle with round corners. */
export function rectangle(left: number, top: number, width: number, height: number, radius = 0): Contour {
  const round = Math.min(radius, width / 2, height / 2);
  const corners = [[left + width - round, top + round, -90], [left + width - round, top + height - round, 0], [
    left + round,
    top + height - round,
    90,
  ], [left + round, top + round, 180]] as const;
  return corners.flatMap(([x, y, from]) =>
    Array.from({ length: PIECES + 1 }, (_, piece) => {
      const angle = (from + 90 * piece / PIECES) * Math.PI / 180;
      return [x + round * Math.cos(angle), y + round * Math.sin(angle)];
    }).flat()
  );
}

/** A star of five points that fills a square. */
export function star(left: number, top: number, size: number): Contour {
  return Array.from({ length: 10 }, (_, point) => {
    const angle = (point * 36 - 90) * Math.PI / 180;
    const radius = size / 2 * (point % 2 === 0 ? 1 : 0.42);
    return [left + size / 2 + radius * Math.cos(angle), top + size * 0.53 + radius * Math.sin(angle)];
  }).flat();
}

/** SVG path of five stars in a row; `step` is the distance between their left edges. */
export function starsPath(left: number, top: number, size: number, step: number): string {
  return Array.from({ length: 5 }, (_, at) => {
    const points = star(left + at * step, top, size).map((value) => Math.round(value * 10) / 10);
    return `M${points.join(" ")}z`;
  }).join("");
}

/** Where a rating from 0 to 5 ends in such a row, to the right of its left edge. */
export function starsEdge(rating: number, size: number, step: number): number {
  return Math.round(10 * (Math.floor(rating) * step + rating % 1 * size)) / 10;
}
