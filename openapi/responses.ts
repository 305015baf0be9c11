import type { z } from "zod";
import { answerHeaders, type AnswerKind, uncachedHeaders } from "./headers.ts";
import { ValidationProblem } from "./problem.ts";

function notModified(kind: AnswerKind) {
  return {
    description: "The client has this representation already; the body is empty.",
    headers: answerHeaders(kind),
  };
}

function problemOf(description: string, headers: Parameters<typeof uncachedHeaders>[0] = {}) {
  return {
    description,
    headers: uncachedHeaders(headers),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

/** Response components shared by many operations. */
export const RESPONSES = {
  TopicNotModified: notModified("topic"),
  DataNotModified: notModified("data"),
  PageNotModified: notModified("page"),
  ChangesNotModified: notModified("changes"),
  ChangesGone: problemOf("The feed no longer has the changes since this cursor: load everything again."),
  StaticNotModified: notModified("static"),
  NotFound: problemOf("There is no such thing."),
  Gone: problemOf("It was there and was erased; it will not come back."),
  NotAcceptable: problemOf("`Accept-Encoding` refuses every coding of the answer."),
  PreconditionFailed: problemOf("`If-Match` or `If-Unmodified-Since` demand another version (RFC 9110 13.2.2)."),
  MethodNotAllowed: problemOf("The path has no such method.", { Allow: "Allow" }),
  InternalError: problemOf("Something went wrong in the service."),
  DatasetLoading: problemOf("The first dataset is still being loaded.", { "Retry-After": "RetryAfter" }),
};

const NOT_MODIFIED = {
  topic: "TopicNotModified",
  data: "DataNotModified",
  page: "PageNotModified",
  changes: "ChangesNotModified",
  static: "StaticNotModified",
} as const;

/** A reference to a response component. Typed `never`, because the types of the routes allow only inline responses. */
export function sharedResponse(name: string): never {
  return { $ref: `#/components/responses/${name}` } as never;
}

/** The 200 and 304 responses of a conditional operation, with 406 and 412. */
export function conditionalResponses<Schema extends z.ZodType>(
  kind: AnswerKind,
  description: string,
  mediaTypes: string | readonly string[],
  schema: Schema,
) {
  return {
    200: { description, headers: answerHeaders(kind), content: contentOf([mediaTypes].flat(), schema) },
    304: sharedResponse(NOT_MODIFIED[kind]),
    406: sharedResponse("NotAcceptable"),
    412: sharedResponse("PreconditionFailed"),
  };
}

function contentOf<Schema extends z.ZodType>(mediaTypes: readonly string[], schema: Schema) {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}

/** The 404 response of an operation on one resource. */
export const NOT_FOUND = { 404: sharedResponse("NotFound") };

/** The 410 response of an operation on a resource that may have been erased. */
export const GONE = { 410: sharedResponse("Gone") };

/** The 400 response of an operation with parameters. */
export const INVALID = {
  400: {
    description: "A parameter is wrong; every fault found is listed. Values that are not percent-encoded UTF-8 " +
      "are reported before anything else is looked at.",
    headers: uncachedHeaders(),
    content: { "application/json": { schema: ValidationProblem } },
  },
};

/** The response to a method that the path does not have. */
export const METHOD_NOT_ALLOWED = { 405: sharedResponse("MethodNotAllowed") };

/** The response to an internal error. */
export const INTERNAL_ERROR = { 500: sharedResponse("InternalError") };

/** The error responses of every path that needs the dataset: 405, 500, and 503 until one is loaded. */
export const DATASET_PROBLEMS = { ...METHOD_NOT_ALLOWED, ...INTERNAL_ERROR, 503: sharedResponse("DatasetLoading") };
