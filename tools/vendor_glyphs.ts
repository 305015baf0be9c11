import opentype from "opentype.js";
import { npmPackage } from "./vendor_package.ts";

/** Fonts of pictures, with the subsets of their characters. */
const FONTS = [
  {
    name: "serif",
    from: "source-serif-4",
    version: "5.3.1",
    weight: 600,
    sets: ["latin", "latin-ext", "greek", "cyrillic"],
  },
  { name: "sans", from: "inter", version: "5.3.0", weight: 600, sets: ["latin"] },
] as const;
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
 * Extracts the outlines of letters from npm packages of fonts and writes them as JSON into
 * `routes/pictures/glyphs/`: for each character its advance and its outline as an SVG path. Coordinates are relative,
 * 1,000 units an em, with y downwards.
 */
async function vendorGlyphs(): Promise<void> {
  for (const { name, from, version, weight, sets } of FONTS) {
    await using fonts = await npmPackage(`@fontsource/${from}`, version);
    const glyphs: Record<string, readonly [number, string]> = {};
    for (const set of sets) {
      const file = await Deno.readFile(fonts.pathOf(`files/${from}-${set}-${weight}-normal.woff`));
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
    await Deno.writeTextFile(new URL(`${name}.json`, FOLDER), `{\n${rows.join(",\n")}\n}\n`);
    await Deno.copyFile(fonts.pathOf("LICENSE"), new URL(`LICENSE-${name}`, FOLDER));
  }
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
