import assert from "node:assert/strict";
import { exampleSearch } from "../../../../domain/queries/example_search.ts";
import { insightsOf } from "../../../../domain/queries/snapshot_insights.ts";
import { sampleDataset } from "../../../../domain/dataset/sample_dataset.ts";
import { SearchFilters } from "../../../../domain/search/search_filters.ts";
import { linksOf, readPage, shownReviews, textsOf } from "../../../support/pages/read_page.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";
import { sampleApp, testApp, testSnapshot } from "../../../support/service/test_app.ts";

const snapshot = testSnapshot();
const app = testApp(snapshot);

async function found(path: string): Promise<{ readonly matched: number; readonly ids: readonly string[] }> {
  const { matched, reviews } = await (await app.request(path)).json();
  return { matched, ids: reviews.map(({ id }: { id: string }) => id) };
}

async function lastPage(path: string): Promise<string> {
  const [next] = linksOf((await readPage(app, path)).document, "a[rel=next]");
  return next === undefined ? path : await lastPage(next);
}

Deno.test("the way from the home page through its pages shows every review once, newest first, and those without words last", async () => {
  const shown: string[] = [];
  const [titles, lines] = [new Set<string>(), new Set<string>()];
  const forward: string[] = [];
  let path: string | undefined = "/";
  while (path !== undefined) {
    const { document, status } = await readPage(app, path);
    assert.equal(status, 200);
    shown.push(...shownReviews(document));
    for (const line of textsOf(document, ".wordless")) lines.add(line);
    titles.add(textsOf(document, "title")[0] ?? "");
    forward.push(path);
    path = linksOf(document, "a[rel=next]")[0] ?? linksOf(document, ".wordless a")[0];
  }
  const { reviews } = sampleDataset();
  const ranked = [...reviews.filter(({ text }) => text !== null), ...reviews.filter(({ text }) => text === null)];
  assert.deepEqual(shown, ranked.map(({ id }) => id));
  assert.deepEqual([...lines], ["20 ratings without words"]);
  assert.equal(forward.length, 10);
  assert.equal(titles.size, 10);
  assert.match([...titles][1] ?? "", /All reviews, page 2 – /);

  // And back, from page to page.
  const sorted = "/?min_rating=2&sort=lowest&limit=50";
  for (const start of [forward.at(-2) ?? "", (await lastPage(sorted)) ?? ""]) {
    let number = 0;
    for (let back: string | undefined = start; back !== undefined; number++) {
      const { document } = await readPage(app, back);
      const [previous] = linksOf(document, "a[rel=prev]");
      if (previous !== undefined) {
        const { document: before } = await readPage(app, previous);
        // The home page is shorter than the others.
        if (previous.includes("?")) assert.equal(linksOf(before, "a[rel=next]")[0], back);
      }
      back = previous;
    }
    assert.equal(number, start.includes("sort") ? 3 : 9);
  }
});

Deno.test("every filter finds on the page what the API finds, except ratings without words, which it counts", async () => {
  const example = exampleSearch(snapshot)?.filters ?? {};
  const [problem] = insightsOf(snapshot).entities.problems;
  const filters: Partial<SearchFilters> = { ...example, problem: problem?.id, sort: "oldest" };
  assert.equal(Object.keys(filters).length, Object.keys(SearchFilters.shape).length - 1, "every filter but the cursor");
  const searches = Object.entries(filters).map(([name, value]) => ({ [name]: value }));
  for (const search of [...searches, example]) {
    const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
    const { document, text } = await readPage(app, `/?${query}`);
    const api = document.querySelector("head link[type='application/json']")?.getAttribute("href") ?? "";
    assert.doesNotMatch(textsOf(document, "main").join(), /JSON|curl/);
    const whole = await found(`/api/reviews/search?${query}`);
    assert.deepEqual(await found(api), whole, `${query}`);
    const { matched } = whole;
    if (!query.has("has_text")) query.set("has_text", "true");
    const expected = await found(`/api/reviews/search?${query}`);
    assert.deepEqual(shownReviews(document), expected.ids, `${query}`);
    const [wordless = "0"] = textsOf(document, ".wordless");
    assert.equal(parseInt(wordless), matched - expected.matched, `${query}`);
    if (!("limit" in search || "sort" in search)) {
      assert.match(textsOf(document, "h2#reviews")[0] ?? "", new RegExp(`^${matched} reviews? (?:match|mention)`));
    }
    assert.match(text, /<meta name="robots" content="noindex">/);
  }
});

Deno.test("the number on a chip is what a click shows and what the API finds, and no chip leads to nothing or to the same", async () => {
  for (const path of ["/", "/?query=furnace", "/?words=water&rating=5", "/?mentions_service=ac-repair&has_text=true"]) {
    const { document } = await readPage(app, path);
    const chips = document.querySelectorAll(".chips a:not(.on)");
    assert.ok(chips.length > 0, path);
    const all = Number(/\d+/.exec(textsOf(document, "#reviews")[0] ?? "")?.[0]);
    for (const chip of chips) {
      const count = Number(/\d+$/.exec(chip.textContent)?.[0]);
      const address = chip.getAttribute("href")?.replace("#reviews", "") ?? "";
      assert.equal((await found(`/api/reviews/search${address.slice(1)}`)).matched, count, address);
      const { document: clicked } = await readPage(app, address);
      assert.equal(Number(/\d+/.exec(textsOf(clicked, "#reviews")[0] ?? "")?.[0]), count, address);
      assert.ok(count > 0 && count < all, address);
    }
  }
  // The choices of the form have numbers where no filter is chosen.
  const choices = async (path: string) =>
    textsOf((await readPage(app, path)).document, "[name=mentions_service] option").join();
  assert.match(await choices("/?sort=oldest"), /AC repair \(16\)/);
  assert.doesNotMatch(await choices("/?rating=5"), /\d/);
});

Deno.test("the form of a search says what is searched, and each filter can be taken away alone", async () => {
  const query = "min_rating=2&query=water&mentions_technician=Rafa&aspect=Quality+of+Work";
  const { document } = await readPage(app, `/?${query}`);
  const chosen = (name: string) =>
    document.querySelector(`[name=${name}] option[selected]`)?.getAttribute("value") ??
      document.querySelector(`[name=${name}]`)?.getAttribute("value");
  const values = ["query", "min_rating", "mentions_technician", "aspect"].map(chosen);
  assert.deepEqual(values, ["water", "2", "Rafael Ibarra", "quality_of_work"]);
  const orders = /newest first ?most helpful first ?oldest first ?most stars first ?fewest stars/;
  assert.match(textsOf(document, "[name=sort]").join(), orders);
  const links = linksOf(document, ".chips .on");
  assert.equal(links.length, 4);
  for (const link of links) {
    assert.equal(new URL(link, "https://x.example").searchParams.size, 3);
    assert.equal((await readPage(app, link)).status, 200);
  }
});

Deno.test("a form without script sends empty fields, which are as if they were not there", async () => {
  const { document } = await readPage(app, "/?query=+heater+&rating=&since=&utm_source=x&limit=");
  assert.deepEqual(shownReviews(document), (await found("/api/reviews/search?query=heater")).ids);
  assert.deepEqual(linksOf(document, "a[hreflang=de]"), ["/de/?query=heater"]);
  const [cleared, home] = await Promise.all(["/?query=&rating=", "/"].map((path) => readPage(app, path)));
  assert.equal(cleared!.text, home!.text);
});

Deno.test("an invalid search is a 400 with the filled form and its errors", async () => {
  const faulty: readonly (readonly [query: string, name: string, message: RegExp])[] = [
    ["rating=6", "rating", /numbers from 1 to 5/],
    ["since=2025-02-30", "since", /a date that exists, such as 2026-05-31/],
    ["since=2026-01-02&until=2026-01-01", "until", /upper limit is below the lower/],
    ["rating=1&rating=2", "rating", /one value/],
    ["sentiment=happy", "sentiment", /not one of the choices/],
    ["limit=0", "limit", /1 to 100 reviews/],
    ["cursor=x", "cursor", /not one of the choices/],
  ];
  for (const [query, name, message] of faulty) {
    const { document, status, headers } = await readPage(app, `/?${query}`);
    assert.equal(status, 400, query);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.match(textsOf(document, "[role=alert] li").join("\n"), message);
    assert.ok(textsOf(document, "[role=alert] code").includes(name));
    // The form has no choice of these.
    if (name !== "cursor" && name !== "limit") {
      assert.equal(document.querySelector(`[name=${name}]`)?.getAttribute("aria-invalid"), "true", query);
    }
  }
});

Deno.test("a cursor of another search leads to the first page, with a note", async () => {
  const { next } = await (await app.request("/api/reviews/search?limit=1&query=water")).json();
  for (const query of [`cursor=${next}`, `cursor=${"A".repeat(50)}&query=water`]) {
    const { document, status } = await readPage(app, `/?${query}`);
    assert.equal(status, 200);
    assert.match(textsOf(document, ".notice").join(), /link belongs to another search/);
    const first = await readPage(app, query.includes("query") ? "/?query=water" : "/?limit=20");
    assert.deepEqual(shownReviews(document), shownReviews(first.document));
  }
});

Deno.test("search results mark the searched text, and an empty result suggests similar searches", async () => {
  const { document } = await readPage(app, "/?query=HOT+water");
  const marks = textsOf(document, ".reviews mark");
  assert.ok(marks.length >= shownReviews(document).length && marks.length > 0);
  for (const mark of marks) assert.match(mark, /^hot water$/i);
  const long = `${"word ".repeat(300)}needle (here) ${"word ".repeat(300)}`;
  const far = sampleApp({ reviews: [reviewOf({ text: long })] });
  const { document: found } = await readPage(far, "/?query=needle+(here)");
  assert.deepEqual(textsOf(found, ".reviews mark"), ["needle (here)"]);
  assert.match(textsOf(found, ".reviews .text")[0] ?? "", /^…word .*…$/);

  const { document: named } = await readPage(app, "/?words=professionalism");
  assert.match(textsOf(named, ".steps a")[0] ?? "", /^\d+ reviews praise Professionalism$/);
  const praised = await readPage(app, linksOf(named, ".steps a")[0] ?? "");
  assert.equal(textsOf(praised.document, "#reviews")[0], textsOf(named, ".steps a")[0]);
  const { document: nobody } = await readPage(app, "/?mentions_technician=nobody&rating=5");
  assert.match(textsOf(nobody, ".steps a").join(), /Huy Tran: \d+ reviews/);
  const { document: german } = await readPage(app, "/?words=puenktlich");
  assert.deepEqual(textsOf(german, ".reviews mark"), ["Pünktlich"]);
  assert.match(textsOf(german, ".chips button").join(), /Most relevant first/);

  const { document: none } = await readPage(app, "/?query=water&rating=1&mentions_technician=nobody");
  assert.deepEqual(textsOf(none, "#reviews"), ["No review matches"]);
  const { document: nearly } = await readPage(app, "/?query=water&has_photos=true&sort=oldest");
  const steps = linksOf(nearly, ".steps a");
  assert.deepEqual(steps, ["/?query=water&sort=oldest#reviews"]);
  const { document: misspelt } = await readPage(app, "/?query=furnce&min_rating=4");
  assert.deepEqual(linksOf(misspelt, ".steps a")[0], "/?min_rating=4&words=furnace#reviews");
  assert.match(textsOf(misspelt, ".steps a")[0] ?? "", /^“furnace”: [1-9]\d* reviews$/);
  const { document: neither } = await readPage(app, "/?query=furnce&mentions_technician=nobody");
  assert.doesNotMatch(textsOf(neither, ".steps").join(), /furnace/);
  const count = textsOf(nearly, ".steps a")[0]?.match(/\d+/)?.[0];
  assert.equal(textsOf((await readPage(app, steps[0] ?? "")).document, "#reviews")[0], `${count} reviews match`);
  assert.deepEqual(textsOf(nearly, ".chips .on"), ["Remove the filter “water” ×", "Remove the filter with photos ×"]);
  assert.deepEqual(textsOf(nearly, ".chips button"), ["Oldest first ▾", "Filters"]);
});

Deno.test("the page of a subject says what it shows, has its filters in sight, and folds no text that may end with it", async () => {
  const text = `${"We waited a while. ".repeat(25)}The price was too high.`;
  const { reviews } = sampleDataset();
  const long = sampleApp({ reviews: [reviewOf({ rating: 1, text }), ...reviews] });
  const { document } = await readPage(long, "/?aspect=pricing&sentiment=negative");
  assert.match(textsOf(document, "#reviews")[0] ?? "", /^\d+ reviews criticise Pricing$/);
  assert.deepEqual(textsOf(document, ".chips li").slice(0, 3), [
    "Remove the filter Pricing ×",
    "Remove the filter Negative ×",
    "Newest first ▾",
  ]);
  assert.deepEqual(document.querySelectorAll(".reviews article > .long"), []);
  assert.ok(textsOf(document, ".reviews .text").includes(text));
  const { document: service } = await readPage(long, "/services/ac-repair");
  assert.deepEqual(service.querySelectorAll(".reviews article > .long"), []);
  const [problem] = insightsOf(snapshot).entities.problems;
  const { document: problems } = await readPage(app, `/?problem=${problem?.id}`);
  assert.equal(textsOf(problems, "#reviews")[0], `${problem?.mention_count} reviews mention ${problem?.label}`);
});
