import assert from "node:assert/strict";
import { compareReviews } from "../../../../domain/review.ts";
import { linksOf, readPage, shownReviews, textsOf } from "../../../support/pages/read_page.ts";
import { businessOf, reviewsOf } from "../../../support/reviews/review_of.ts";
import { sampleApp, testApp } from "../../../support/service/test_app.ts";

const app = testApp();
const MOST_FIRST_BYTES = 60 * 1024;

Deno.test("the home page has headers that keep it to itself, and links to the descriptions of the interfaces", async () => {
  const { headers } = await readPage(app, "/?utm_source=mail");
  assert.equal(
    headers.get("content-security-policy"),
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  assert.match(headers.get("link") ?? "", /rel="service-desc"/);
});

Deno.test("the resources for the home page's first paint are under 60 KiB, whatever the texts", async () => {
  const text = "Very long words, and many of them. ".repeat(500);
  const business = businessOf({
    description: text.slice(0, 5000),
    opening_hours: Array(50).fill(text.slice(0, 500)),
    service_areas: Array.from({ length: 500 }, (_, at) => ({ id: `a-${at}`, label: `Area ${at}`, aliases: [] })),
  });
  const reviews = reviewsOf(12, { text, owner_reply: { text, date: "2026-05-15" } }).sort(compareReviews);
  const long = sampleApp({ business, reviews });
  for (const [tried, encoding] of [[app, "identity"], [long, "gzip"]] as const) {
    const { document } = await readPage(tried, "/", { "accept-encoding": "identity" });
    const needed = ["/", ...linksOf(document, "link[rel=stylesheet]")];
    for (const script of document.querySelectorAll("script[src]")) needed.push(script.getAttribute("src") ?? "");
    let bytes = 0;
    for (const path of needed) {
      const response = await tried.request(path, { headers: { "accept-encoding": encoding } });
      assert.equal(response.status, 200);
      bytes += (await response.arrayBuffer()).byteLength;
    }
    assert.equal(needed.length, 3);
    assert.ok(bytes < MOST_FIRST_BYTES, `${bytes} bytes (${encoding})`);
  }
});

Deno.test("stylesheet and script have the hash of their content in their path, and another hash is not kept", async () => {
  const { document } = await readPage(app, "/");
  const [style = ""] = linksOf(document, "link[rel=stylesheet]");
  assert.match(style, /^\/assets\/style-[\w-]{12}\.css$/);
  const response = await app.request(style);
  assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(response.headers.get("content-type"), "text/css; charset=utf-8");
  const other = await app.request("/assets/style-000000000000.css");
  assert.equal(other.headers.get("cache-control"), "no-cache");
  assert.equal(await other.text(), await response.text());
  assert.equal((await app.request("/assets/other.css")).status, 404);
});

Deno.test("dates and numbers are those of the reader, and everything else stays the same", async () => {
  const german = await readPage(app, "/", { "accept-language": "de-AT, en;q=0.5" });
  const english = await readPage(app, "/", { "accept-language": "xx-invalid, de;q=0.1, it, en-GB;q=0.9, fr;q=0" });
  assert.deepEqual(textsOf(german.document, ".mean .big"), ["4,1"]);
  assert.equal(textsOf(german.document, ".reviews time")[0], "18.11.2026");
  assert.equal(textsOf(english.document, ".reviews time")[0], "18 Nov 2026");
  assert.notEqual(german.headers.get("etag"), english.headers.get("etag"));
  assert.deepEqual(shownReviews(german.document), shownReviews(english.document));
  const none = await readPage(app, "/", { "accept-language": "*;q=0.1, \u00e4, ${x}" });
  assert.equal(textsOf(none.document, ".reviews time")[0], "Nov 18, 2026");
});

Deno.test("strangers who send every language there is get the pages of a fixed list of locales, which are made once", async () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const languages = letters.flatMap((first) => letters.map((second) => first + second));
  const tags = Intl.DateTimeFormat.supportedLocalesOf(
    languages.flatMap((language) => [language, `${language}-CH`, `${language}-Latn-GB`]),
  );
  assert.ok(tags.length > 150, `${tags.length}`);
  const pages = new Map<string | null, number>();
  for (const tag of tags) {
    const { headers, body } = await app.request("/", { headers: { accept: "text/html", "accept-language": tag } });
    await body?.cancel();
    pages.set(headers.get("etag"), (pages.get(headers.get("etag")) ?? 0) + 1);
  }
  assert.ok(pages.size > 4 && pages.size <= 16, `${pages.size}`);
});
