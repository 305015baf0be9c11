import { z } from "zod";
import { EXAMPLE_SITE } from "./document.ts";
import { uncachedHeaders } from "./headers.ts";
import { Problem, ValidationProblem } from "./problem.ts";
import { INTERNAL_ERROR, METHOD_NOT_ALLOWED, sharedResponse } from "./responses.ts";

const CALLBACK = "https://subscriber.example/websub?id=7f3a";
const TOPIC = `${EXAMPLE_SITE.baseUrl}/reviews.json`;

/** The topic URL in requests to the hub and from it. */
export const TopicUrl = z.string().min(1).max(512).meta({
  description:
    "URL of the topic: that of `/reviews.json`, `/api/feed.json` or `/feed.xml` here, in any spelling that " +
    "the URL Standard takes for the same. It comes back exactly as it was sent.",
  examples: [TOPIC],
});

/** The form of a subscription or unsubscription request (WebSub 5.1). */
export const SubscriptionForm = z.object({
  "hub.callback": z.string().regex(/^[Hh][Tt][Tt][Pp][Ss]:[/]{2}/).max(2048).meta({
    description: "Where to send the topic's content: a public `https` URL with a host name, on port 443 or from 1024 " +
      "on, without user name, password or fragment. Make it unguessable; its query is kept.",
    examples: [CALLBACK],
  }),
  "hub.mode": z.enum(["subscribe", "unsubscribe"]).meta({
    description: "Whether to begin, renew or change a subscription, or to end it.",
    examples: ["subscribe"],
  }),
  "hub.topic": TopicUrl,
  "hub.lease_seconds": z.int().min(1).optional().meta({
    description: "For how long to subscribe, in decimal digits. Brought within the bounds of the service, by default " +
      "5 minutes and 15 days; 10 days when it is not given. What was granted comes with the verification. " +
      "Ignored on `unsubscribe`.",
    examples: [864_000],
  }),
  "hub.secret": z.string().min(1).max(199).optional().meta({
    description: "Key of the signatures that come with the content: 1 to 199 bytes of UTF-8. A renewal may change it " +
      "and must not leave it out. Ignored on `unsubscribe`.",
    examples: ["a-long-random-text"],
  }),
}).meta({ id: "SubscriptionForm", description: "A subscription or unsubscription request (WebSub 5.1)." });

/** The parameters of the example request. */
export const EXAMPLE_FORM: Readonly<Record<string, string>> = {
  "hub.mode": "subscribe",
  "hub.topic": TOPIC,
  "hub.callback": CALLBACK,
};

/** Reasons for a refusal as plain text. */
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
