import assert from "node:assert/strict";
import { contrast, themeCss } from "../../../../routes/pages/frame/theme.ts";

const STYLE = await Deno.readTextFile(new URL("../../../../routes/pages/assets/style.css", import.meta.url));
/** Colours at the corners, in the middle and between, in both directions. */
const STEPS = [0, 51, 102, 128, 153, 204, 255];

/** The custom properties that are colours, in the light scheme or the dark one. */
function propertiesIn(css: string, scheme: "light" | "dark"): ReadonlyMap<string, string> {
  const pairs = css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{3,6}),\s*(#[0-9a-f]{3,6})\)/g);
  return new Map([...pairs].map(([, name = "", light = "", dark = ""]) => {
    const value = scheme === "light" ? light : dark;
    return [name, value.length === 4 ? value.replaceAll(/[0-9a-f]/g, "$&$&") : value];
  }));
}

const COLOURS = { light: propertiesIn(STYLE, "light"), dark: propertiesIn(STYLE, "dark") };

Deno.test("with any colour of a business every text can be read on every ground it stands on, in both schemes", () => {
  for (const red of STEPS) {
    for (const green of STEPS) {
      for (const blue of STEPS) {
        const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
        const theme = themeCss(color);
        for (const scheme of ["light", "dark"] as const) {
          const all = new Map([...COLOURS[scheme], ...propertiesIn(theme, scheme)]);
          const value = (name: string) => all.get(name) ?? assert.fail(name);
          for (const text of ["accent", "ink", "quiet", "bad"]) {
            for (const ground of text === "accent" || text === "ink" ? ["paper", "card", "wash"] : ["paper", "card"]) {
              const found = contrast(value(text), value(ground));
              assert.ok(found >= 4.5, `${color}: ${text} on ${ground} ${found}`);
            }
          }
          assert.ok(contrast(value("on-accent"), value("accent")) >= 4.5, color);
        }
      }
    }
  }
});

Deno.test("a colour that can be read is taken as it is, and the contrast is that of WCAG", () => {
  assert.match(themeCss("#7a1f3d"), /^:root\{--accent:light-dark\(#7a1f3d,#[^)]*\);--on-accent:light-dark\(#ffffff,/);
  assert.match(themeCss(null), /^:root\{--accent:light-dark\(#0b5d5b,/);
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(Math.round(contrast("#777777", "#ffffff") * 100) / 100, 4.48);
});
