import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { ImageMagick } from "@imagemagick/magick-wasm";
import { inSizes } from "../../../cli/import/picture_sizes.ts";
import { readBusiness } from "../../../cli/import/read_option_file.ts";
import { ExportedSettings } from "../../../domain/page_settings.ts";
import { Canvas } from "../../../routes/pictures/canvas.ts";
import { rectangle } from "../../../routes/pictures/outline.ts";
import { png } from "../../../routes/pictures/png.ts";
import { withFiles } from "../../support/import/import_reading.ts";
import { readPage } from "../../support/pages/read_page.ts";
import { ownDataset } from "../../support/reviews/measured_dataset.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

/** A square of 1,200 pixels, black above and below a white middle. */
function middlePng(): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas(1200, 1200, "#000000");
  canvas.fill([rectangle(0, 380, 1200, 440)], "#ffffff");
  return png(canvas);
}

/** Width, height and whether the first pixel is white. */
function poll(base64: string): readonly (number | boolean)[] {
  return ImageMagick.read(new Uint8Array(Buffer.from(base64, "base64")), (image) => [
    image.width,
    image.height,
    image.getPixels((pixels) => (pixels.getPixel(0, 0)[0] ?? 0) > 128),
  ]);
}

Deno.test("pictures are made smaller once, cut to their middle, and pages show the size of the screen", async () => {
  const page = { logo: "a.png", cover: "a.png", photos: ["a.png", "b.svg"] };
  const files = {
    "business.json": JSON.stringify({ name: "Acme", page }),
    "a.png": middlePng(),
    "b.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  const { pages } = await withFiles(files, ([path = ""]) => readBusiness(path));
  assert.ok(pages?.logo && pages.cover && pages.photos);
  const { logo, cover, photos: [photo, drawn] } = pages;
  const looks = [logo, cover, photo].map((picture) => picture?.sizes?.map(({ base64 }) => poll(base64)));
  assert.deepEqual(looks, [[[160, 160, false]], [[800, 267, true], [1200, 400, true]], [[240, 180, false], [
    640,
    480,
    false,
  ]]]);
  assert.deepEqual(pages.cover.sizes?.map(({ width }) => width), [800, 1200]);
  assert.equal(drawn?.sizes, undefined);
  assert.equal(await inSizes(cover, "cover"), cover);
  assert.deepEqual(ExportedSettings.parse({ logo, cover, photos: pages.photos }), {
    logo,
    cover,
    photos: pages.photos,
  });

  const app = testApp(testSnapshot(ownDataset({ pages })));
  const { document, text } = await readPage(app, "/");
  const shown = document.querySelectorAll(".cover img, img.logo, .gallery img").map((image) =>
    (image.getAttribute("srcset") ?? "").split(", ").filter(Boolean).map((one) => one.split(" "))
  );
  assert.deepEqual(shown.map((set) => set.map(([, width]) => width)), [
    ["800w", "1200w"],
    ["160w"],
    ["240w", "640w"],
    [],
  ]);
  for (const [path = ""] of shown.flat()) {
    const response = await app.request(path);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "image/webp"], path);
    await response.body?.cancel();
  }
  // Previews of links and search engines get the whole cover.
  const whole = /"og:image" content="https:\/\/reviews\.example(\/assets\/cover-[^"]+\.png)"/.exec(text)?.[1] ?? "";
  assert.equal((await (await app.request(whole)).bytes()).toBase64(), cover.base64);
  assert.ok(text.includes(`"image":"https://reviews.example${whole}"`));
});
