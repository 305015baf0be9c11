import assert from "node:assert/strict";
import type { HTMLElement } from "node-html-parser";
import { aggregateRating } from "../../../domain/documents/aggregate_rating.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { DEFAULT_PAGE_SETTINGS } from "../../../domain/page_settings.ts";
import { strengthsOf } from "../../../domain/insights/figures/strengths.ts";
import { compareReviews, type Review } from "../../../domain/review.ts";
import { SearchFilters } from "../../../domain/search/search_filters.ts";
import { linksOf, readPage, shownReviews, textsOf } from "../../support/pages/read_page.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { sampleApp, testApp, testSnapshot } from "../../support/service/test_app.ts";

const snapshot = testSnapshot();
const app = testApp(snapshot);

function linksTo(link: HTMLElement): string {
  return link.getAttribute("href") ?? "";
}

Deno.test("the home page shows identity, actions, rating and opinions, then reviews, quotations and contact", async () => {
  const { document } = await readPage(app, "/");
  const parts = document.querySelectorAll(".hero, .side, .results, #quotes, .facts");
  const names = parts.map(({ classList, id }) => id || [...classList.values()][0]);
  assert.deepEqual(names, ["hero", "side", "results", "quotes", "facts"]);
  const { business, reviews } = sampleDataset();
  const { distribution } = aggregateRating(reviews);
  assert.deepEqual(textsOf(document, "h1"), [business.name]);
  assert.deepEqual(textsOf(document, ".mean .big"), ["4.1"]);
  const bars = ([5, 4, 3, 2, 1] as const).map((stars) => {
    const share = Math.round(distribution[`${stars}`] / reviews.length * 100);
    return `${stars}${stars} ${stars === 1 ? "star" : "stars"}:${share}%`;
  });
  assert.deepEqual(textsOf(document, ".distribution li"), bars);
  const facts = textsOf(document, ".facts > div").join("\n");
  const { telephone, email, address, service_areas } = business;
  const known = [telephone, email, address?.street_address, ...service_areas.map(({ label }) => label)];
  for (const fact of [...known, "Mon–Fri 7:30 AM – 6:00 PM", "United States"]) {
    assert.ok(facts.includes(fact ?? "?"), `${fact}`);
  }
  const { strengths, complaints } = strengthsOf(insightsOf(snapshot));
  assert.ok(strengths.length > 0 && complaints.length > 0);
  // The smaller side stands beside the greater.
  const beside = (count: number, verb: string) =>
    count === 0 ? "" : `:${count}, ${count} ${verb}${count === 1 ? "s" : ""} it`;
  assert.deepEqual(
    textsOf(document, ".praised li"),
    strengths.map((one) => `${one.label} ${one.positive_count}${beside(one.negative_count, "criticise")}`),
  );
  assert.deepEqual(
    textsOf(document, ".criticised li"),
    complaints.map(({ kind, subject, count }) =>
      `${subject.label} ${count}${kind === "aspects" ? beside(subject.positive_count, "praise") : ""}`
    ),
  );
  assert.deepEqual(textsOf(document, ".platforms li"), [
    ...["Google 4.1 (127)", "Trustpilot 3.6 (22)", "Website 4.6 (18)", "Facebook 4.6 (13)"],
  ]);
  assert.deepEqual(textsOf(document, ".title p")[0], `${business.category} · Tamber Falls, OH`);
  const outside = linksOf(document, ".actions a").map((link) => link.split("?")[0]);
  assert.deepEqual(textsOf(document, ".actions li"), ["Call", "Directions", "Website", "Review"]);
  assert.deepEqual(outside.slice(0, 3), ["tel:+14195550147", "https://www.google.com/maps/dir/", business.url]);
  const worded = reviews.filter(({ text }) => text !== null);
  assert.deepEqual(shownReviews(document), worded.slice(0, 10).map(({ id }) => id));
});

Deno.test("every quotation on the home page appears in the review that it links", async () => {
  const { document } = await readPage(app, "/");
  const quotes = textsOf(document, ".quotes blockquote");
  const ids = linksOf(document, ".quotes figcaption a").map((link) => link.replace("/reviews/", ""));
  assert.ok(quotes.length === 3 && new Set(ids).size === 3);
  for (const [at, quote] of quotes.entries()) {
    const review = sampleDataset().reviews.find(({ id }) => id === ids[at]);
    assert.ok(review?.text?.replace(/\s+/g, " ").includes(quote), quote);
  }
  // A review published on two platforms is quoted once.
  const { reviews, ...sample } = sampleDataset();
  const again = reviews.filter(({ id }) => ids.includes(id))
    .map((review) => ({ ...review, id: reviewOf({ native: review.id }).id, source: "elsewhere" }));
  const both = { ...sample, reviews: [...reviews, ...again].sort(compareReviews) };
  const doubled = textsOf((await readPage(testApp(testSnapshot(both)), "/")).document, ".quotes blockquote");
  assert.deepEqual([doubled.length, new Set(doubled).size], [3, 3]);
});

Deno.test("quotations are a fair sample: one is critical where many stars are low, and none is old without need", async () => {
  const praise = "They arrived on time and did excellent, careful work.";
  const texts = [
    [1, "2026-05-10", "The repair failed again and they were rude to my mother."],
    [5, "2026-05-09", praise.replace("work", "work in the kitchen")],
    [5, "2026-05-08", praise.replace("work", "work in the cellar")],
    [5, "2023-05-08", "Absolutely fantastic, wonderful, brilliant and friendly people, the best service ever!"],
    [5, "2026-05-07", praise.replace("work", "work in the attic")],
  ] as const;
  const quotesOf = async (rows: readonly (readonly [number, string, string])[], more: Partial<Review> = {}) => {
    const reviews = rows.map(([rating, date, text], at) => {
      const mentioned_technicians = text.includes("Ada") ? ["Ada"] : [];
      return reviewOf({ native: `${at}`, rating, date, text, mentioned_technicians, ...more });
    });
    const business = businessOf({ technicians: [{ id: "ada", name: "Ada", aliases: [] }] });
    const { document } = await readPage(sampleApp({ business, reviews: reviews.sort(compareReviews) }), "/");
    return document.querySelectorAll(".quotes li").map((quote) =>
      `${quote.querySelector("svg")?.getAttribute("aria-label")?.slice(0, 1)} ${textsOf(quote, "time")[0]?.slice(-4)}`
    );
  };
  assert.deepEqual(await quotesOf(texts), ["5 2026", "5 2026", "1 2026"]);
  assert.deepEqual(await quotesOf(texts.slice(1)), ["5 2026", "5 2026", "5 2026"]);
  assert.deepEqual(await quotesOf(texts.slice(1, 4)), ["5 2026", "5 2026"]);
  assert.deepEqual(await quotesOf([[5, "2023-05-08", praise]]), ["5 2023"]);
  assert.deepEqual(await quotesOf([[5, "2023-05-08", praise]], { relation: "employee" }), [], "nobody with a tie");
  // None praises whom a serious complaint names.
  const ada = "Ada was absolutely fantastic and careful with our furniture.";
  assert.deepEqual(await quotesOf([[5, "2026-05-09", ada]]), ["5 2026"]);
  assert.deepEqual(await quotesOf([[1, "2026-05-10", "Ada stole my watch."], [5, "2026-05-09", ada]]), []);
  // A quotation judges an aspect, or the business and its people.
  const display = "The window display is fast becoming a great landmark of our lovely street!";
  assert.deepEqual(await quotesOf([[5, "2026-05-08", display]]), []);
});

Deno.test("the form of the home page has every filter of the API but the cursor, the length of a page and the letters of a text, each with a label", async () => {
  const [first, ...others] = sampleDataset().reviews;
  const attributes = { photos: ["https://a.example/1"] };
  const unlike: Review = { ...first!, verified: false, verification: "none", attributes };
  const mixed = sampleApp({ reviews: [unlike, ...others] });
  // A filter offers no value that all reviews have.
  for (const [shop, alike] of [[app, ["verified", "has_photos"]], [mixed, []]] as const) {
    const fields = (await readPage(shop, "/")).document.querySelectorAll("form.search [name]");
    const names = ["cursor", "limit", "query", ...alike, ...fields.map((field) => field.getAttribute("name"))];
    assert.deepEqual(names.toSorted(), Object.keys(SearchFilters.shape).toSorted());
    for (const field of fields) {
      assert.equal(field.closest("form")?.querySelectorAll(`label[for="${field.getAttribute("id")}"]`).length, 1);
    }
  }
});

Deno.test("the bars of the stars and the sentence of the summary have the same percentages", async () => {
  const reviews = [5, 5, 5, 5, 5, 1, 1, 1].map((rating, at) => reviewOf({ native: `${at}`, rating, text: null }));
  const eight = sampleApp({ reviews });
  const { document } = await readPage(eight, "/summary");
  const [five, , , , one] = textsOf(document, ".distribution .number");
  const [, high, low] = /(\d+%) give four or five stars and (\d+%) one or two/.exec(document.textContent) ?? [];
  assert.deepEqual([five, one], ["62%", "38%"]);
  assert.deepEqual([high, low], [five, one]);
  const thirds = sampleApp({ reviews: [reviews[0]!, reviews[5]!, reviewOf({ rating: 3 })] });
  const shares = textsOf((await readPage(thirds, "/")).document, ".distribution .number").map(parseFloat);
  assert.deepEqual([shares.reduce((sum, share) => sum + share), Math.max(...shares)], [100, 34]);
});

Deno.test("the rating of the last year is that of the twelve months to the newest review, and leads to them", async () => {
  const dates = ["2026-05-20", "2026-05-01", "2025-12-01", "2025-07-01", "2025-06-01", "2025-05-31"];
  const reviews = dates.map((date, at) => reviewOf({ native: `${at}`, date, rating: at === 5 ? 1 : 5, text: null }));
  const { document } = await readPage(sampleApp({ reviews }), "/summary");
  assert.deepEqual(linksOf(document, ".recent a"), ["/?since=2025-06-01#reviews"]);
  assert.match(textsOf(document, ".recent").join(), /5\.0.*May 2026/);
});

Deno.test("a business without reviews has a page that says so", async () => {
  const empty = sampleApp({ reviews: [], business: businessOf({}) });
  const { document, status } = await readPage(empty, "/");
  assert.equal(status, 200);
  assert.deepEqual(textsOf(document, "#reviews"), ["No reviews yet"]);
  assert.equal(document.querySelector("form"), null);
  assert.equal(document.querySelector(".distribution"), null);
  assert.deepEqual(textsOf((await readPage(empty, "/summary")).document, "main .quiet"), ["There are no reviews yet."]);
});

Deno.test("only chips and actions that lead somewhere are shown, and exceptions to who vouches are marked", async () => {
  const reviews = [
    reviewOf({ native: "1", text: "Fine. ".repeat(80), owner_reply: { text: "Thank you.", date: "2026-05-15" } }),
    reviewOf({ native: "2" }),
    reviewOf({ native: "3", text: null, verification: "none", verified: false }),
  ];
  const shown = async (business: Parameters<typeof businessOf>[0], path = "/") => {
    const sorted = reviews.toSorted(compareReviews);
    return (await readPage(sampleApp({ pages: {}, business: businessOf(business), reviews: sorted }), path)).document;
  };
  const bare = await shown({ name: "Acme" });
  assert.deepEqual(textsOf(bare, ".vouched"), ["Vouched for by the business alone"]);
  assert.deepEqual(textsOf(bare, ".actions li, .open, .platforms, .recent, .opinions"), []);
  assert.deepEqual(textsOf(bare, ".chips li"), ["Newest first ▾", "Filters", "With a reply 1"]);
  assert.deepEqual(textsOf(bare, ".whole"), [`Read more: Ada`]);
  assert.deepEqual(textsOf(bare, ".reply"), ["Acme replied, May 15, 2026Thank you."]);
  assert.deepEqual(new Set(textsOf(bare, ".by")), new Set(["Test · May 14, 2026"]));
  const wordless = await shown({ name: "Acme" }, "/?has_text=false");
  assert.deepEqual(textsOf(wordless, ".by, .vouched"), ["Test · not verified · May 14, 2026"]);
  const links = ["Google", "Yelp"].map((label) => ({ label, url: `https://${label}.example/` }));
  const address = { street_address: null, locality: null, region: null, postal_code: null, country: "DE" };
  const full = await shown({ review_links: links, opening_hours: ["Mo-Fr 22:00-02:00", "Sa,Su"], address });
  assert.deepEqual(textsOf(full, ".actions [popovertarget=write]"), ["Review"]);
  assert.deepEqual(linksOf(full, "#write a"), links.map(({ url }) => url));
  const { zone, hours } = JSON.parse(full.querySelector(".open")?.getAttribute("data-hours") ?? "");
  assert.equal(zone, "Europe/Berlin");
  // Minutes since Monday 00:00; openings that touch are one.
  const [first, , , , last] = hours.map(([from, until]: readonly number[]) => [from, until]);
  assert.deepEqual([first, last, hours.length], [[22 * 60, 26 * 60], [(4 * 24 + 22) * 60, 7 * 24 * 60], 5]);
  const england = { ...address, country: "England" };
  const weekend = await shown({ opening_hours: ["Sa-Mo 10:00-12:00"], address: england });
  const { zone: english, hours: overWeekend } = JSON.parse(
    weekend.querySelector(".open")?.getAttribute("data-hours") ?? "",
  );
  assert.equal(english, "Europe/London");
  const ten = (day: number) => [(day * 24 + 10) * 60, (day * 24 + 12) * 60];
  assert.deepEqual(overWeekend.map((opening: readonly number[]) => opening.slice(0, 2)), [0, 5, 6].map(ten));
});

Deno.test("a review names its platform with a link to it there, and who vouches where that is not the platform alone", async () => {
  const source_url = "https://trust.example/1";
  const cases = [
    [{ source: "google", source_url, verification: "platform" }, "Google"],
    [{ source: "Trustpilot", source_url, verification: "invitation" }, "Trustpilot · verified by Trustpilot"],
    [{ source: "website", verification: "invitation" }, "Website · invited customer"],
    [{ source: "booking", verification: "purchase" }, "Booking · verified purchase"],
    [{ source: "csv", verification: "business" }, "vouched for by the business alone"],
  ] as const;
  const reviews = cases.map(([members], at) => reviewOf({ native: `${at}`, date: `2026-05-0${9 - at}`, ...members }));
  const { document } = await readPage(sampleApp({ reviews }), "/");
  assert.deepEqual(textsOf(document, ".vouched"), []);
  assert.deepEqual(textsOf(document, ".by"), cases.map(([, by], at) => `${by} · May ${9 - at}, 2026`));
  assert.deepEqual(linksOf(document, ".by a"), [source_url, source_url]);
  // The website of the business has its name in the language of the page, everywhere.
  for (const [path, place] of [["/", ".by"], ["/", "select[name=source]"], ["/policy", ".question"]] as const) {
    const { document } = await readPage(sampleApp({ reviews }), `/fr${path}`);
    assert.match(textsOf(document, place).join(), /Site web/, path);
  }
});

Deno.test("a review whose source names no day has its month or year everywhere, never a day", async () => {
  const owner_reply = { text: "Thanks.", date: "2025-11-30" };
  const members = { date: "2025-11-30", mentioned_services: ["ac-repair"], owner_reply };
  const reviews = (["year", "month"] as const).map((date_precision) =>
    reviewOf({ native: date_precision, ...members, attributes: { date_precision } })
  ).toSorted(compareReviews);
  const app = sampleApp({ reviews });
  const paths = ["/", "/embed/list", "/summary", "/services/ac-repair"];
  for (const path of [...paths, ...reviews.map(({ id }) => `/reviews/${id}`)]) {
    const { document, text } = await readPage(app, path);
    const shown = new Set(textsOf(document, "time"));
    const isVague = [...shown].every((time) => ["2025", "November 2025"].includes(time));
    assert.ok(shown.size > 0 && isVague, `${path} ${[...shown]}`);
    assert.doesNotMatch(text, /2025-11-30|November 30/, path);
  }
  const feed = await (await app.request("/api/feed.json")).text();
  assert.deepEqual(feed.match(/(?<=Reply of [^:]*, )[-\d]+(?=:)/g)?.sort(), ["2025", "2025-11"]);
});

Deno.test("blank lines of a review leave no hole, and a text in another language is marked as such", async () => {
  const reviews = [
    reviewOf({ native: "1", text: "Good.\n\n \n\nNice people." }),
    reviewOf({ native: "2", text: "Der Service war sehr gut und wir kommen gerne wieder." }),
  ];
  const app = sampleApp({ reviews: reviews.toSorted(compareReviews) });
  const texts = async (path: string) =>
    (await readPage(app, path)).document.querySelectorAll("article .text").map(({ textContent, attributes }) =>
      [textContent.trim(), attributes["lang"]] as const
    );
  const shown = new Map(await texts("/"));
  assert.deepEqual([...shown].sort(), [[reviews[1]!.text, "de"], ["Good.\nNice people.", undefined]]);
  assert.equal(new Map(await texts("/de/")).get(reviews[1]!.text!), undefined);
  assert.equal((await texts(`/reviews/${reviews[0]!.id}`))[0]?.[0], "Good.\n\nNice people.");
});

Deno.test("photos are shown from the hosts that the operator allows, by the policy too, and from no other", async () => {
  const photos = ["https://a.photos.example/1.jpg", "https://other.example/2.jpg", "http://a.photos.example/3.jpg"];
  const reviews = sampleDataset().reviews.map((review) => ({ ...review, attributes: { photos } }));
  const pages = { ...DEFAULT_PAGE_SETTINGS, photoHosts: ["*.photos.example"] };
  const id = reviews[0]?.id;
  const cases = [[DEFAULT_PAGE_SETTINGS, 0, ""], [pages, 1, " https://*.photos.example"]] as const;
  for (const [settings, shown, host] of cases) {
    const app = sampleApp({ reviews, pages: settings });
    for (const path of ["/", "/?rating=5", `/reviews/${id}`, "/services/ac-repair"]) {
      const { document, headers } = await readPage(app, path);
      const images = document.querySelectorAll("main img");
      const pictured = path.startsWith("/reviews") ? 1 : document.querySelectorAll(".review").length;
      assert.equal(images.length, shown * pictured, path);
      for (const image of images) {
        const { src, loading, referrerpolicy, width } = image.attributes;
        assert.deepEqual([src, loading, referrerpolicy, width], [photos[0], "lazy", "no-referrer", "96"]);
        assert.match(image.getAttribute("alt") ?? "", /^Photo 1 by /);
      }
      assert.ok(headers.get("content-security-policy")?.includes(`img-src 'self'${host};`), path);
    }
    const policy = textsOf((await readPage(app, "/policy")).document, "main").join();
    assert.equal(policy.includes("*.photos.example"), shown > 0);
    assert.ok((await readPage(app, "/summary")).headers.get("content-security-policy")?.includes("img-src 'self';"));
  }
});

Deno.test("every count of an aspect links to a search with as many results", async () => {
  for (const [path, selector, least] of [["/", ".opinions", 5], ["/summary", ".aspects li", 11]] as const) {
    const { document } = await readPage(app, path);
    const links = document.querySelectorAll(`${selector} a`);
    const isCounted = (link: HTMLElement) =>
      /^\/\?(?:aspect|problem)=/.test(linksTo(link)) && /\d/.test(link.textContent);
    const counted = links.filter(isCounted);
    assert.ok(counted.length >= least, `${path} ${counted.length}`);
    for (const link of counted) {
      const address = linksTo(link);
      const { status, text } = await readPage(app, address);
      assert.equal(status, 200);
      const [, found] = /<h2 id="reviews">(\d+) reviews? (?:mention|praise|criticise)/.exec(text) ?? [];
      assert.equal(found, /\d+/.exec(link.textContent)?.[0], `${path} ${address}`);
    }
  }
});

Deno.test("a right-to-left name changes neither the direction of the prose nor the figures", async () => {
  const business = businessOf({ name: "سباكة النخيل", description: "خدمات السباكة في الرياض" });
  const named = sampleApp({ business });
  const { document } = await readPage(named, "/summary");
  assert.equal(document.querySelector(".prose")?.getAttribute("dir"), "ltr");
  assert.deepEqual(textsOf(document, ".prose bdi"), ["سباكة النخيل"]);
  assert.equal((await readPage(named, "/")).document.querySelector(".about .prose")?.getAttribute("dir"), "rtl");
  assert.equal((await readPage(app, "/")).document.querySelector(".about .prose")?.getAttribute("dir"), "ltr");
});

Deno.test("hidden parts are missing on both pages, and the others are shown", async () => {
  const hide = ["summary", "trend", "aspects", "services", "technicians"] as const;
  const hidden = sampleApp({ pages: { ...DEFAULT_PAGE_SETTINGS, hide } });
  const [home, summary] = await Promise.all(["/", "/summary"].map((path) => readPage(hidden, path)));
  const [, whole] = await Promise.all(["/", "/summary"].map((path) => readPage(app, path)));
  const left = textsOf(home!.document, "h2").filter((heading) => !/^(?:Write|Order|All|Filters)/.test(heading));
  assert.deepEqual(left, ["In their words", "About Larkmoor Home Services"]);
  const headings = ["What customers say", "Services", "People", "Trend"];
  for (const heading of headings) {
    assert.ok(!textsOf(summary!.document, "h2").includes(heading), heading);
    assert.ok(textsOf(whole!.document, "h2").includes(heading), heading);
  }
  assert.equal(summary!.document.querySelector(".prose"), null);
  assert.ok(textsOf(summary!.document, "h3").includes("Problems"));
});
