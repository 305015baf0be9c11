import assert from "node:assert/strict";
import { sampleDataset } from "../../../../domain/dataset/sample_dataset.ts";
import type { Business } from "../../../../domain/business.ts";
import { PAGE_WORDS, type PageWords } from "../../../../routes/pages/language/page_language.ts";
import { PAGE_LANGUAGES } from "../../../../routes/request/page_address.ts";
import { linksOf, readPage, shownReviews, textsOf } from "../../../support/pages/read_page.ts";
import PROSE_WORDS from "../../../../domain/insights/prose/prose_words.json" with { type: "json" };
import { testApp, testSnapshot } from "../../../support/service/test_app.ts";

const app = testApp();
/** Words of the summary and of an answer. */
const PROSE = {
  en: [/ has 180 reviews with /, / with praise and /],
  de: [/ hat 180 Bewertungen mit /, / mit Lob und /],
  es: [/ tiene 180 reseñas con /, / con elogios y /],
  fr: [/ a 180 avis, /, / en bien et /],
} as const;
const REVIEW = sampleDataset().reviews[0]?.id;
const NAMES = Object.keys(PAGE_WORDS.en) as readonly (keyof PageWords)[];

Deno.test("each language has all English messages, with the same placeholders", () => {
  for (const [language, words] of Object.entries(PAGE_WORDS)) {
    for (const name of NAMES) {
      const place = `${language} ${name}`;
      assert.ok(words[name].trim() !== "", place);
      // The taxonomies name customers in English only ("guests"), so other languages name none.
      const named = placesIn(PAGE_WORDS.en[name]).filter((one) => language === "en" || one !== "{customers}");
      assert.deepEqual(placesIn(words[name]), named, place);
    }
  }
});

Deno.test("the prose of the insights has all its sentences in each language, with the placeholders of English", () => {
  const { en, ...others } = PROSE_WORDS;
  for (const [language, words] of Object.entries<typeof en>(others)) {
    assert.deepEqual(Object.keys(words), Object.keys(en), language);
    for (const [name, sentence] of Object.entries(words)) {
      const english = String(en[name as keyof typeof en]).replace("{customer} wrote", "").replace("{customers} ", "");
      assert.deepEqual(placesIn(String(sentence)).toSorted(), placesIn(english).toSorted(), `${language} ${name}`);
    }
  }
});

Deno.test("no line of French breaks before a sign of two parts or inside quotation marks", () => {
  for (const words of [PAGE_WORDS.fr, PROSE_WORDS.fr]) {
    for (const [name, text] of Object.entries(words)) assert.doesNotMatch(String(text), / [?!:;»]|« /, name);
  }
});

Deno.test("a page uses the reader's language, declares it, and has an entity tag for each", async () => {
  const tags = new Set<string | null>();
  const asking = { "de-CH": "de", "en;q=0.5, es-MX": "es", "de;q=0, fr;q=0.1": "fr", it: "en" } as const;
  for (const [asked, language] of Object.entries(asking)) {
    const words: PageWords = PAGE_WORDS[language];
    for (const path of ["/", "/summary", "/?rating=5", "/embed/list", "/nope"]) {
      const { document, headers } = await readPage(app, path, { "accept-language": asked });
      assert.equal(document.querySelector("html")?.getAttribute("lang"), language, `${asked} ${path}`);
      assert.equal(headers.get("content-language"), language);
      assert.match(headers.get("vary") ?? "", /Accept-Language/);
      if (path !== "/nope") tags.add(headers.get("etag"));
    }
    const { document, headers } = await readPage(app, "/", { "accept-language": asked });
    assert.deepEqual(textsOf(document, "nav a")[1], words.nav_summary);
    assert.deepEqual(textsOf(document, ".opinions h3"), [words.praised, words.criticised]);
    assert.ok(textsOf(document, "#reviews")[0]?.includes("180"));
    assert.equal(shownReviews(document).length, 10);
    // The built-in analysis writes its prose in each of these languages.
    const summary = await readPage(app, "/summary", { "accept-language": asked });
    for (const [at, place] of [".prose:not([lang])", ".question p.text:not([lang])"].entries()) {
      assert.match(textsOf(summary.document, place)[0] ?? "", PROSE[language][at]!);
    }
    const same = { accept: "text/html", "accept-language": asked, "if-none-match": headers.get("etag") ?? "" };
    const again = await app.request("/", { headers: same });
    assert.equal(again.status, 304);
    assert.equal(again.headers.get("content-language"), language);
  }
  assert.equal(tags.size, 16);
});

Deno.test("an address names the language of its page and of all its links; Accept-Language decides at the first visit alone", async () => {
  for (const path of ["/", "/?rating=5", "/summary", "/policy", `/reviews/${REVIEW}`, "/services/ac-repair", "/nope"]) {
    const { document, headers } = await readPage(app, `/de${path}`, { "accept-language": "fr" });
    assert.equal(document.querySelector("html")?.getAttribute("lang"), "de", path);
    assert.equal(headers.get("content-language"), "de", path);
    assert.equal(headers.get("vary"), "Accept, Accept-Encoding", path);
    const links = linksOf(document).filter((link) => /^\/(?!.*\.\w+$|api\/|docs$)/.test(link));
    const switched = PAGE_LANGUAGES.map((language) => `/${language}${path === "/nope" ? "/" : path}`);
    const others = links.filter((link) => !/^\/de(?:\/|$)/.test(link));
    assert.deepEqual(others, switched.filter((link) => !/^\/de/.test(link)), path);
    assert.ok(links.includes("/de/policy"));
    const first = await readPage(app, path, { "accept-language": "de-AT" });
    assert.match(first.headers.get("vary") ?? "", /Accept-Language/);
    assert.deepEqual(linksOf(first.document), linksOf(document), path);
  }
  for (const path of ["/summary", "/en/summary", "/de/summary"]) {
    const { document } = await readPage(app, path, { "accept-language": "en" });
    const urls = (selector: string) => document.querySelectorAll(selector).map((link) => link.getAttribute("href"));
    assert.deepEqual(urls("link[rel=canonical]"), [`https://reviews.example${path}`]);
    const prefixes = ["", ...PAGE_LANGUAGES.map((one) => `/${one}`)];
    assert.deepEqual(urls("link[hreflang]"), prefixes.map((one) => `https://reviews.example${one}/summary`));
  }
  for (const path of "/de/reviews.json /de/api/business /de/embed.js /it/summary /dex/summary /de/de/".split(" ")) {
    assert.equal((await app.request(path)).status, 404, path);
  }
});

Deno.test("people and services have the words of the business, or of its trade, and an unknown one is a page for customers", async () => {
  const words = { technicians: "Hosts", technician: "Host", services: "Rooms" };
  const sample = sampleDataset();
  const shop = (members: Partial<Business>) =>
    testApp(testSnapshot({ ...sample, business: { ...sample.business, ...members } }));
  const headings = async (app: ReturnType<typeof testApp>, language = "en") => {
    const { document } = await readPage(app, "/", { "accept-language": language });
    return [...textsOf(document, "h2#technicians"), ...textsOf(document, "h2#services")];
  };
  const dentist = shop({ category: "Dental practice" });
  assert.deepEqual(await headings(shop({ words, category: "Hotel" })), ["Hosts", "Rooms"]);
  assert.deepEqual(await headings(shop({ category: "Hair salon" })), ["Stylists", "Services"]);
  assert.deepEqual(await headings(dentist, "es"), ["Dentistas", "Tratamientos"]);
  const { document } = await readPage(dentist, "/de/technicians/nobody");
  assert.deepEqual(textsOf(document, ".message p:not(.quiet)"), [
    "Diese Seite gibt es nicht oder nicht mehr.",
    "Zu den Bewertungen",
  ]);
  const { detail } = await (await dentist.request("/technicians/nobody")).json();
  assert.equal(detail, "There is no dentist with this id.");
});

Deno.test("developer pages stay English, and declare that on pages of another language", async () => {
  for (const path of ["/developers", "/embed"]) {
    const { document } = await readPage(app, path, { "accept-language": "de" });
    assert.equal(document.querySelector("main")?.getAttribute("lang"), "en", path);
    assert.deepEqual(textsOf(document, "nav a")[0], "Bewertungen");
  }
});

function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
}
