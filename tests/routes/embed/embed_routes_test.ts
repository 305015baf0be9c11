import Validator from "@adobe/structured-data-validator";
import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { ownDataset } from "../../support/reviews/measured_dataset.ts";
import { exampleSearch } from "../../../domain/queries/example_search.ts";
import type { SearchResult } from "../../../domain/queries/search_reviews.ts";
import { SearchFilters } from "../../../domain/search/search_filters.ts";
import { DEFAULT_PAGE_SETTINGS } from "../../../domain/page_settings.ts";
import { contrast } from "../../../routes/pages/frame/theme.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { VIEWS } from "../../../routes/embed/widget_frame.ts";
import { codeOf, linksOf, readPage, textsOf } from "../../support/pages/read_page.ts";
import { sampleApp, testApp, testSnapshot } from "../../support/service/test_app.ts";

const app = testApp();
const HTML = { headers: { accept: "text/html" } };
const [review] = sampleDataset().reviews;
const MOST_SCRIPT_BYTES = 15 * 1024;

Deno.test("the script of widgets is one small file that asks nobody else, puts in no markup, and has its style inside", async () => {
  const response = await app.request("/embed.js");
  assert.equal(response.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  const script = await response.text();
  assert.ok(new TextEncoder().encode(script).length < MOST_SCRIPT_BYTES, `${script.length} characters`);
  assert.match(script, /^const STYLE = ".*?\.widget\{all:initial;/);
  const elsewhere = /https?:\/\/|document\.cookie|localStorage|sessionStorage/;
  const markup = /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(|\.style\b|"style"/;
  for (const pattern of [elsewhere, markup]) assert.doesNotMatch(script, pattern);
  assert.deepEqual([...script.matchAll(/^import /gm)], []);
});

Deno.test("widgets have the colour of the business, readable on both grounds, and another script for another colour", async () => {
  const inColor = async (color: string | null) => {
    const colored = sampleApp({ pages: { ...DEFAULT_PAGE_SETTINGS, color } });
    const [script, style] = await Promise.all(["/embed.js", "/embed/widget.css"].map((path) => colored.request(path)));
    const [, light = "", dark = ""] =
      /--accent:var\(--reviews-accent,light-dark\((#\w+),(#\w+)\)\)/.exec(await style!.text()) ?? [];
    assert.ok((await script!.text()).includes(`--accent:var(--reviews-accent,light-dark(${light},${dark}))`));
    assert.ok(contrast(light, "#ffffff") >= 4.5 && contrast(dark, "#1a2120") >= 4.5, `${light} ${dark}`);
    return { light, dark, etag: script!.headers.get("etag") };
  };
  const [usual, red, yellow] = [await inColor(null), await inColor("#7a1f3d"), await inColor("#ffe600")];
  assert.equal(red.light, "#7a1f3d");
  assert.equal(yellow.dark, "#ffe600");
  assert.equal(new Set([usual.etag, red.etag, yellow.etag]).size, 3);
});

Deno.test("only widget frames may be framed, and pages run only the service's files", async () => {
  const paths = `/ /?rating=5 /?rating=9 /summary /developers /embed /docs /nothing /reviews/${review?.id}`.split(" ");
  const frames = ["/embed/badge", "/embed/carousel?theme=dark", "/embed/list", "/de/embed/floating"];
  for (const path of [...paths, ...frames]) {
    const { headers, body } = await app.request(path, HTML);
    await body?.cancel();
    assert.match(headers.get("content-type") ?? "", /^text\/html/, path);
    const policy = headers.get("content-security-policy") ?? "";
    const isFrame = frames.includes(path);
    assert.equal(/frame-ancestors ([^;]+)/.exec(policy)?.[1], isFrame ? "*" : "'none'", path);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(/script-src ([^;]+)/.exec(policy)?.[1] ?? "", /unsafe|\*|https?:/, path);
    if (isFrame) assert.match(policy, /script-src 'none'/);
  }
});

Deno.test("a frame shows the newest reviews without a script, and its themes differ", async () => {
  const html = await (await app.request("/embed/list")).text();
  assert.equal(html.match(/<li class="review">/g)?.length, 12);
  assert.doesNotMatch(html, /<script/);
  assert.ok(html.includes(`/reviews/${review?.id}" target="_blank" rel="noopener"`));
  const badges = await Promise.all(["auto", "light", "dark"].map(async (theme) => {
    const response = await app.request(`/embed/badge?theme=${theme}`);
    return [await response.text(), response.headers.get("etag")];
  }));
  assert.equal(new Set(badges.map(([, etag]) => etag)).size, 3);
  assert.equal((await app.request("/embed/badge?theme=pink")).status, 400);
  const none = sampleApp({ reviews: [] });
  for (const path of ["/embed/badge", "/embed/list", "/embed", "/developers"]) {
    const response = await none.request(path);
    assert.equal(response.status, 200, path);
    if (path.startsWith("/embed/")) assert.match(await response.text(), /No reviews yet/);
    else await response.body?.cancel();
  }
});

Deno.test("each layout has the name, the reviews with photos and replies, and links inside it that choose more and others", async () => {
  const photos = ["https://a.photos.example/1.jpg"];
  const reviews = sampleDataset().reviews.map((one) => ({ ...one, attributes: { photos } }));
  const pages = { ...DEFAULT_PAGE_SETTINGS, photoHosts: ["*.photos.example"] };
  const pictured = sampleApp({ reviews, pages });
  const worded = reviews.filter(({ text }) => text !== null);
  const replied = worded.slice(0, 12).filter(({ owner_reply }) => owner_reply !== null);
  for (const view of VIEWS) {
    const { document, headers } = await readPage(pictured, `/embed/${view}?theme=dark`);
    assert.match(headers.get("content-security-policy") ?? "", /img-src 'self' https:\/\/\*\.photos\.example/, view);
    const count = view === "badge" ? 0 : view === "floating" ? 3 : 12;
    assert.equal(document.querySelectorAll(".review").length, count, view);
    assert.equal(document.querySelectorAll(".review .photos img").length, count, view);
    if (view === "badge") continue;
    assert.deepEqual(textsOf(document, ".name"), ["Larkmoor Home Services"], view);
    // Ratings without words are one line, as on the pages.
    assert.deepEqual(textsOf(document, ".wordless"), [`${reviews.length - worded.length} ratings without words`], view);
    assert.deepEqual(linksOf(document, ".wordless a"), ["/?has_text=false#reviews"], view);
    assert.deepEqual(textsOf(document, ".avatar")[0], worded[0]?.author.charAt(0), view);
    assert.ok(view === "floating" || document.querySelectorAll(".reply").length === replied.length, view);
    const own = linksOf(document, "a[target=_self]");
    const isColumn = view === "list" || view === "grid";
    const choices = isColumn ? ["", "rating=5", "rating=4", "rating=3", "max_rating=2", "limit=24"] : [];
    assert.deepEqual(own.map((link) => link.replace(/.*theme=dark&?/, "")), choices);
    const buttons = ["carousel", "single"].includes(view) ? 2 : 0;
    assert.equal(document.querySelectorAll(".steps[hidden] button").length, buttons);
  }
  const low = await readPage(pictured, "/embed/grid?max_rating=2&limit=3");
  assert.deepEqual(textsOf(low.document, "[aria-current]"), ["1–2 ★"]);
  assert.equal(linksOf(low.document, ".further a")[0], "/embed/grid?theme=light&limit=15&max_rating=2");
  const end = await readPage(pictured, linksOf(low.document, ".further a")[0]!.replace("15", "100"));
  assert.deepEqual(linksOf(end.document, ".further a"), []);
  const most = await readPage(pictured, "/embed/list?limit=100");
  assert.deepEqual(linksOf(most.document, ".further a"), []);
  const bound = await readPage(pictured, "/embed/list?min_rating=4");
  assert.deepEqual(linksOf(bound.document, ".choices a"), []);
});

Deno.test("a frame takes every filter of the search, shows the same reviews, and says that they are a selection", async () => {
  const { filters } = exampleSearch(testSnapshot())!;
  const one = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, `${value}`]));
  const names = Object.keys(SearchFilters.shape).filter((name) => name !== "cursor");
  assert.deepEqual([...one.keys()].toSorted(), names.toSorted());
  const queries = [...one].map(([name, value]) => String(new URLSearchParams([[name, value]])));
  for (const query of [...queries, String(one), "rating=&source=google", "replied=false&sort=lowest"]) {
    const response = await app.request(`/embed/list?theme=dark&${query}`);
    const html = await response.text();
    assert.equal(response.status, 200, query);
    assert.match(response.headers.get("content-security-policy") ?? "", /frame-ancestors \*/, query);
    assert.match(html, /class="widget list dark"/);
    const search = new URLSearchParams(`limit=12&${query.replace("rating=&", "")}`);
    const limit = search.getAll("limit").at(-1) ?? "";
    search.set("limit", limit);
    const found = async (): Promise<SearchResult> => (await app.request(`/api/reviews/search?${search}`)).json();
    const { matched } = await found();
    if (!search.has("has_text")) search.set("has_text", "true");
    const { reviews } = await found();
    const links = html.matchAll(/href="\/reviews\/([^"]+)" target="_blank" rel="noopener" aria-label/g);
    const shown = Array.from(links, ([, id]) => id);
    assert.deepEqual(shown, reviews.map(({ id }) => id), query);
    const noted = `This is a selection: ${matched} review${matched === 1 ? "" : "s"}.`;
    assert.equal(html.includes(noted), !/^(?:limit|sort)=\w+$/.test(query), `${query}: ${noted}`);
  }
  const faults = { "rating=9": "rating: ", "minRating=4": "min_rating", "sort=x": "sort: " };
  for (const [query, fault] of Object.entries(faults)) {
    const response = await app.request(`/embed/list?${query}`);
    assert.equal(response.status, 400, query);
    assert.ok((await response.text()).includes(fault), query);
  }
});

Deno.test("the code on /embed to copy names this service and existing files", async () => {
  const code = codeOf(await (await app.request("/embed")).text());
  assert.ok(code.length >= 5);
  const urls = code.flatMap(({ text }) => [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url));
  assert.ok(urls.length >= 5);
  for (const url of urls) {
    assert.ok(url.startsWith("https://reviews.example/"), url);
    const { status, body } = await app.request(new URL(url).pathname, HTML);
    await body?.cancel();
    assert.equal(status, 200, url);
  }
});

/** Errors that search engines would report in some JSON-LD, one line each; recommendations are omitted. */
async function structuredDataFaults(data: object): Promise<readonly string[]> {
  // Serialised and parsed, so that undefined members disappear.
  const arrived = JSON.parse(JSON.stringify(data));
  const issues: readonly { readonly severity: string }[] = await new Validator()
    .validate({ jsonld: { [arrived["@type"]]: [arrived] } });
  return issues.filter(({ severity }) => severity === "ERROR").map((issue) => JSON.stringify(issue));
}

Deno.test("home page and reviews have valid JSON-LD and a preview", async () => {
  const source = { source: "website", verification: "invitation" } as const;
  const collected = sampleDataset().reviews.map((one) => ({ ...one, ...source }));
  const own = testApp(testSnapshot(ownDataset({ reviews: collected })));
  for (const path of ["/", `/reviews/${review?.id}`]) {
    const response = await own.request(path, HTML);
    const html = await response.text();
    const [, script = ""] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
    const data = JSON.parse(script);
    const reviews = path === "/" ? data.review : [data];
    assert.deepEqual(await structuredDataFaults(data), [], path);
    if (path !== "/") assert.match((await structuredDataFaults({ ...data, author: undefined })).join(), /author/);
    for (const { "@id": id, author } of reviews) {
      assert.ok(path !== "/" || html.includes(new URL(id).pathname), id);
      assert.ok(html.includes(author.name));
    }
    const property = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(html)?.[1];
    assert.equal(property("og:image"), "https://reviews.example/social.png");
    assert.equal(property("og:url"), `https://reviews.example${path}`);
    assert.ok(property("og:title")?.includes(path === "/" ? "Larkmoor Home Services" : review?.author ?? "?"));
    if (path === "/") {
      assert.match(response.headers.get("link") ?? "", /rel="service-desc".*rel="service-doc".*rel="api-catalog"/);
    }
  }
});

Deno.test("/api/business equals the beginning of /reviews.json", async () => {
  const paths = ["/api/business", "/reviews.json"];
  const [short, whole] = await Promise.all(paths.map(async (path) => await (await app.request(path)).json()));
  assert.deepEqual([short.business, short.aggregate_rating], [whole.business, whole.aggregate_rating]);
});

Deno.test("beside a blended average stand the sources with their names, averages and links", async () => {
  const reviews = [["google", 5], ["google", 4], ["yelp", 2], ["csv", 3]] as const;
  const review_links = [{ label: "Google", url: "https://g.page/acme/review" }];
  const business = businessOf({ name: "Acme", same_as: ["https://www.yelp.com/biz/acme"], review_links });
  const rated = reviews.map(([source, rating], at) => reviewOf({ source, rating, native: `${at}` }));
  const blended = testApp(testSnapshot(ownDataset({ business, reviews: rated })));
  const { ratings_by_source } = await (await blended.request("/api/business")).json();
  assert.deepEqual(ratings_by_source, [
    { source: "google", name: "Google", url: "https://g.page/acme/review", review_count: 2, rating_value: 4.5 },
    { source: "csv", name: null, url: null, review_count: 1, rating_value: 3 },
    { source: "yelp", name: "Yelp", url: "https://www.yelp.com/biz/acme", review_count: 1, rating_value: 2 },
  ]);
  for (const path of ["/", "/summary", "/embed/list"]) {
    const html = (await (await blended.request(path, HTML)).text()).replace(/\s+/g, " ");
    for (const { source, name, url } of ratings_by_source) {
      if (name === null) continue;
      // The reader of the home page sees the reviews of a source first, and the owner's page there from them.
      const link = path === "/" ? `/\\?source=${source}#reviews` : url;
      const figure = new RegExp(`<a [^>]*href="${link}"[^>]*>(<b>)?(<bdi[^>]*>)?${name}<.{0,300}[42]\\.[50]`);
      assert.match(html, figure, path);
    }
    assert.match(html, /Tables of the business/, path);
  }
  for (const path of ["/", "/?source=csv", "/summary", "/policy", "/embed/list", "/feed.xml", "/llms.txt"]) {
    const text = await (await blended.request(path, HTML)).text();
    assert.doesNotMatch(text.replace(/ (?:value|href)="[^"]*"/g, ""), /(?<!source=)\bcsv\b/, path);
  }
  const single = testApp(testSnapshot(ownDataset({ reviews: [reviewOf({ source: "yelp" })] })));
  assert.doesNotMatch(await (await single.request("/embed/list", HTML)).text(), /by-source/);
});
