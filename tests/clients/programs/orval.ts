// The functions of orval, in ./reviews.ts, on the platform's fetch.
import { getChanges, getInsights, getReview, getReviewsSince, requestSubscription, searchReviews } from "./reviews";
import type { SubscriptionForm } from "./reviews";

declare const process: { argv: string[] };

async function main() {
  const search = await searchReviews({ rating: 5, query: "water heater", limit: 2 });
  if (search.status !== 200) throw new Error(String(search.status));
  const since = await getReviewsSince("2026-01-01");
  const changes = await getChanges({ cursor: process.argv[3] ?? "" });
  if (changes.status !== 200) throw new Error(String(changes.status));
  const insights = await getInsights();
  const report = await getReview(search.data.reviews[0]?.id ?? "");
  if (since.status !== 200 || insights.status !== 200 || report.status !== 200) throw new Error("Not answered.");
  const wrong = await searchReviews({ since: "2026-10-31", until: "2024-01-01" });
  const issues = wrong.status === 400 ? wrong.data.issues : [];
  const hub = await requestSubscription({
    "hub.callback": "https://subscriber.example/websub",
    "hub.mode": "subscribe",
    "hub.topic": `${process.argv[2]}/reviews.json` as SubscriptionForm["hub.topic"],
  }, { headers: { Accept: "application/json" } });
  console.log(JSON.stringify({
    matched: search.data.matched,
    ids: search.data.reviews.map(({ id }) => id),
    since: since.data.count,
    changes: changes.data.changes.map(({ kind, review }) => `${kind} ${review?.id}`),
    analysed: insights.data.review_count,
    trend: insights.data.temporal.trend,
    aspects: insights.data.aspects.map(({ id }) => id),
    author: report.data.review.author,
    sentiment: report.data.analysis?.sentiment,
    status: wrong.status,
    issues: issues.map((issue) => [issue.in, ...issue.path]),
    hub: hub.status,
  }));
}

void main();
