import type { z } from "zod";
import { answerHeaders, type AnswerKind, uncachedHeaders } from "./headers.ts";

function notModified(kind: AnswerKind) {
  return {
    description: "The client has this representation already; the body is empty.",
    headers: answerHeaders(kind),
  };
}

/** Response components shared by many operations. */
export const RESPONSES = {
  TopicNotModified: notModified("topic"),
  DataNotModified: notModified("data"),
  PageNotModified: notModified("page"),
  ChangesNotModified: notModified("changes"),
  StaticNotModified: notModified("static"),
  InvalidRequest: {
    description: "A parameter is wrong; every fault found is listed. Values that are not percent-encoded UTF-8 " +
      "are reported before anything else is looked at.",
    headers: uncachedHeaders(),
    content: { "application/json": { schema: { $ref: "#/components/schemas/ValidationProblem" } } },
  },
  ErrorResponse: {
    description:
      "404: there is no such thing. 405: the path has no such method. 406: `Accept-Encoding` refuses every " +
      "coding. 410: it was there and will not come back. 412: `If-Match` or `If-Unmodified-Since` demand another " +
      "version (RFC 9110 13.2.2). 414: the URL has over 16,384 characters or 100 parameters. 500: something went wrong in the service. 503: the first dataset is being loaded.",
    headers: uncachedHeaders({ Allow: "Allow", "Retry-After": "RetryAfter" }),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
  },
};

const NOT_MODIFIED = {
  topic: "TopicNotModified",
  data: "DataNotModified",
  page: "PageNotModified",
  changes: "ChangesNotModified",
  static: "StaticNotModified",
} as const;

/** A reference to a response component. Typed `never`, because the types of the routes allow only inline responses. */
function sharedResponse(name: string): never {
  return { $ref: `#/components/responses/${name}` } as never;
}

/** The responses of a conditional operation: 200, 304 and errors. */
export function conditionalResponses<Schema extends z.ZodType>(
  kind: AnswerKind,
  description: string,
  mediaTypes: string | readonly string[],
  schema: Schema,
) {
  return {
    200: { description, headers: answerHeaders(kind), content: contentOf([mediaTypes].flat(), schema) },
    304: sharedResponse(NOT_MODIFIED[kind]),
    ...OTHER_ERRORS,
  };
}

function contentOf<Schema extends z.ZodType>(mediaTypes: readonly string[], schema: Schema) {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}

/** The 400 response of an operation with parameters. */
export const INVALID = { 400: sharedResponse("InvalidRequest") };

/** The response of an operation for every status that it does not list: errors of one shape. */
export const OTHER_ERRORS = { default: sharedResponse("ErrorResponse") };
