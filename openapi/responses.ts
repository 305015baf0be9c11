import type { OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { Problem, ValidationProblem } from "./problem.ts";

type Reference = { readonly $ref: string };

/** The request headers that every conditional operation takes (RFC 9110 13.1). */
export const CONDITIONAL_PARAMETERS: readonly Reference[] = [
  { $ref: "#/components/parameters/IfNoneMatch" },
  { $ref: "#/components/parameters/IfModifiedSince" },
];

const text = (description: string, example: string, maxLength: number) => ({
  description,
  required: true,
  schema: { type: "string" as const, maxLength },
  example,
});

const HEADERS = {
  ETag: text(
    "Strong entity tag of these bytes.",
    '"K3wGXvmQ2rJ0bP5nQH8d1A"',
    100,
  ),
  LastModified: text(
    "When the dataset was published.",
    "Fri, 20 Nov 2026 09:15:00 GMT",
    40,
  ),
  CacheControl: text(
    "How long a cache may keep the answer.",
    "public, max-age=60, stale-while-revalidate=300",
    100,
  ),
  NoStore: text("Not to be cached.", "no-store", 100),
  Vary: text(
    "The answer depends on this request header.",
    "Accept-Encoding",
    100,
  ),
  TopicLink: text(
    "The WebSub hub of this topic and its canonical URL.",
    '<https://reviews.example/api/websub/hub>; rel="hub", <https://reviews.example/reviews.json>; rel="self"',
    4200,
  ),
  Cors: text("Any web page may read the answer.", "*", 1),
  RetryAfter: text("Seconds to wait.", "1", 10),
  Allow: text("The methods that the path has.", "GET, HEAD, OPTIONS", 100),
};

type HeaderName = keyof typeof HEADERS;

function headers(
  names: Readonly<Record<string, HeaderName>>,
): Record<string, Reference> {
  return Object.fromEntries(
    Object.entries({ "Access-Control-Allow-Origin": "Cors" as const, ...names })
      .map((
        [field, name],
      ) => [field, { $ref: `#/components/headers/${name}` }]),
  );
}

const CACHED = {
  ETag: "ETag",
  "Cache-Control": "CacheControl",
  Vary: "Vary",
} as const;

/** Which headers an operation's answers carry. */
export type AnswerKind = "topic" | "data" | "static";

function answerHeaders(kind: AnswerKind): Record<string, Reference> {
  if (kind === "static") return headers(CACHED);
  if (kind === "data") {
    return headers({ ...CACHED, "Last-Modified": "LastModified" });
  }
  return headers({
    ...CACHED,
    "Last-Modified": "LastModified",
    Link: "TopicLink",
  });
}

/** The 200 and 304 responses of a conditional operation. */
export function conditionalResponses<Schema extends z.ZodType>(
  kind: AnswerKind,
  description: string,
  mediaType: string,
  schema: Schema,
) {
  return {
    200: {
      description,
      headers: answerHeaders(kind),
      content: { [mediaType]: { schema } },
    },
    304: {
      description: "The client has this representation already; the body is empty.",
      headers: answerHeaders(kind),
    },
  };
}

/** The 400 response of an operation with parameters. */
export const INVALID = {
  400: {
    description: "A parameter is wrong; every fault found is listed.",
    headers: headers({ "Cache-Control": "NoStore" }),
    content: { "application/json": { schema: ValidationProblem } },
  },
};

/** The 405 that every path gives to a method it does not have. */
export const METHOD_NOT_ALLOWED = {
  405: {
    description: "The path has no such method.",
    headers: headers({ Allow: "Allow", "Cache-Control": "NoStore" }),
    content: { "application/json": { schema: Problem } },
  },
};

/** The 503 of every operation that needs the dataset. */
export const NOT_LOADED = {
  503: {
    description: "The first dataset is still being loaded.",
    headers: headers({
      "Retry-After": "RetryAfter",
      "Cache-Control": "NoStore",
    }),
    content: { "application/json": { schema: Problem } },
  },
};

/** Headers of an answer that must not be cached. */
export const UNCACHED_HEADERS = headers({ "Cache-Control": "NoStore" });

/** Puts the shared headers and parameters into the document's components. */
export function registerComponents(app: OpenAPIHono): void {
  for (const [name, header] of Object.entries(HEADERS)) {
    app.openAPIRegistry.registerComponent("headers", name, header);
  }
  // Without examples: the reference page would put them into every request that it shows.
  const parameter = (name: string, description: string) => ({
    name,
    in: "header" as const,
    required: false,
    description,
    schema: { type: "string" as const, maxLength: 8192 },
  });
  app.openAPIRegistry.registerComponent(
    "parameters",
    "IfNoneMatch",
    parameter("If-None-Match", "Entity tags that the client has; a match is answered 304."),
  );
  app.openAPIRegistry.registerComponent(
    "parameters",
    "IfModifiedSince",
    parameter("If-Modified-Since", "The Last-Modified that the client has; ignored where If-None-Match is given."),
  );
}
