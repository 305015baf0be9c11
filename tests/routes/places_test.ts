import assert from "node:assert/strict";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { POLICY_WORDS } from "../../domain/documents/policy_words.ts";
import { type Place, PLACES, switchedOff } from "../../domain/places.ts";
import { compareReviews, type HiddenReview, type Review } from "../../domain/review.ts";
import { snapshotFor } from "../../domain/snapshot/snapshot.ts";
import { PAGE_WORDS } from "../../routes/pages/language/page_language.ts";
import { API_OPERATIONS } from "../support/api/api_document.ts";
import { mcpClient, toolExamples } from "../support/mcp/mcp_requests.ts";
import { businessOf, datasetOf, reviewOf } from "../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const ALL = { pages: true, api: true, feeds: true, search_engines: true };
const OFF = switchedOff({
  " Yelp": { ...ALL, api: false, feeds: false },
  google: { ...ALL, pages: false },
  trustpilot: { ...ALL, feeds: false, search_engines: false },
  shopify: { ...ALL, search_engines: false },
  website: ALL,
});
const SOURCES = ["yelp", "google", "trustpilot", "shopify", "website"];

const SAID = ["price was fair", "price was high", "crew was late"];

// Each source has other days, stars, people, aspects and words, so that each figure of a document depends on it.
const REVIEWS: readonly Review[] = SOURCES.flatMap((source, at) =>
  [0, 1, 2].map((nth) =>
    reviewOf({
      native: `${source} ${nth}`,
      source,
      source_url: `https://${source}.example/r/${nth}`,
      author: `${source} author${nth}`,
      rating: 1 + (at + nth) % 5,
      date: `2026-0${1 + at}-0${1 + nth}`,
      text: `The ${source} ${SAID[nth]}. Ada fixed the boiler. ${source}!`,
      mentioned_technicians: at % 2 === 0 ? ["Ada"] : [],
      verification: source === "website" || source === "shopify" ? "purchase" : "platform",
      owner_reply: nth === 0 ? { text: `Thank you, ${source}.`, date: `2026-0${1 + at}-1${at}` } : null,
    })
  )
).sort(compareReviews);
const HIDDEN: readonly HiddenReview[] = SOURCES.map((source) => ({
  ...reviewOf({ native: `hidden ${source}`, source, rating: 1 }),
  hidden_at: "2026-11-20T08:00:00Z",
  hidden_reason: "spam",
}));
const BUSINESS = businessOf({ technicians: [{ id: "ada", name: "Ada", aliases: [] }] });
const DATASET: Dataset = datasetOf(REVIEWS, { business: BUSINESS, hidden: HIDDEN });
const SWITCHED: Dataset = { ...DATASET, pages: { off: OFF } };
const IDS = [...REVIEWS, ...HIDDEN].map(({ id }) => id);

/** What a place may publish, without any switch. */
function only(place: Place): Dataset {
  const isOn = ({ source }: Review) => !OFF[source]?.includes(place);
  return { ...DATASET, reviews: REVIEWS.filter(isOn), hidden: HIDDEN.filter(isOn) };
}

const FIXED: Readonly<Record<Place, readonly string[]>> = {
  pages: [
    ..."/ /?query=price /?source=google /?source=yelp /summary /policy /technicians/ada /developers /embed".split(" "),
    ..."/embed/list /embed/carousel?min_rating=1 /embed/badge /badge.svg /social.png".split(" "),
    ...IDS.map((id) => `/reviews/${id}`),
  ],
  api: [
    ..."/healthz /llms.txt /api/business /reviews.json /insights.json /review-policy.json /openapi.json".split(" "),
    ..."/api/reviews/search?limit=100 /api/reviews/search?source=yelp /api/reviews/since/2020-01-01".split(" "),
    ...IDS.flatMap((id) => [`/api/reviews/${id}`, `/reviews/${id}`]),
  ],
  feeds: ["/feed.xml", "/api/feed.json"],
  search_engines: ["/sitemap.xml"],
};

/** Documented paths that have no reviews, or are read by another test of this file. */
const WITHOUT_REVIEWS = [
  ..."/api/changes /review-policy/history.json /readyz /mcp/server-card".split(" "),
  ...["/.well-known/ai-catalog.json", "/.well-known/api-catalog"],
];

// Markup for search engines, the link to a review of the API, and what the policy counts on purpose.
const INCOMPARABLE = [
  /<script type="application\/ld\+json">[^]*?<\/script>/g,
  /<meta name="robots" content="noindex">\n/g,
  /<link rel="alternate" hreflang="[^>]*>\n/g,
  /<link rel="alternate" type="application\/json"[^>]*>\n/g,
  /left_out\W.*?average_with/g,
  /Stored here: \d+ reviews?\./g,
  /<li dir="auto">Left out of [^<]*<\/li>\n|\\?"Left out of [^"\\]*\\?",| Left out of [^."]*\./g,
];
const comparable = (body: string) => INCOMPARABLE.reduce((left, part) => left.replace(part, ""), body);

const switched = testApp(testSnapshot(SWITCHED));

for (const place of PLACES) {
  Deno.test(`${place}: each answer is as if the sources that are off had no reviews`, async () => {
    const accept = place === "pages" ? "text/html" : "application/json";
    const plain = testApp(testSnapshot(only(place)));
    for (const path of FIXED[place]) {
      const [found, expected] = await Promise.all([switched, plain].map(async (app) => {
        const response = await app.request(path, { headers: { accept } });
        const bytes = new Uint8Array(await response.arrayBuffer());
        return `${response.status}\n${comparable(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
      }));
      assert.equal(found, expected, path);
    }
  });
}

Deno.test("every documented path is compared, or has no reviews", () => {
  const compared = PLACES.flatMap((place) => FIXED[place]).map((path) => new URL(path, "https://x").pathname);
  const known = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return WITHOUT_REVIEWS.includes(path) || compared.some((one) => pattern.test(one));
  };
  const gets = API_OPERATIONS.filter(({ method }) => method === "GET").map(({ path }) => path);
  assert.deepEqual(gets.filter((path) => !known(path)), []);
});

Deno.test("each tool, resource and completion is as if the sources that are off for the API had no reviews", async () => {
  const [found, expected] = await Promise.all([SWITCHED, only("api")].map(async (dataset) => {
    const snapshot = snapshotFor(testSnapshot(dataset), "api");
    await using client = await mcpClient({ snapshot });
    const answers: unknown[] = [];
    const { tools } = await client.listTools();
    for (const tool of tools) {
      const named = IDS.flatMap((id) => tool.name === "fetch" || tool.name === "get_review" ? [{ id }] : []);
      for (const args of [...toolExamples(tool), ...named]) {
        answers.push([tool.name, args, await client.callTool({ name: tool.name, arguments: args })]);
      }
    }
    const { resources } = await client.listResources();
    const uris = [...resources.map(({ uri }) => uri), ...IDS.map((id) => `reviews://review/${id}`)];
    for (const uri of uris) answers.push([uri, await client.readResource({ uri }).catch(String)]);
    return comparable(JSON.stringify(answers));
  }));
  assert.equal(found, expected);
});

Deno.test("with every source on, all answers have the bytes of a business without the member", async () => {
  const off = switchedOff(Object.fromEntries(SOURCES.map((source) => [source, ALL])));
  const apps = [{ ...DATASET, pages: { off } }, DATASET].map((dataset) => testApp(testSnapshot(dataset)));
  for (const path of PLACES.flatMap((place) => FIXED[place])) {
    const [found, expected] = await Promise.all(apps.map(async (app) => {
      const response = await app.request(path);
      return [response.status, [...response.headers], new Uint8Array(await response.arrayBuffer())];
    }));
    assert.deepEqual(found, expected, path);
  }
});

Deno.test("markup has only reviews that both pages and search engines get, and others have noindex", async () => {
  const page = async (path: string, app = switched) =>
    await (await app.request(path, { headers: { accept: "text/html" } })).text();
  const markupOf = (text: string) => /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(text)?.[1] ?? "";
  const markup = markupOf(await page("/"));
  assert.match(markup, /website/);
  assert.doesNotMatch(markup, /yelp|google|trustpilot|shopify|aggregateRating/);
  const off = Object.fromEntries(SOURCES.slice(0, -1).map((source) => [source, ["search_engines"] as const]));
  const own = testApp(testSnapshot({ ...DATASET, pages: { off } }));
  assert.match(markupOf(await page("/", own)), /"reviewCount":3,/);
  for (const { id, source } of REVIEWS.filter(({ source }) => source !== "google")) {
    const text = await page(`/reviews/${id}`);
    const isUnlisted = text.includes('name="robots" content="noindex"');
    assert.equal(isUnlisted, ["trustpilot", "shopify"].includes(source), source);
    assert.equal(text.includes(`href="/api/reviews/${id}"`), source !== "yelp", source);
    assert.equal(markupOf(text) !== "", source === "website", source);
  }
});

Deno.test("insights of the operator, which count every source, are replaced where a source is off", async () => {
  const insights = async (dataset: Dataset) =>
    await (await testApp(testSnapshot(dataset)).request("/insights.json")).text();
  const operatorInsights = JSON.parse(await insights(DATASET));
  assert.equal(await insights({ ...SWITCHED, operatorInsights }), await insights(only("api")));
  const policy = await testApp(testSnapshot({ ...SWITCHED, operatorInsights })).request("/review-policy.json");
  assert.match(await policy.text(), new RegExp(POLICY_WORDS.insights_computed));
});

Deno.test("the script of the widgets reads what the pages publish", async () => {
  assert.doesNotMatch(await (await switched.request("/embed.js")).text(), /["`]api\//);
});

Deno.test("the policy counts what each place leaves out, on the page and as JSON", async () => {
  const policy = await (await switched.request("/review-policy.json")).json();
  assert.deepEqual(policy.left_out, [
    { source: "shopify", reviews: 3, places: ["search_engines"] },
    { source: "trustpilot", reviews: 3, places: ["feeds", "search_engines"] },
    { source: "google", reviews: 3, places: ["pages", "search_engines"] },
    { source: "yelp", reviews: 3, places: ["api", "feeds"] },
  ]);
  const headers = { "accept-language": "de", accept: "text/html" };
  const page = await (await switched.request("/policy", { headers })).text();
  const { place_api, place_feeds } = PAGE_WORDS.de;
  assert.ok(page.includes(`${place_api}, ${place_feeds}`) && page.includes("Yelp, 3 Bewertungen"));
});
