import type { z } from "zod";
import { problemContent, PROBLEMS } from "./problem.ts";
import { answerHeaders, type AnswerKind, uncachedHeaders } from "./headers.ts";

function notModified(kind: AnswerKind) {
  return {
    description: "The client has this representation already; the body is empty.",
    headers: answerHeaders(kind),
  };
}

/** Statuses of a problem with any GET. */
const GENERAL: ReadonlySet<number> = new Set([404, 405, 406, 410, 412, 414, 500, 503]);

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
    content: problemContent({ $ref: "#/components/schemas/ValidationProblem" }),
  },
  ErrorResponse: {
    description: PROBLEMS.filter(([status]) => GENERAL.has(status))
      .map(([status, , meaning]) => `${status}: ${meaning}`).join(" "),
    headers: uncachedHeaders({ Allow: "Allow", "Retry-After": "RetryAfter" }),
    content: problemContent({ $ref: "#/components/schemas/Problem" }),
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
