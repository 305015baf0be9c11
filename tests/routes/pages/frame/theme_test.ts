import assert from "node:assert/strict";
import { contrast, themeCss } from "../../../../routes/pages/frame/theme.ts";

const STYLE = await Deno.readTextFile(new URL("../../../../routes/pages/assets/style.css", import.meta.url));
/** Colours at the corners, in the middle and between, in both directions. */
const STEPS = [0, 51, 102, 128, 153, 204, 255];

/** The custom properties of one scheme. */
function propertiesIn(css: string): ReadonlyMap<string, string> {
  return new Map([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})/g)].map(([, name = "", value = ""]) => [
    name,
    value.length === 4 ? value.replaceAll(/[0-9a-f]/g, "$&$&") : value,
  ]));
}

const [, light = "", dark = ""] = STYLE.split(":root {");

Deno.test("with any colour of a business every text can be read on every ground it stands on, in both schemes", () => {
  for (const red of STEPS) {
    for (const green of STEPS) {
      for (const blue of STEPS) {
        const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
        const [, ofLight = "", ofDark = ""] = themeCss(color).split(":root{");
        for (const [base, theme] of [[light, ofLight], [dark, ofDark]] as const) {
          const all = new Map([...propertiesIn(base), ...propertiesIn(theme)]);
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
  assert.match(themeCss("#7a1f3d"), /^:root\{--accent:#7a1f3d;--on-accent:#ffffff;/);
  assert.match(themeCss(null), /^:root\{--accent:#0b5d5b;/);
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(Math.round(contrast("#777777", "#ffffff") * 100) / 100, 4.48);
});
