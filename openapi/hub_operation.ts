import { z } from "zod";
import { EXAMPLE_SITE } from "./document.ts";
import { uncachedHeaders } from "./headers.ts";
import { Problem, problemContent, ValidationProblem } from "./problem.ts";

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

const PlainReason = z.string().max(10_000).meta({
  id: "PlainReason",
  description: "What is wrong and what is allowed, one fault a line.",
});

function errorResponse<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  headers: Parameters<typeof uncachedHeaders>[0] = {},
) {
  return {
    description: `${description} Plain text, or JSON where \`Accept\` prefers it.`,
    headers: uncachedHeaders(headers),
    content: { "text/plain": { schema: PlainReason }, ...problemContent(schema) },
  };
}

/** The responses of the hub to a subscription request (WebSub 5.1.2). */
export const HUB_RESPONSES = {
  202: {
    description: "Accepted; the callback is asked to confirm it after this answer. The body is empty.",
    headers: uncachedHeaders(),
  },
  400: errorResponse("Parameters are missing or wrong; every fault found is listed.", ValidationProblem),
  default: errorResponse(
    "413: the body is larger than 8192 bytes. 415: it is no `application/x-www-form-urlencoded` in UTF-8. 429: a limit " +
      "is reached. 503: nothing can be written to the store. After 429 and 503 the same request may be taken later. " +
      "405 and 500 are JSON only.",
    Problem,
    { Allow: "Allow", "Retry-After": "RetryAfter" },
  ),
};
