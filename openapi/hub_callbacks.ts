import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import { JsonFeed } from "../domain/documents/json_feed.ts";
import { ReviewsDocument } from "../domain/documents/reviews_document.ts";
import { absoluteUrl, topicLink, type TopicPath } from "../domain/site.ts";
import { EXAMPLE_SITE } from "./document.ts";
import { TopicUrl } from "./hub_operation.ts";

type HubCallback = Pick<
  RouteConfig,
  "method" | "path" | "operationId" | "summary" | "description" | "parameters" | "request" | "responses"
>;
type Content = NonNullable<NonNullable<NonNullable<HubCallback["request"]>["body"]>["content"]>;

const TOPIC = absoluteUrl(EXAMPLE_SITE, "/reviews.json");
const CHALLENGE = "pG1zYt0bG9Wn2kq0oVhR3xJmF6uCq8eLw4sTdAyXbNE";

const Challenge = z.string().max(100).meta({
  id: "Challenge",
  description: "A random text that the hub sends once.",
  examples: [CHALLENGE],
});

const Signature = z.string().regex(/^sha256=[0-9a-f]{64}$/).max(71).optional().meta({
  description:
    "HMAC-SHA256 of the bytes sent with the subscription's secret, in hexadecimal; only where there is a secret.",
  examples: [`sha256=${"0123456789abcdef".repeat(4)}`],
});

const EntityTag = z.string().max(40).meta({
  description: "`ETag` of GET in this content coding.",
  examples: ['"W5zmTzgnUCKxGvVeLUyxCA"'],
});

const LastModified = z.string().max(40).optional().meta({
  description: "`Last-Modified` of GET.",
  examples: ["Fri, 20 Nov 2026 09:15:00 GMT"],
});

const Encoding = z.enum(["gzip", "br", "zstd"]).optional().meta({
  description: "The content coding of the body; only where the answer to the verification had an `Accept-Encoding`.",
  examples: ["gzip"],
});

const WebhookId = z.string().max(100).meta({
  description: "Topic, version and content (Standard Webhooks), equal in every attempt.",
  examples: ["reviews_json_12_W5zmTzgnUCKxGvVeLUyxCA"],
});

const WebhookTimestamp = z.string().regex(/^[0-9]+$/).max(20).meta({
  description: "When the delivery was signed, in seconds since 1970: two minutes before the attempt at most.",
  examples: ["1795166100"],
});

const WebhookSignature = z.string().regex(/^v1,[A-Za-z0-9+/]{43}=$/).max(47).optional().meta({
  description: "Base64 HMAC-SHA256 of id, timestamp and uncompressed body with full stops between them (Standard " +
    "Webhooks); only where there is a secret.",
  examples: [`v1,${"A".repeat(43)}=`],
});

function distribution(path: string, operationId: string, topic: TopicPath, content: Content): HubCallback {
  const Link = z.string().max(4200).meta({
    description: "The hub and the topic, as with GET of the topic.",
    examples: [topicLink(EXAMPLE_SITE, topic)],
  });
  return {
    method: "post",
    path,
    operationId,
    summary: `The topic ${topic} has changed`,
    description: "Content distribution (WebSub 7): the very bytes and `Content-Type` of GET of the topic. It is sent " +
      "again when no answer of the 2xx kind comes; any other is a failure, redirects too.",
    request: {
      headers: z.object({
        Link,
        "X-Hub-Signature": Signature,
        "ETag": EntityTag,
        "Last-Modified": LastModified,
        "Content-Encoding": Encoding,
        "webhook-id": WebhookId,
        "webhook-timestamp": WebhookTimestamp,
        "webhook-signature": WebhookSignature,
      }),
      body: { required: true, content },
    },
    responses: {
      "2XX": { description: "Taken. The answer's body is not read." },
      410: { description: "The subscription is deleted at once." },
    },
  };
}

const SubscriptionVerification = z.object({
  "hub.mode": z.enum(["subscribe", "unsubscribe"]).meta({ description: "The mode of the request." }),
  "hub.topic": TopicUrl,
  "hub.challenge": Challenge,
  "hub.lease_seconds": z.int().min(1).optional().meta({
    description: "For how long the subscription holds, counted from this request; only with `subscribe`.",
  }),
}).meta({
  id: "SubscriptionVerification",
  description: "The parameters with which the hub asks whether a request was meant (WebSub 5.3).",
});

const SubscriptionDenial = z.object({
  "hub.mode": z.enum(["denied"]).meta({ description: "Always `denied`." }),
  "hub.topic": TopicUrl,
  "hub.reason": z.string().max(1000).meta({ description: "Why, for people." }),
}).meta({
  id: "SubscriptionDenial",
  description: "The parameters with which the hub tells that a subscription has ended (WebSub 5.2).",
});

/**
 * Describes the query as one object whose members are parameters: client generators create types only for named
 * schemas.
 */
function queryOf(name: string, schema: string, example: object) {
  return {
    name,
    in: "query" as const,
    required: true,
    style: "form" as const,
    explode: true,
    description: "Each member is a parameter of its own, added to the callback's query.",
    schema: { $ref: `#/components/schemas/${schema}` },
    example,
  };
}

const HUB_CALLBACKS: readonly HubCallback[] = [
  distribution("reviewsChanged", "receiveReviews", "/reviews.json", {
    "application/json": { schema: ReviewsDocument },
  }),
  distribution("jsonFeedChanged", "receiveJsonFeed", "/api/feed.json", { "application/json": { schema: JsonFeed } }),
  distribution("atomFeedChanged", "receiveAtomFeed", "/feed.xml", {
    "application/atom+xml": { schema: { $ref: "#/components/schemas/AtomFeed" } },
  }),
  {
    method: "get",
    path: "subscriptionVerification",
    operationId: "confirmSubscription",
    summary: "The hub asks whether a request was meant",
    description: "Intent verification (WebSub 5.3).",
    parameters: [
      queryOf("verification", "SubscriptionVerification", {
        "hub.mode": "subscribe",
        "hub.topic": TOPIC,
        "hub.challenge": CHALLENGE,
        "hub.lease_seconds": 864_000,
      }),
    ],
    responses: {
      "2XX": {
        description: "The request was meant. The body is the challenge and nothing else.",
        content: { "text/plain": { schema: Challenge } },
      },
      404: { description: "The request was not meant; nothing changes." },
    },
  },
  {
    method: "get",
    path: "subscriptionDenial",
    operationId: "noticeDenial",
    summary: "The hub has ended a subscription",
    description: "Denial (WebSub 5.2), such as after three failed deliveries. Subscribing again is always possible.",
    parameters: [
      queryOf("denial", "SubscriptionDenial", {
        "hub.mode": "denied",
        "hub.topic": TOPIC,
        "hub.reason": "Three deliveries in a row failed.",
      }),
    ],
    responses: {
      "2XX": { description: "Noticed. The answer's body is not read." },
      "4XX": { description: "Makes no difference: the subscription has ended." },
    },
  },
];

/**
 * Registers the hub's requests to callbacks. The generator does not support callbacks, so they are webhooks until
 * `withCallbacks` moves them.
 */
export function registerHubCallbacks(app: OpenAPIHono): void {
  app.openAPIRegistry.register("SubscriptionVerification", SubscriptionVerification);
  app.openAPIRegistry.register("SubscriptionDenial", SubscriptionDenial);
  for (const callback of HUB_CALLBACKS) app.openAPIRegistry.registerWebhook({ ...callback, tags: ["WebSub"] });
}
