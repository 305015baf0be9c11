import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { cutText, padText, textWidth } from "../../../cli/insights/terminal_text.ts";
import { barCells, pageOf, pageOptions, sentimentBar, splitCells } from "../../../cli/insights/page.ts";

Deno.test("insights has colours only on a terminal and without NO_COLOR; the width is the terminal's, else 100", () => {
  const line = { files: [], texts: () => [], text: () => null, flag: () => false };
  const painted = (terminalWidth: number | null, noColour: boolean) =>
    pageOptions(line, { terminalWidth, noColour }).paint("good", "█");
  assert.equal(painted(80, false), "\x1b[32m█\x1b[0m");
  assert.equal(painted(80, true), "█");
  assert.equal(painted(null, false), "█");
  const widths = [80, null, 10, 5000].map((width) => pageOptions(line, { terminalWidth: width, noColour: true }).width);
  assert.deepEqual(widths, [80, 100, 40, 400]);
  const bar = sentimentBar(pageOf(80, 10, true), [6, 2, 4], 6);
  assert.equal(bar, "\x1b[32m███\x1b[0m\x1b[33m░\x1b[0m\x1b[31m▓▓\x1b[0m");
});

Deno.test("bars add up: the parts fill them exactly, none above 0 vanishes, a greater part is never shorter", () => {
  fc.assert(fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }), fc.nat(60), (parts, cells) => {
    const given = splitCells(parts, cells);
    const total = parts.reduce((sum, part) => sum + part, 0);
    assert.equal(given.reduce((sum, part) => sum + part, 0), total === 0 ? 0 : cells);
    assert.ok(given.every((part) => part >= 0 && Number.isInteger(part)));
    for (const [index, part] of parts.entries()) {
      if (part === 0) assert.equal(given[index], 0);
      else if (cells >= parts.length) assert.ok((given[index] ?? 0) >= 1);
      parts.forEach((other, at) => {
        if (other > part) assert.ok((given[at] ?? 0) >= (given[index] ?? 0), `${parts} in ${cells}: ${given}`);
      });
    }
  }));
  assert.deepEqual(splitCells([72, 5, 23], 10), [7, 1, 2]);
  assert.deepEqual([barCells(43, 43, 40), barCells(1, 1000, 40), barCells(0, 43, 40)], [40, 1, 0]);
});

Deno.test("texts with wide characters are cut and filled to the columns that they take", () => {
  assert.deepEqual(["配管", "ﾊｲ", "😊", "e\u0301", "👍🏽", "अच्छे", "한글"].map(textWidth), [4, 2, 2, 1, 2, 3, 4]);
  assert.equal(padText("配管", 6), "配管  ");
  assert.equal(cutText("配管工事の人", 6), "配管…");
  assert.equal(cutText("one two three", 9), "one two…");
  assert.equal(cutText("one two", 7), "one two");
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
    assert.ok(textWidth(cutText(text, columns)) <= columns);
  }));
});
