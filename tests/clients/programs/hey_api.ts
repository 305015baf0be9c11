// The client of @hey-api/openapi-ts, in ./reviews-hey-api.
import {
  getChanges,
  getInsights,
  getReview,
  getReviews,
  getReviewsSince,
  requestSubscription,
  searchReviews,
} from "./reviews-hey-api";
import { client } from "./reviews-hey-api/client.gen";
import type {
  Issue,
  Review,
  ReviewReport,
  ReviewsDocument,
  SubscriptionDenial,
  SubscriptionForm,
  SubscriptionVerification,
} from "./reviews-hey-api";

declare const process: { argv: string[] };

client.setConfig({ baseUrl: process.argv[2] ?? "" });

/** The body of a successful response. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

// Handles the requests of the hub as a subscriber does.
export const newest = ({ reviews }: ReviewsDocument): Review | undefined => reviews[0];
export const confirm = (asked: SubscriptionVerification): string =>
  asked["hub.mode"] === "subscribe" ? asked["hub.challenge"] + (asked["hub.lease_seconds"] ?? 0) : "";
export const reason = (denial: SubscriptionDenial): string => denial["hub.reason"];

const form = {
  "hub.callback": "https://subscriber.example/websub",
  "hub.mode": "subscribe",
  "hub.topic": `${process.argv[2]}/reviews.json` as SubscriptionForm["hub.topic"],
} as const;

// @ts-expect-error The client knows the modes.
export const moded = () => requestSubscription({ body: { ...form, "hub.mode": "publish" } });
// @ts-expect-error The client knows that a topic has to be given.
export const topical = () => requestSubscription({ body: { "hub.mode": "subscribe", "hub.callback": "https://a.example/" } });
// @ts-expect-error The client knows that a denial has no challenge.
export const challenged = (denial: SubscriptionDenial): string => denial["hub.challenge"];
// @ts-expect-error The client knows that stars are a number.
export const typed = () => searchReviews({ query: { rating: "5" } });
// @ts-expect-error The client knows the names of the filters.
export const named = () => searchReviews({ query: { raing: 5 } });
// @ts-expect-error The client knows that the day has to be given.
export const needed = () => getReviewsSince({});
// @ts-expect-error The client knows that a review may have no text.
export const worded = (review: Review): string => review.text;
// @ts-expect-error The client knows that a review may have no reply.
export const replied = (review: Review): string => review.owner_reply.text;

async function main() {
  const search = dataOf(await searchReviews({ query: { rating: 5, query: "water heater", limit: 2 } }));
  const since = dataOf(await getReviewsSince({ path: { date: "2026-01-01" } }));
  const changes = dataOf(await getChanges({ query: { cursor: process.argv[3] ?? "" } }));
  const insights = dataOf(await getInsights());
  const report: ReviewReport = dataOf(await getReview({ path: { id: search.reviews[0]?.id ?? "" } }));
  const wrong = await searchReviews({ query: { since: "2026-10-31", until: "2024-01-01" } });
  const issues: Issue[] = wrong.error !== undefined && "issues" in wrong.error ? wrong.error.issues : [];
  const hub = await requestSubscription({ body: form, headers: { Accept: "application/json" } });
  const first = await getReviews();
  const again = await getReviews({ headers: { "If-None-Match": first.response?.headers.get("etag") ?? "" } });
  if (again.response?.status !== 304) throw new Error(`The second answer is a ${again.response?.status}.`);
  console.log(JSON.stringify({
    matched: search.matched,
    ids: search.reviews.map(({ id }) => id),
    since: since.count,
    changes: changes.changes.map(({ kind, review }) => `${kind} ${review?.id}`),
    analysed: insights.review_count,
    trend: insights.temporal.trend,
    aspects: insights.aspects.map(({ id }) => id),
    author: report.review.author,
    sentiment: report.analysis?.sentiment,
    status: wrong.response?.status,
    issues: issues.map((issue) => [issue.in, ...issue.path]),
    hub: hub.response?.status,
  }));
}

void main();
