import { type GeneratedDocument, generatedOperations } from "./generated_document.ts";

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly description: string;
}

const SINCE_NEWEST: Link = {
  operationId: "getReviewsSince",
  parameters: { date: "$response.body#/reviews/0/date" },
  description: "The reviews from the day of the newest one on: what to ask for to catch up.",
};

const NEWEST: Link = {
  operationId: "getReview",
  parameters: { id: "$response.body#/reviews/0/id" },
  description: "The newest of these reviews, with what the insights say of it.",
};

const EXAMPLE: Link = {
  operationId: "getReview",
  parameters: { id: "$response.body#/aspects/0/example_review_ids/0" },
  description: "A review that is an example of the first aspect.",
};

/** By the operation whose 200 they belong to, then by name. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  getReviews: { ReviewsSinceTheNewest: SINCE_NEWEST, NewestReview: NEWEST },
  searchReviews: { ReviewsSinceTheNewest: SINCE_NEWEST, NewestReview: NEWEST },
  getInsights: { ExampleReview: EXAMPLE },
  sendMcpMessage: {
    EndOfSession: {
      operationId: "endMcpSession",
      parameters: { "Mcp-Session-Id": "$response.header.Mcp-Session-Id" },
      description: "Ends the session that the answer to `initialize` began.",
    },
  },
};

/**
 * Adds to successful responses where their values lead (OpenAPI 3.1.0 4.8.20), so that testers and clients can walk from
 * one operation to the next. Throws an Error if an operation of a link is missing.
 */
export function withLinks(document: GeneratedDocument): GeneratedDocument {
  const operations = new Map(generatedOperations(document).map((one) => [one.operationId, one]));
  for (const [source, links] of Object.entries(LINKS)) {
    const success = operations.get(source)?.responses?.["200"] as { links?: object } | undefined;
    const missing = Object.values(links).find(({ operationId }) => !operations.has(operationId));
    if (success === undefined || missing !== undefined) throw new Error(`A link from ${source} has no end.`);
    success.links = links;
  }
  return document;
}
