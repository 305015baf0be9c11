import { z } from "zod";
import { uncachedHeaders } from "./headers.ts";
import { Problem, ValidationProblem } from "./problem.ts";
import { INTERNAL_ERROR, METHOD_NOT_ALLOWED, sharedResponse } from "./responses.ts";

/** The reasons for a refusal as plain text. */
const PlainReason = z.string().max(10_000).meta({
  id: "PlainReason",
  description: "What is wrong and what is allowed, one fault a line.",
});

function faultResponse<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  headers: Readonly<Record<string, "RetryAfter">> = {},
) {
  return {
    description: `${description} Plain text, or JSON where \`Accept\` prefers it.`,
    headers: uncachedHeaders(headers),
    content: { "text/plain": { schema: PlainReason }, "application/json": { schema } },
  };
}

/** Response components of the hub. */
export const HUB_SHARED_RESPONSES = {
  HubUnwritable: {
    description:
      "Nothing can be written to the store at the moment; the same request may be taken later. Plain text, " +
      "or JSON where `Accept` prefers it.",
    headers: uncachedHeaders({ "Retry-After": "RetryAfter" }),
    content: {
      "text/plain": { schema: { $ref: "#/components/schemas/PlainReason" } },
      "application/json": { schema: { $ref: "#/components/schemas/Problem" } },
    },
  },
};

/** The responses of the hub to a subscription request (WebSub 5.1.2). */
export const HUB_RESPONSES = {
  202: {
    description: "Accepted; the callback is asked to confirm it after this answer. The body is empty.",
    headers: uncachedHeaders(),
  },
  400: faultResponse("Parameters are missing or wrong; every fault found is listed.", ValidationProblem),
  ...METHOD_NOT_ALLOWED,
  413: faultResponse("The body is larger than 8192 bytes.", Problem),
  415: faultResponse("The body is no `application/x-www-form-urlencoded` in UTF-8.", Problem),
  429: faultResponse("A limit is reached; the same request may be taken later.", Problem, {
    "Retry-After": "RetryAfter",
  }),
  ...INTERNAL_ERROR,
  503: sharedResponse("HubUnwritable"),
};
