import { XmlDocument } from "libxml2-wasm";
import assert from "node:assert/strict";
import zlib from "node:zlib";
import { aggregateRating } from "../../../domain/documents/aggregate_rating.ts";
import { badge, BADGE_THEMES } from "../../../routes/pictures/badge.ts";
import { Canvas } from "../../../routes/pictures/canvas.ts";
import letters from "../../../routes/pictures/glyphs/letters.json" with { type: "json" };
import { canDraw, lettering, letteringPath, widthOf, wrappedLines } from "../../../routes/pictures/lettering.ts";
import { contoursOf, rectangle } from "../../../routes/pictures/outline.ts";
import { png } from "../../../routes/pictures/png.ts";
import { socialImage } from "../../../routes/pictures/social_image.ts";
import { ATTACKS } from "../../support/reviews/attacks.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

/** Width, height, bytes of the rows and number of colours of a PNG; checks signature and checksums (PNG 5.2, 5.5). */
function readPng(bytes: Uint8Array): { width: number; height: number; rows: Uint8Array; colours: number } {
  assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const chunks = new Map<string, Uint8Array>();
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at);
    const data = bytes.subarray(at + 8, at + 8 + length);
    assert.equal(view.getUint32(at + 8 + length), zlib.crc32(bytes.subarray(at + 4, at + 8 + length)));
    chunks.set(new TextDecoder().decode(bytes.subarray(at + 4, at + 8)), data);
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()].filter((type) => type !== "PLTE"), ["IHDR", "IDAT", "IEND"]);
  const rows = new Uint8Array(zlib.inflateSync(chunks.get("IDAT") ?? new Uint8Array()));
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    rows,
    colours: (chunks.get("PLTE")?.length ?? 0) / 3,
  };
}

const ratings = aggregateRating([5, 5, 4, 1].map((rating) => reviewOf({ rating })));

Deno.test("a shape covers the part of a pixel that lies in it, also beyond the edges of the picture", () => {
  const canvas = new Canvas(4, 2, "#000000");
  canvas.fill([rectangle(1.5, -3, 40, 4)], "#ffffff");
  const row = (y: number) => [0, 1, 2, 3].map((x) => canvas.pixels[(y * 4 + x) * 3]);
  assert.deepEqual(row(0), [0, 136, 255, 255]);
  assert.deepEqual(row(1), [0, 0, 0, 0]);
  canvas.fill([rectangle(0, 0, 4, 2)], "#0000ff", 2);
  assert.deepEqual([...canvas.pixels.subarray(0, 9)], [0, 0, 255, 0, 0, 255, 255, 255, 255]);
});

Deno.test("a contour within another is a hole", () => {
  const canvas = new Canvas(40, 40, "#ffffff");
  canvas.fill(lettering(letters, "O", 40, 2, 34), "#000000");
  const dark = (x: number, y: number) => (canvas.pixels[(y * 40 + x) * 3] ?? 0) < 128;
  const middle = Math.round(2 + widthOf(letters, "O", 40) / 2);
  assert.equal(dark(middle, 20), false);
  assert.ok(Array.from({ length: middle }, (_, x) => dark(x, 20)).includes(true));
});

Deno.test("a PNG has the colours of its canvas, of which there are at most 256", () => {
  const canvas = new Canvas(256, 2, "#0b5d5b");
  for (let x = 1; x < 256; x++) canvas.pixels.set([x, 0, 7], x * 3);
  const { width, height, rows, colours } = readPng(png(canvas));
  assert.deepEqual([width, height, colours], [256, 2, 256]);
  // Each row begins with its filter.
  assert.deepEqual([...rows], [0, ...Array(256).keys(), ...Array(257).fill(0)]);
  canvas.pixels.set([0, 1, 7], 256 * 3);
  assert.throws(() => png(canvas), /257 colours/);
});

Deno.test("every letter that is drawn has an outline of the commands that are read, and a text has the letters' width", () => {
  for (const [letter, [advance, path]] of Object.entries(letters)) {
    assert.ok(Number(advance) >= 0 && /^(?:[mlqz][-\d ]*)*$/.test(String(path)), letter);
    for (const contour of contoursOf(String(path), 1, 0, 0)) assert.ok(contour.every(Number.isFinite), letter);
  }
  assert.ok(canDraw(letters, "Łukasz & Söhne – Ελλάς Жизнь"));
  assert.equal(canDraw(letters, "配管 مرحبا"), false);
  assert.equal(canDraw(letters, "constructor"), true);
  assert.equal(widthOf(letters, "AB", 10), widthOf(letters, "A", 10) + widthOf(letters, "B", 10));
  assert.match(letteringPath(letters, "AB"), /^M\d+ -?\d+[^M]+M/);
});

Deno.test("long texts are wrapped to the width, and omissions are marked", () => {
  const width = 200;
  const name = "Gesellschaft mit beschränkter Haftung";
  for (const text of [name, "W".repeat(500), `${"W".repeat(90)} a b c d e f g h`, "a"]) {
    const lines = wrappedLines(letters, text, 30, width, 2);
    assert.ok(lines.length <= 2);
    for (const line of lines) assert.ok(widthOf(letters, line, 30) <= width, line);
    assert.equal(lines.join(" ").includes("…"), text.length > 1, text);
  }
  assert.deepEqual(wrappedLines(letters, name, 30, 5000, 2), [name]);
});

Deno.test("the picture for previews has its size for every name, and changes with name and figures", () => {
  const made = [
    businessOf(),
    businessOf({ name: "配管" }),
    ...ATTACKS.slice(16).map((text) => businessOf({ name: text.slice(0, 500) })),
  ]
    .map((business) => socialImage(business, ratings, "reviews.example", letters));
  for (const image of made) {
    const { width, height, colours } = readPng(image);
    assert.deepEqual([width, height], [1200, 630]);
    assert.ok(colours > 10 && image.length < 60_000);
  }
  assert.notDeepEqual(made[0], made[1]);
  assert.notDeepEqual(made[0], socialImage(businessOf(), aggregateRating([]), "reviews.example", letters));
  assert.deepEqual(made[0], socialImage(businessOf(), ratings, "reviews.example", letters));
});

Deno.test("a badge is a well-formed picture whose only text is its title, whatever the business is called", () => {
  for (const theme of BADGE_THEMES) {
    for (const name of ["Acme Heating", ...ATTACKS]) {
      using document = XmlDocument.fromString(badge(ratings, { name, sample: false }, letters, theme));
      const find = (xpath: string) => document.find(xpath, { s: "http://www.w3.org/2000/svg" });
      assert.deepEqual(
        new Set(find("//*").map((node) => "name" in node ? node.name : "")),
        new Set(["svg", "title", "style", "rect", "clipPath", "path"]),
      );
      assert.ok(find("/s:svg/s:title")[0]?.content.endsWith(": 3.8 out of 5 stars, 4 reviews"));
      assert.doesNotMatch(find("/s:svg/s:style")[0]?.content ?? "", /url|import/);
    }
  }
  assert.match(
    badge(aggregateRating([]), { name: "Acme", sample: false }, letters, "auto"),
    /<title id="t">Acme: no reviews yet<\/title>/,
  );
});

Deno.test("pictures have a tag and a 304, run no script, and wait for the data", async () => {
  const app = testApp();
  const types = {
    "/social.png": "image/png",
    "/badge.svg": "image/svg+xml; charset=utf-8",
    "/badge.svg?theme=dark": "image/svg+xml; charset=utf-8",
    "/favicon.svg": "image/svg+xml; charset=utf-8",
    "/favicon.ico": "image/png",
  };
  for (const [path, type] of Object.entries(types)) {
    const response = await app.request(path);
    await response.body?.cancel();
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("content-type"), type);
    assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'.*sandbox/);
    const etag = response.headers.get("etag") ?? "";
    assert.equal((await app.request(path, { headers: { "if-none-match": etag } })).status, 304);
    assert.equal((await testApp(null).request(path)).status, path.startsWith("/favicon") ? 200 : 503);
  }
  assert.equal((await app.request("/badge.svg?theme=%3Cscript%3E")).status, 400);
});

Deno.test("preview and icons use the operator's colour, with a readable star", async () => {
  const snapshot = testSnapshot();
  const chosen = testApp({ ...snapshot, pages: { ...snapshot.pages, color: "#ffee00" } });
  const text = async (app: ReturnType<typeof testApp>) => await (await app.request("/favicon.svg")).text();
  assert.match(await text(chosen), /<rect[^>]* fill="#ffee00"\/><polygon fill="#1d1c1a"/);
  assert.match(await text(testApp(snapshot)), /<rect[^>]* fill="#0b5d5b"\/><polygon fill="#ffffff"/);
  for (const path of ["/social.png", "/favicon.ico"]) {
    const [one, other] = await Promise.all(
      [chosen, testApp(snapshot)].map(async (app) => (await app.request(path)).bytes()),
    );
    assert.notDeepEqual(one, other, path);
  }
});
