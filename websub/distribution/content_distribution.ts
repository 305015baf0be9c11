import { createHmac } from "node:crypto";
import { acceptedCodings } from "../../domain/documents/content_negotiation.ts";
import type { ContentCoding } from "../../domain/documents/representation.ts";
import type { OutboundRequest } from "../../outbound/outbound_client.ts";
import type { Subscription } from "../store/subscription.ts";
import type { TopicContent } from "./topic_version.ts";

interface Message {
  /** Value of the `webhook-id` field, without full stops. */
  readonly id: string;
  readonly uncoded: Uint8Array;
  readonly body: Uint8Array;
  /** Header fields that are equal in all deliveries. */
  readonly fields: Readonly<Record<string, string>>;
}

const WEBHOOK_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

const messages = new WeakMap<TopicContent, Partial<Record<ContentCoding, Message>>>();

/**
 * Returns the content distribution request of a subscription (WebSub 7). Its body equals that of GET.
 *
 * @param now Time of the attempt, in milliseconds since 1970.
 */
export function contentDistribution(
  subscription: Pick<Subscription, "callback" | "secret" | "acceptEncoding">,
  content: TopicContent,
  now: number,
): OutboundRequest {
  const { callback, secret } = subscription;
  const message = messageOf(content, subscription);
  const headers = deliveryHeaders(message, secret, Math.floor(now / 1000));
  return { method: "POST", callback, target: callback.target, headers, body: message.body, readBytes: 0 };
}

/**
 * Returns the headers of a delivery:
 * - `Content-Type`, validators and `Link` (hub and self), equal to those of GET,
 * - id and timestamp (Standard Webhooks 1.0.0),
 * - with a secret, `X-Hub-Signature` (WebSub 7.1) of the bytes sent. SHA-256 is the weakest hash that 8.3 calls strong.
 * - with a secret, `webhook-signature` of id, timestamp and uncoded content, because the libraries of that standard
 *   take text.
 */
function deliveryHeaders(
  { id, uncoded, body, fields }: Message,
  secret: string | null,
  timestamp: number,
): Readonly<Record<string, string>> {
  const headers = { ...fields, "webhook-timestamp": String(timestamp) };
  if (secret === null) return headers;
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const signed = createHmac("sha256", webhookKey(secret)).update(`${id}.${timestamp}.`).update(uncoded);
  return {
    ...headers,
    "x-hub-signature": `sha256=${signature}`,
    "webhook-signature": `v1,${signed.digest("base64")}`,
  };
}

/**
 * Returns the message for a subscription: the content in the prepared coding that its callback prefers, or uncoded if
 * it names none. Returns the same object for the same content and coding.
 */
function messageOf(content: TopicContent, { acceptEncoding }: Pick<Subscription, "acceptEncoding">): Message {
  const { bodies } = content.representation;
  const coding = acceptEncoding === undefined
    ? "identity"
    : acceptedCodings(acceptEncoding).ofPrepared.find((coding) => bodies[coding] !== undefined) ?? "identity";
  let made = messages.get(content);
  if (made === undefined) messages.set(content, made = {});
  return made[coding] ??= makeMessage(content, coding);
}

function makeMessage({ path, version, representation }: TopicContent, coding: ContentCoding): Message {
  const { contentType, link, lastModified, bodies: { identity, ...coded } } = representation;
  const { bytes: body, entityTag } = coding === "identity" ? identity : coded[coding] ?? identity;
  // The id includes the entity tag, because a new store numbers versions from 1 again.
  const id = `${path.slice(1).replaceAll(/\W/g, "_")}_${version}_${identity.entityTag.replaceAll('"', "")}`;
  return {
    id,
    uncoded: identity.bytes,
    body,
    fields: {
      "content-type": contentType,
      ...(coding === "identity" ? {} : { "content-encoding": coding }),
      ...(link === null ? {} : { link }),
      etag: entityTag,
      ...(lastModified === null ? {} : { "last-modified": new Date(lastModified).toUTCString() }),
      "webhook-id": id,
    },
  };
}

/** The key of `webhook-signature`: the bytes in a secret `whsec_<base64>`, else the text of the secret. */
function webhookKey(secret: string): string | Uint8Array {
  const [, base64] = WEBHOOK_SECRET.exec(secret) ?? [];
  if (base64 === undefined) return secret;
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return secret;
  }
}
