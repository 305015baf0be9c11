import assert from "node:assert/strict";
import type { HTMLElement } from "node-html-parser";
import decodeQR from "qr/decode.js";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { linksOf, readPage, textsOf } from "../../support/pages/read_page.ts";
import { ownDataset } from "../../support/reviews/measured_dataset.ts";
import { businessOf, datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

Deno.test("every review has a page with its text, which an item of the feed links", async () => {
  const app = testApp();
  const { items } = await (await app.request("/api/feed.json")).json();
  for (const { url } of items) {
    const response = await app.request(url.replace("https://reviews.example", ""));
    assert.equal(response.status, 200, url);
    await response.body?.cancel();
  }
  for (const review of sampleDataset().reviews) {
    const html = await (await app.request(`/reviews/${review.id}`)).text();
    assert.ok(html.includes(`<time datetime="${review.date}">`), review.id);
  }
});

Deno.test("no page says that a review of a table without sources was written on csv", async () => {
  const reviews = [reviewOf({ source: "csv", source_url: "https://maps.example/1" })];
  const app = testApp(testSnapshot(datasetOf(reviews)));
  for (const path of ["/", "/embed/list", `/reviews/${reviews[0]?.id}`]) {
    assert.doesNotMatch(await (await app.request(path)).text(), /csv/, path);
  }
  const html = await (await app.request(`/reviews/${reviews[0]?.id}`)).text();
  assert.match(html, /<a href="https:\/\/maps.example\/1"[^>]*><bdi>maps.example</);
});

Deno.test("the root is a page, and refers other clients to the same search of the API", async () => {
  const app = testApp();
  for (const accept of [undefined, "*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "text/*"]) {
    const response = await app.request("/", { headers: accept === undefined ? {} : { accept } });
    assert.equal(response.status, 200, String(accept));
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    await response.body?.cancel();
  }
  for (const accept of ["application/json", "application/json, text/html;q=0.9", "application/xml", "text/html;q=0"]) {
    const response = await app.request("/?rating=1", { headers: { accept } });
    assert.equal(response.status, 302, accept);
    assert.equal(response.headers.get("location"), "/api/reviews/search?rating=1");
    assert.equal(response.headers.get("vary"), "Accept");
  }
});

Deno.test("a review is reported to its platform if that takes reports, else to the business", async () => {
  const cases = [
    ["Google Maps", "https://maps.example/1", "https://maps.example/1"],
    ["trustpilot", null, "https://support.trustpilot.com/hc/en-us/articles/203419993"],
    ["Facebook", null, "mailto:help@acme.example"],
    ["houzz", "https://houzz.example/1", "mailto:help@acme.example"],
  ] as const;
  for (const [source, source_url, place] of cases) {
    const review = reviewOf({ source, source_url });
    const app = testApp(testSnapshot({ ...datasetOf([review]), business: businessOf({ email: "help@acme.example" }) }));
    const { document } = await readPage(app, `/reviews/${review.id}`);
    assert.deepEqual(linksOf(document, ".paging a[rel]").map((link) => link.replace(/\?.*/, "")), [place], source);
    for (const path of ["/", "/?query=work", "/summary"]) {
      assert.ok(linksOf((await readPage(app, path)).document, "footer a").includes("/policy#report"), path);
    }
  }
});

Deno.test("a review is reported where the business says, which the policy links as well", async () => {
  const cases = [
    ["https://acme.example/report", "https://acme.example/report"],
    ["Help@acme.example", "mailto:Help@acme.example"],
    ["+1 555 0100", "tel:+15550100"],
    ["at the desk", null],
  ] as const;
  for (const [report_to, link] of cases) {
    const review = reviewOf({});
    const business = businessOf({ review_policy: { invites: "everybody", checks: null, incentives: null, report_to } });
    const app = testApp(testSnapshot({ ...datasetOf([review]), business }));
    const { document } = await readPage(app, `/reviews/${review.id}`);
    const [found] = linksOf(document, ".paging a[rel]");
    assert.equal(found?.replace(/\?.*/, ""), link ?? undefined, report_to);
    if (link?.startsWith("mailto:")) {
      assert.match(decodeURIComponent(found ?? ""), new RegExp(`body=https://reviews.example/reviews/${review.id}$`));
    }
    const policy = await readPage(app, "/policy");
    assert.deepEqual(linksOf(policy.document, ".question a"), link === null ? [] : [link]);
    assert.ok(textsOf(policy.document, "main")[0]?.includes(report_to));
  }
});

Deno.test("an override of direction reverses no name and no text on any page", async () => {
  const review = reviewOf({ author: "Ann \u202eeilrahC", text: "Good \u202ddoog work, and on time." });
  const app = testApp(testSnapshot(datasetOf([review])));
  for (const path of ["/", `/reviews/${review.id}`, "/?query=good", "/embed/list", "/summary"]) {
    const { text } = await readPage(app, path);
    assert.doesNotMatch(text, /[\u202d\u202e]/, path);
    assert.ok(path === "/summary" || text.includes("Ann eilrahC"), path);
  }
});

Deno.test("an author without a name is called so in the language of the page", async () => {
  const review = reviewOf({ author: "Anonymous" });
  const app = testApp(testSnapshot(datasetOf([review])));
  for (const [language, name] of [["", "Anonymous"], ["/de", "Anonym"], ["/es", "Anónimo"], ["/fr", "Anonyme"]]) {
    for (const path of ["/", `/reviews/${review.id}`, "/embed/list"]) {
      const { text } = await readPage(app, `${language}${path}`);
      assert.match(text, new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u"), `${language}${path}`);
    }
  }
});

Deno.test("the card to print has a code for each place where customers write a review", async () => {
  const review_links = [["Google", "https://g.page/r/acme/review"], ["Yelp", "https://yelp.example/a?b=c&d=1"]]
    .map(([label = "", url = ""]) => ({ label, url }));
  const app = testApp(testSnapshot(ownDataset({ business: businessOf({ name: "Acme", review_links }) })));
  const { document, text } = await readPage(app, "/fr/review-card");
  assert.deepEqual(linksOf(document, ".print-card a"), review_links.map(({ url }) => url));
  assert.deepEqual(textsOf(document, ".print-card li"), ["Google", "Yelp"]);
  assert.ok(text.includes("Comment était-ce"));
  const codes = document.querySelectorAll(".print-card li svg");
  assert.deepEqual(codes.map((code) => readCode(code)), review_links.map(({ url }) => url));
  const none = testApp(testSnapshot(ownDataset({ business: businessOf({ name: "Acme", review_links: [] }) })));
  assert.match((await readPage(none, "/review-card")).text, /has named no place for reviews/);
});

/** Decodes a drawn QR code, with eight pixels a module. */
function readCode(svg: HTMLElement): string {
  const size = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
  const dark = new Set(svg.querySelector("path")?.getAttribute("d")?.match(/M\d+ \d+/g));
  const side = size * 8;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [Math.floor(at % side / 8), Math.floor(at / side / 8)];
    if (dark.has(`M${x} ${y}`)) data.fill(0, at * 4, at * 4 + 3);
  }
  return decodeQR({ width: side, height: side, data });
}
