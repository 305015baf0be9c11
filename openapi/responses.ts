import type { OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { PARAMETERS } from "./conditional_parameters.ts";
import { answerHeaders, type AnswerKind, HEADERS, type MoreHeaders, uncachedHeaders } from "./headers.ts";
import { Problem, ValidationProblem } from "./problem.ts";

/** The 200 and 304 responses of a conditional operation. */
export function conditionalResponses<Schema extends z.ZodType>(
  kind: AnswerKind,
  description: string,
  mediaType: string,
  schema: Schema,
  more: MoreHeaders = {},
) {
  return {
    200: { description, headers: answerHeaders(kind, more), content: { [mediaType]: { schema } } },
    304: {
      description: "The client has this representation already; the body is empty.",
      headers: answerHeaders(kind, more),
    },
  };
}

/** The 404 of an operation on one thing. */
export const NOT_FOUND = {
  404: {
    description: "There is no such thing.",
    headers: uncachedHeaders(),
    content: { "application/json": { schema: Problem } },
  },
};

/** The 400 of an operation with parameters. */
export const INVALID = {
  400: {
    description: "A parameter is wrong; every fault found is listed. Values that are not percent-encoded UTF-8 " +
      "are reported before anything else is looked at.",
    headers: uncachedHeaders(),
    content: { "application/json": { schema: ValidationProblem } },
  },
};

/** The response to a method that the path does not have. */
export const METHOD_NOT_ALLOWED = {
  405: {
    description: "The path has no such method.",
    headers: uncachedHeaders({ Allow: "Allow" }),
    content: { "application/json": { schema: Problem } },
  },
};

/** The response to an internal error. */
export const INTERNAL_ERROR = {
  500: {
    description: "Something went wrong in the service.",
    headers: uncachedHeaders(),
    content: { "application/json": { schema: Problem } },
  },
};

/** The error responses of every path that needs the dataset: 405, 500, and 503 until one is loaded. */
export const DATASET_PROBLEMS = {
  ...METHOD_NOT_ALLOWED,
  ...INTERNAL_ERROR,
  503: {
    description: "The first dataset is still being loaded.",
    headers: uncachedHeaders({ "Retry-After": "RetryAfter" }),
    content: { "application/json": { schema: Problem } },
  },
};

/** Registers the shared headers and parameters as components. */
export function registerComponents(app: OpenAPIHono): void {
  for (const [name, header] of Object.entries(HEADERS)) {
    app.openAPIRegistry.registerComponent("headers", name, header);
  }
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    app.openAPIRegistry.registerComponent("parameters", name, parameter);
  }
}
