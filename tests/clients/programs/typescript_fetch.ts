// The client of openapi-generator's typescript-fetch, in ./reviews-typescript.
import {
  Configuration,
  DocumentsApi,
  type RequestSubscriptionHubTopicEnum,
  ResponseError,
  type ReviewReport,
  ReviewsApi,
  ValidationProblemFromJSON,
  WebSubApi,
} from "./reviews-typescript";

declare const process: { argv: string[] };

const configuration = new Configuration({ basePath: process.argv[2] ?? "" });
const reviews = new ReviewsApi(configuration);

/** Body of the response to a refused request. */
async function refused(request: Promise<unknown>): Promise<Response> {
  try {
    await request;
  } catch (error) {
    if (error instanceof ResponseError) return error.response;
    throw error;
  }
  throw new Error("It was not refused.");
}

async function main() {
  const search = await reviews.searchReviews({ rating: 5, query: "water heater", limit: 2 });
  const since = await reviews.getReviewsSince({ date: new Date("2026-01-01") });
  const changes = await reviews.getChanges({ cursor: process.argv[3] ?? "" });
  const insights = await new DocumentsApi(configuration).getInsights();
  const report: ReviewReport = await reviews.getReview({ id: search.reviews[0]?.id ?? "" });
  const wrong = await refused(
    reviews.searchReviews({ since: new Date("2026-10-31"), until: new Date("2024-01-01") }),
  );
  const { issues } = ValidationProblemFromJSON(await wrong.json());
  const { raw: hub } = await new WebSubApi(configuration).requestSubscriptionRaw({
    hubCallback: "https://subscriber.example/websub",
    hubMode: "subscribe",
    hubTopic: `${process.argv[2]}/reviews.json` as RequestSubscriptionHubTopicEnum,
  });
  console.log(JSON.stringify({
    matched: search.matched,
    ids: search.reviews.map(({ id }) => id),
    since: since.count,
    changes: changes.changes.map(({ kind, review }) => `${kind} ${review?.id}`),
    analysed: insights.reviewCount,
    trend: insights.temporal.trend,
    aspects: insights.aspects.map(({ id }) => id),
    author: report.review.author,
    sentiment: report.analysis?.sentiment,
    status: wrong.status,
    issues: issues.map((issue) => [issue._in, ...issue.path]),
    hub: hub.status,
  }));
}

void main();
