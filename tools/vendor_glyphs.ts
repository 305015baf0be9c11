import opentype from "opentype.js";
import { npmPackage } from "./vendor_package.ts";

/** The font of pictures, and the subsets of its characters. */
const [FONT, VERSION, WEIGHT] = ["inter", "5.3.0", 600];
const SETS = ["latin", "latin-ext", "greek", "cyrillic"];
const FOLDER = new URL("../routes/pictures/glyphs/", import.meta.url);
// Fine enough for letters of 200 pixels.
const UNITS = 1000;
/** Letters, digits, punctuation and currency signs of scripts whose letters are drawn one after the other. */
const TAKEN =
  /^[\u0020-\u007e\u00a0-\u017f\u0386-\u03ce\u0400-\u045f\u0490\u0491\u2010-\u2026\u2030\u2039\u203a\u20ac\u2122]$/;

interface FontPath {
  readonly commands: readonly {
    readonly type: string;
    readonly x?: number;
    readonly y?: number;
    readonly x1?: number;
    readonly y1?: number;
    readonly x2?: number;
    readonly y2?: number;
  }[];
}

/**
 * Extracts the outlines of letters from the npm package of a font and writes them as JSON into
 * `routes/pictures/glyphs/`: for each character its advance and its outline as an SVG path. Coordinates are relative,
 * 1,000 units an em, with y downwards.
 */
async function vendorGlyphs(): Promise<void> {
  await using fonts = await npmPackage(`@fontsource/${FONT}`, VERSION);
  const glyphs: Record<string, readonly [number, string]> = {};
  for (const set of SETS) {
    const file = await Deno.readFile(fonts.pathOf(`files/${FONT}-${set}-${WEIGHT}-normal.woff`));
    const font = opentype.parse(file.buffer);
    for (let code = 0x20; code < 0x2200; code++) {
      const letter = String.fromCodePoint(code);
      const glyph = font.charToGlyph(letter);
      if (!TAKEN.test(letter) || letter in glyphs || glyph.index === 0) continue;
      const advance = Math.round((glyph.advanceWidth ?? 0) * UNITS / font.unitsPerEm);
      glyphs[letter] = [advance, pathOf(glyph.getPath(0, 0, UNITS))];
    }
  }
  const rows = Object.entries(glyphs).map(([letter, glyph]) => `${JSON.stringify(letter)}: ${JSON.stringify(glyph)}`);
  await Deno.writeTextFile(new URL("letters.json", FOLDER), `{\n${rows.join(",\n")}\n}\n`);
  await Deno.copyFile(fonts.pathOf("LICENSE"), new URL("LICENSE", FOLDER));
}

/** Returns the commands as an SVG path. Relative coordinates take about half the length. Omits lines of no length. */
function pathOf({ commands }: FontPath): string {
  let [atX, atY] = [0, 0];
  let [startX, startY] = [0, 0];
  return commands.map(({ type, x = startX, y = startY, x1, y1, x2, y2 }) => {
    const points = [[x1, y1], [x2, y2], [x, y]].flatMap(([x, y]) =>
      x === undefined || y === undefined ? [] : [[Math.round(x), Math.round(y)] as const]
    );
    const numbers = type === "Z" ? [] : points.flatMap(([x, y]) => [x - atX, y - atY]);
    [atX, atY] = points.at(-1) ?? [atX, atY];
    if (type === "M") [startX, startY] = [atX, atY];
    if (numbers.every((number) => number === 0) && type !== "M") return type === "Z" ? "z" : "";
    return type.toLowerCase() + numbers.join(" ").replaceAll(" -", "-");
  }).join("");
}

if (import.meta.main) await vendorGlyphs();
