// The types of openapi-typescript, in ./reviews.d.ts, with openapi-fetch.
import createClient from "openapi-fetch";
import type { components, paths } from "./reviews";

declare const process: { argv: string[] };

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

/** The body of a successful response. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function main() {
  const search = dataOf(
    await client.GET("/api/reviews/search", { params: { query: { rating: 5, query: "water heater", limit: 2 } } }),
  );
  const since = dataOf(await client.GET("/api/reviews/since/{date}", { params: { path: { date: "2026-01-01" } } }));
  const cursor = process.argv[3] ?? "";
  const changes = dataOf(await client.GET("/api/changes", { params: { query: { cursor } } }));
  const insights = dataOf(await client.GET("/insights.json"));
  const report: components["schemas"]["ReviewReport"] = dataOf(
    await client.GET("/api/reviews/{id}", { params: { path: { id: search.reviews[0]?.id ?? "" } } }),
  );
  const { response, error } = await client.GET("/api/reviews/search", {
    params: { query: { since: "2026-10-31", until: "2024-01-01" } },
  });
  const issues = error !== undefined && "issues" in error ? error.issues : [];
  const hub = await client.POST("/api/websub/hub", {
    body: {
      "hub.callback": "https://subscriber.example/websub",
      "hub.mode": "subscribe",
      "hub.topic": `${process.argv[2]}/reviews.json` as components["schemas"]["SubscriptionForm"]["hub.topic"],
    },
    bodySerializer: (body) => new URLSearchParams(Object.entries(body ?? {}).map(([name, value]) => [name, `${value}`])),
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
  });
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
    status: response.status,
    issues: issues.map((issue) => [issue.in, ...issue.path]),
    hub: hub.response.status,
  }));
}

void main();
