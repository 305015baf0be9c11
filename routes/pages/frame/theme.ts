import { DEFAULT_COLOUR } from "../../pictures/social_image.ts";

/** Minimum contrast of text on any ground of a page (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
// Slightly more, because colours are rounded to whole steps.
const WANTED_CONTRAST = 4.6;
const STEPS = 100;
/** Share of black in the ground of the cover. */
const DEEPER = 0.15;

type Rgb = readonly [number, number, number];

interface Scheme {
  readonly grounds: readonly Rgb[];
  readonly toward: Rgb;
  /** Ground of the wash, which must be seen on it. */
  readonly washed: Rgb;
  readonly washShare: number;
}

const [WHITE, BLACK]: readonly [Rgb, Rgb] = [[255, 255, 255], [0, 0, 0]];
const LIGHT: Scheme = { grounds: [parse("#f5f7f6"), WHITE], toward: BLACK, washed: parse("#f5f7f6"), washShare: 0.07 };
const DARK: Scheme = {
  grounds: [parse("#111615"), parse("#1a2120")],
  toward: WHITE,
  washed: parse("#1a2120"),
  washShare: 0.12,
};

/**
 * Custom properties from the colour of a business, for both schemes. The colour is darkened or lightened just enough
 * for readable links and buttons; `--deep`, the ground of the cover, is dark in both.
 *
 * @param color Written #rrggbb; null for the default.
 */
export function themeCss(color: string | null): string {
  const wished = parse(color ?? DEFAULT_COLOUR);
  const [light, dark] = [LIGHT, DARK].map((scheme) => readable(wished, scheme)) as [Shades, Shades];
  const both = (name: string, shade: keyof Shades) =>
    `--${name}:light-dark(${written(light[shade])},${written(dark[shade])});`;
  return `:root{${both("accent", "accent")}${both("on-accent", "onAccent")}${both("wash", "wash")}--deep:${
    written(mixed(light.accent, BLACK, DEEPER))
  }}`;
}

/**
 * Accent of widgets for each ground; equals that of the pages.
 *
 * @param color Written #rrggbb; null for the default.
 */
export function accentsOf(color: string | null): { readonly light: string; readonly dark: string } {
  const wished = parse(color ?? DEFAULT_COLOUR);
  return { light: written(readable(wished, LIGHT).accent), dark: written(readable(wished, DARK).accent) };
}

/** Contrast of two colours written #rrggbb, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  return contrastOf(parse(one), parse(other));
}

interface Shades {
  readonly accent: Rgb;
  readonly onAccent: Rgb;
  readonly wash: Rgb;
}

function readable(wished: Rgb, { grounds, toward, washed, washShare }: Scheme): Shades {
  for (let step = 0; step <= STEPS; step++) {
    const accent = mixed(wished, toward, step / STEPS);
    const wash = mixed(washed, accent, washShare);
    if ([...grounds, wash].every((ground) => contrastOf(accent, ground) >= WANTED_CONTRAST)) {
      return { accent, onAccent: contrastOf(accent, WHITE) >= LEAST_CONTRAST ? WHITE : BLACK, wash };
    }
  }
  throw new Error("No shade of a colour can be read, which black and white always can.");
}

function parse(color: string): Rgb {
  const value = parseInt(color.slice(1), 16);
  return [value >> 16 & 255, value >> 8 & 255, value & 255];
}

function written(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Removes comments and white space from a stylesheet. */
export function compactCss(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ").replace(/ ?([{};,]) ?/g, "$1").replaceAll(": ", ":")
    .replaceAll(";}", "}").trim();
}
