import { z } from "zod";
import { absoluteUrl, topicLink } from "../../domain/site.ts";
import { EXAMPLE_SITE } from "../../openapi/document.ts";
import { topicUrl } from "../../openapi/hub_operation.ts";

const TOPIC = absoluteUrl(EXAMPLE_SITE, "/reviews.json");
const TopicUrl = topicUrl(EXAMPLE_SITE);
const CHALLENGE = "pG1zYt0bG9Wn2kq0oVhR3xJmF6uCq8eLw4sTdAyXbNE";

const Challenge = z.string().max(100).regex(/^[A-Za-z0-9_-]+$/).meta({
  id: "Challenge",
  description: "A random text that the hub sends once.",
  examples: [CHALLENGE],
});

function header(name: string, description: string, example: string, schema: object, required = true) {
  return {
    name,
    in: "header" as const,
    required,
    description,
    schema: { type: "string" as const, ...schema },
    example,
  };
}

const DELIVERY_HEADERS = [
  header("Link", "The hub and the topic, as with GET of the topic.", topicLink(EXAMPLE_SITE, "/reviews.json"), {
    maxLength: 4200,
  }),
  header(
    "X-Hub-Signature",
    "HMAC-SHA256 of the bytes sent with the subscription's secret, in hexadecimal; only where there is a secret.",
    `sha256=${"0123456789abcdef".repeat(4)}`,
    { pattern: "^sha256=[0-9a-f]{64}$", maxLength: 71 },
    false,
  ),
  header("ETag", "`ETag` of GET in this content coding.", '"W5zmTzgnUCKxGvVeLUyxCA"', { maxLength: 40 }),
  header("Last-Modified", "`Last-Modified` of GET.", "Fri, 20 Nov 2026 09:15:00 GMT", { maxLength: 40 }, false),
  header(
    "Content-Encoding",
    "The content coding of the body; only where the answer to the verification had an `Accept-Encoding`.",
    "gzip",
    { enum: ["gzip", "br", "zstd"] },
    false,
  ),
  header(
    "webhook-id",
    "Topic, version and content (Standard Webhooks), equal in every attempt.",
    "reviews_json_12_W5zmTzgnUCKxGvVeLUyxCA",
    { maxLength: 100 },
  ),
  header(
    "webhook-timestamp",
    "When the delivery was signed, in seconds since 1970: two minutes before the attempt at most.",
    "1795166100",
    { pattern: "^[0-9]+$", maxLength: 20 },
  ),
  header(
    "webhook-signature",
    "Base64 HMAC-SHA256 of id, timestamp and uncompressed body with full stops between them (Standard Webhooks); only " +
      "where there is a secret.",
    `v1,${"A".repeat(43)}=`,
    { pattern: "^v1,[A-Za-z0-9+/]{43}=$", maxLength: 47 },
    false,
  ),
];

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
  description: "The parameters with which the hub reports that a subscription has ended (WebSub 5.2).",
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

/** Schemas of the queries of callbacks by name, to which the callbacks only refer. */
export const CALLBACK_QUERIES = { SubscriptionVerification, SubscriptionDenial };

const reference = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });
const URL = "{$request.body#/hub.callback}";

/**
 * The hub's requests to callbacks, on the operation that triggers them (OpenAPI 3.1.0 4.8.18). They are written as
 * OpenAPI, because the generator does not support callbacks.
 */
export const HUB_CALLBACKS = {
  contentDistribution: {
    [URL]: {
      post: {
        operationId: "receiveContent",
        tags: ["WebSub"],
        summary: "A topic has changed",
        description: "Content distribution (WebSub 7): the very bytes and `Content-Type` of GET of the topic, which " +
          "`Link` names. It is sent again when no answer of the 2xx kind comes; any other is a failure, redirects too.",
        parameters: DELIVERY_HEADERS,
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { anyOf: [reference("ReviewsDocument"), reference("JsonFeed")] } },
            "application/atom+xml": { schema: reference("AtomFeed") },
          },
        },
        responses: {
          "2XX": { description: "Taken. The answer's body is not read." },
          410: { description: "The subscription is deleted at once." },
        },
      },
    },
  },
  subscriptionVerification: {
    [URL]: {
      get: {
        operationId: "confirmSubscription",
        tags: ["WebSub"],
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
            description:
              "The request was meant. The body is the challenge and nothing else, as a type that no browser " +
              "runs, with `X-Content-Type-Options: nosniff`.",
            content: { "application/octet-stream": { schema: reference("Challenge") } },
          },
          404: { description: "The request was not meant; nothing changes." },
        },
      },
    },
  },
  subscriptionDenial: {
    [URL]: {
      get: {
        operationId: "noticeDenial",
        tags: ["WebSub"],
        summary: "The hub has ended a subscription",
        description:
          "Denial (WebSub 5.2), such as after three failed deliveries. Subscribing again is always possible.",
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
    },
  },
};
