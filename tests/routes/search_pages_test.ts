import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { SearchResult } from "../../domain/queries/search_reviews.ts";
import { compareReviews, type Review } from "../../domain/review.ts";
import { datasetOf, reviewOf } from "../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const appOf = (reviews: readonly Review[]) => testApp(testSnapshot(datasetOf(reviews)));

const REVIEWS = Array.from({ length: 151 }, (_, n) => reviewOf({ native: String(n), rating: n % 2 === 0 ? 5 : 4 }))
  .sort(compareReviews);
const app = appOf(REVIEWS);

/** The pages of a search, found by their links. */
async function pagesOf(query: string): Promise<readonly SearchResult[]> {
  const pages: SearchResult[] = [];
  for (let path: string | undefined = `/api/reviews/search?${query}`; path !== undefined;) {
    const response = await app.request(path);
    assert.equal(response.status, 200, path);
    const page: SearchResult = await response.json();
    pages.push(page);
    const link = response.headers.get("link");
    assert.equal(link === null, page.next === null);
    path = link === null ? undefined : /^<https:\/\/reviews\.example([^>]+)>; rel="next"$/.exec(link)?.[1];
    if (page.next !== null) assert.ok(path?.includes(page.next), `${link}`);
  }
  return pages;
}

async function faultOf(path: string, on = app): Promise<unknown> {
  const response = await on.request(path);
  assert.equal(response.status, 400, path);
  const { issues } = await response.json();
  assert.equal(issues.length, 1);
  return issues[0];
}

Deno.test("paging through a search returns each match once, even if all are of one day", async () => {
  const fives = REVIEWS.filter(({ rating }) => rating === 5);
  const searches: readonly (readonly [query: string, expected: readonly Review[]])[] = [
    ...["limit=20", "limit=100", "limit=1&query=good&utm_source=x"].map((query) => [query, REVIEWS] as const),
    ...["rating=5&query=work&limit=7", "rating=5&limit=38"].map((query) => [query, fives] as const),
    ["limit=1&rating=1", []],
  ];
  for (const [query, expected] of searches) {
    const pages = await pagesOf(query);
    assert.deepEqual(pages.flatMap(({ reviews }) => reviews), expected, query);
    assert.ok(pages.length === 1 || pages.at(-1)?.returned !== 0, query);
    for (const { matched, returned, reviews } of pages) {
      assert.deepEqual([matched, returned], [expected.length, reviews.length], query);
    }
  }
});

Deno.test("the link to the next page has the filters that were given and no others, also with HEAD and 304", async () => {
  const path = "/api/reviews/search?utm_source=x&query=good%20work&rating=5&limit=2";
  const response = await app.request(path);
  const { next } = await response.json();
  const link =
    `<https://reviews.example/api/reviews/search?rating=5&query=good%20work&limit=2&cursor=${next}>; rel="next"`;
  assert.equal(response.headers.get("link"), link);
  const head = await app.request(path, { method: "HEAD" });
  assert.equal(head.headers.get("link"), link);
  const headers = { "if-none-match": response.headers.get("etag") ?? "" };
  for (const again of [app, appOf(REVIEWS)]) {
    const unchanged = await again.request(path, { headers });
    assert.deepEqual([unchanged.status, unchanged.headers.get("link")], [304, link]);
  }
});

Deno.test("a cursor goes on with another limit, and each page has its own entity tag", async () => {
  const first = await app.request("/api/reviews/search?limit=10");
  const { next } = await first.json();
  const second = await app.request(`/api/reviews/search?limit=3&cursor=${next}`);
  assert.deepEqual((await second.json()).reviews, REVIEWS.slice(10, 13));
  const third = await app.request("/api/reviews/search?limit=3");
  assert.equal(new Set([first, second, third].map(({ headers }) => headers.get("etag"))).size, 3);
});

Deno.test("a cursor outlives publications: each review comes once in every order, also if the last one of its page is gone", async () => {
  const spread = REVIEWS.slice(0, 60).map((review, at): Review => ({
    ...review,
    date: `2026-0${1 + at % 6}-01`,
    rating: 1 + at % 5,
    text: ["heat", "heating", "heatwave"][at % 3]!,
  })).sort(compareReviews);
  const added = Array.from({ length: 12 }, (_, at): Review => ({
    ...reviewOf({ native: `added ${at}`, text: "heated", rating: 1 + at % 5 }),
    date: `2026-0${1 + at % 6}-0${1 + at % 2}`,
  }));
  for (const sort of ["newest", "oldest", "highest", "lowest", "relevance"]) {
    const path = (cursor?: string) =>
      `/api/reviews/search?words=heat&sort=${sort}&limit=7${cursor === undefined ? "" : `&cursor=${cursor}`}`;
    const first: SearchResult = await (await appOf(spread).request(path())).json();
    const gone = first.reviews.at(-1)!.id;
    const later = appOf([...spread.filter(({ id }) => id !== gone), ...added].sort(compareReviews));
    const pagesFrom = async (cursor?: string): Promise<readonly Review[]> => {
      const { reviews, next }: SearchResult = await (await later.request(path(cursor))).json();
      return [...reviews, ...next === null ? [] : await pagesFrom(next)];
    };
    const order = await pagesFrom();
    const shown = [...first.reviews, ...await pagesFrom(first.next!)];
    assert.equal(new Set(shown.map(({ id }) => id)).size, shown.length, sort);
    // What follows the first page is what follows its last review in the new order.
    const before = first.reviews.at(-2)!.id;
    const rest = order.slice(order.findIndex(({ id }) => id === before) + 1).map(({ id }) => id);
    const following = shown.slice(7).map(({ id }) => id);
    assert.deepEqual(following, rest.slice(rest.length - following.length), sort);
    assert.ok(rest.length - following.length <= added.length);
    for (const { id } of spread) assert.equal(shown.filter((one) => one.id === id).length, 1, sort);
  }
  // By helpfulness, too, it is no fault.
  const { next } = await (await appOf(spread).request("/api/reviews/search?sort=helpful&limit=7")).json();
  const later = await appOf(spread.slice(9)).request(`/api/reviews/search?sort=helpful&limit=7&cursor=${next}`);
  assert.equal((await later.json()).returned, 7);
});

Deno.test("a cursor of another search, or a malformed one, is an explained 400", async () => {
  const { next } = await (await app.request("/api/reviews/search?rating=5&limit=10")).json();
  const flawed = `${next.slice(0, -1)}U`;
  const other = "This cursor is of a search with other filters; repeat its filters, or begin again without a cursor";
  const faults = [
    [`cursor=${next}`, "other_search", other],
    [`rating=5&cursor=${flawed}`, "malformed", "Expected the next of an answer"],
  ];
  for (const [query, code, message] of faults) {
    const fault = await faultOf(`/api/reviews/search?${query}`);
    assert.deepEqual(fault, { in: "query", path: ["cursor"], code, message });
  }
});

Deno.test("a cursor with any score is answered: a negative one is malformed, a large one leads behind the last page", async () => {
  const path = "/api/reviews/search?sort=helpful&rating=4&limit=1";
  const { next } = await (await app.request(path)).json();
  const withScore = (score: number) => {
    const bytes = Buffer.from(next.slice(0, 24), "base64url");
    bytes.writeDoubleBE(score, 6);
    return `${path}&cursor=${bytes.toString("base64url")}${"0".repeat(26)}`;
  };
  for (const score of [-1, -1e300, -Infinity, NaN]) {
    const message = "Expected the next of an answer";
    assert.deepEqual(await faultOf(withScore(score)), { in: "query", path: ["cursor"], code: "malformed", message });
  }
  for (const score of [1e300, Infinity]) {
    assert.equal((await (await app.request(withScore(score))).json()).returned, 0);
  }
});

Deno.test("a parameter in another spelling, or by the name that other services give it, is a 400 with the right name", async () => {
  const wrong = {
    rating: "Rating rating[] %52ating stars",
    min_rating: "MIN_RATING minRating",
    mentions_technician: "mentions-technician technician",
    mentions_service: "service",
    query: "q text",
    cursor: "Cursor page offset",
  };
  for (const [right, names] of Object.entries(wrong)) {
    for (const name of names.split(" ")) {
      const message = `Expected the name ${right}`;
      const fault = { in: "query", path: [decodeURIComponent(name)], code: "misnamed", message };
      assert.deepEqual(await faultOf(`/api/reviews/search?limit=2&${name}=5&x=1`), fault);
    }
  }
});
