import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readBusiness } from "../../../cli/import/read_option_file.ts";
import { archiveDataset } from "../../../domain/dataset/archive_dataset.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { unarchiveDataset } from "../../../domain/dataset/dataset_archive.ts";
import { importDataset } from "../../../domain/dataset/import_dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { DEFAULT_PAGE_SETTINGS, type PageSettings } from "../../../domain/page_settings.ts";
import { linksOf, readPage } from "../../support/pages/read_page.ts";
import { withFiles } from "../../support/import/import_reading.ts";
import { importOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const SVG =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>';
const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), pngChunk("IHDR", "13 bytes"), pngChunk("IEND", "")]);

function pngChunk(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type + content + "crc4", "latin1")]);
}

/** A business file for the look of the pages, next to some pictures. */
async function settingsOf(page: unknown): Promise<Partial<PageSettings> | null> {
  const files = {
    "business.json": JSON.stringify({ name: "Acme", ...page === undefined ? {} : { page } }),
    "logo.svg": SVG,
    "logo.png": PNG,
  };
  return (await withFiles(files, ([path = ""]) => readBusiness(path))).pages;
}

Deno.test("the business file says how pages look, in full, in part, or not at all", async () => {
  assert.equal(await settingsOf(undefined), null);
  assert.equal(await settingsOf(null), null);
  assert.deepEqual(await settingsOf({}), DEFAULT_PAGE_SETTINGS);
  const photo_hosts = ["photos.example", "*.cdn.example"];
  const settings = { color: "#7A1F3D", logo: "logo.png", hide: ["trend", "technicians"], photo_hosts };
  const pictures = { cover: "logo.svg", photos: ["logo.png", "logo.svg"], time_zone: "Europe/Berlin" };
  const [png, svg] = [PNG, SVG].map((bytes) => Buffer.from(bytes).toString("base64"));
  assert.deepEqual(await settingsOf({ ...settings, ...pictures }), {
    color: "#7a1f3d",
    logo: { type: "image/png", base64: png },
    cover: { type: "image/svg+xml", base64: svg },
    photos: [{ type: "image/png", base64: png }, { type: "image/svg+xml", base64: svg }],
    timeZone: "Europe/Berlin",
    hide: ["trend", "technicians"],
    photoHosts: photo_hosts,
  });
});

Deno.test("sources are on for every place that the business file does not switch off, and pages include search engines", async () => {
  const read = async (sources: unknown) => {
    const file = { "business.json": JSON.stringify({ name: "Acme", sources }) };
    return (await withFiles(file, ([path = ""]) => readBusiness(path))).pages;
  };
  assert.equal(await read(undefined), null);
  assert.deepEqual(await read({}), { off: {}, unverified: {} });
  assert.deepEqual(await read({ " Yelp": { api: false, feeds: false }, google: { pages: false }, website: {} }), {
    off: { yelp: ["api", "feeds"], google: ["pages", "search_engines"] },
    unverified: {},
  });
  assert.deepEqual((await read({ Yelp: { unverified: false }, google: { unverified: true } }))?.unverified, {
    yelp: false,
    google: true,
  });
});

Deno.test("the look is kept with the data, stays over imports that say nothing of it, and is no part of the documents", async () => {
  const pages = await settingsOf({ color: "#7a1f3d", logo: "logo.svg", hide: ["summary", "contact"] });
  const { reviews } = sampleDataset();
  const business = { ...sampleDataset().business, sample: false };
  const first = importDataset(null, importOf(reviews, { business, pages })).dataset;
  const archive = archiveDataset(first);
  const plain = archiveDataset(importDataset(null, importOf(reviews, { business })).dataset);
  assert.notEqual(archive.digest, plain.digest);
  const kept = unarchiveDataset(archive, { operator_insights: false });
  assert.deepEqual(kept, first);
  assert.deepEqual(importDataset(kept, importOf([], { business })).dataset.pages, pages);
  const off = { yelp: ["api"] } as const;
  assert.deepEqual(importDataset(kept, importOf([], { business, pages: { off } })).dataset.pages, { ...pages, off });
  const tagOf = (dataset: Dataset) => testSnapshot(dataset).documents["/reviews.json"].bodies.identity.entityTag;
  assert.equal(tagOf(kept), tagOf({ ...kept, pages: DEFAULT_PAGE_SETTINGS }));
});

Deno.test("pages show colour and pictures, and leave out what is hidden; a script in a picture cannot run", async () => {
  const pictures = { logo: "logo.svg", cover: "logo.svg", photos: ["logo.png", "logo.svg"] };
  const pages = await settingsOf({ color: "#7a1f3d", ...pictures, hide: ["summary", "contact"] }) ?? undefined;
  const app = testApp(testSnapshot({ ...sampleDataset(), ...pages === undefined ? {} : { pages } }));
  const { document } = await readPage(app, "/");
  const [style = ""] = linksOf(document, "link[rel=stylesheet]");
  assert.match(await (await app.request(style)).text(), /--accent:light-dark\(#7a1f3d,/);
  assert.notEqual(style, linksOf((await readPage(testApp(), "/")).document, "link[rel=stylesheet]")[0]);
  const types = { ".logo": "svg+xml", ".cover img": "svg+xml", ".gallery img": "png", "li + li img": "svg+xml" };
  for (const [place, type] of Object.entries(types)) {
    const picture = await app.request(document.querySelector(place)?.getAttribute("src") ?? "");
    assert.equal(picture.headers.get("content-type"), `image/${type}`, place);
    assert.equal(picture.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(
      picture.headers.get("content-security-policy"),
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), type === "png" ? PNG : Buffer.from(SVG));
  }
  for (const hidden of [".opinions", ".facts"]) assert.equal(document.querySelector(hidden), null);
  for (const shown of ["#quotes", "#services", "#technicians", "#reviews"]) {
    assert.notEqual(document.querySelector(shown), null, shown);
  }
});
