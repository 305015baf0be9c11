import { acceptedCodings } from "../../domain/documents/choose_coding.ts";
import type { ContentCoding } from "../../domain/documents/representation.ts";
import type { OutboundRequest } from "../../outbound/outbound_client.ts";
import { type Message, sign } from "../signing/signature.ts";
import type { SignedAhead } from "../signing/signer.ts";
import type { Subscription } from "../store/subscription.ts";
import type { TopicContent } from "./topic_content.ts";

/** A message in one content coding, with the fields that all its deliveries have in common. */
interface DistributedMessage extends Message {
  readonly fields: Readonly<Record<string, string>>;
}

const messages = new WeakMap<TopicContent, Partial<Record<ContentCoding, DistributedMessage>>>();

/**
 * What a subscription is sent of a content: the bytes in the prepared coding that its callback prefers, those of GET
 * where it names none. The same object for the same content and coding.
 */
export function distributedMessage(
  content: TopicContent,
  { acceptEncoding }: Pick<Subscription, "acceptEncoding">,
): DistributedMessage {
  const { bodies } = content.representation;
  const coding = acceptEncoding === undefined
    ? "identity"
    : acceptedCodings(acceptEncoding).ofPrepared.find((coding) => bodies[coding] !== undefined) ?? "identity";
  let made = messages.get(content);
  if (made === undefined) messages.set(content, made = {});
  return made[coding] ??= makeMessage(content, coding);
}

/**
 * The content distribution request of a subscription (WebSub 7): bytes, `Content-Type` and validators of GET, hub and self
 * in one `Link` field, id and timestamp (Standard Webhooks), and both signatures where there is a secret.
 *
 * @param now Milliseconds since 1970.
 * @param signed The signatures, where they are known already.
 */
export function contentDistribution(
  subscription: Pick<Subscription, "callback" | "secret" | "acceptEncoding">,
  content: TopicContent,
  now: number,
  signed: SignedAhead | null = null,
): OutboundRequest {
  const { callback, secret } = subscription;
  const message = distributedMessage(content, subscription);
  const timestamp = signed?.timestamp ?? Math.floor(now / 1000);
  const headers: Record<string, string> = { ...message.fields, "webhook-timestamp": String(timestamp) };
  if (secret !== null) {
    const { hub, webhook } = signed ?? sign(secret, message, timestamp);
    headers["x-hub-signature"] = hub;
    headers["webhook-signature"] = webhook;
  }
  return { method: "POST", callback, target: callback.target, headers, body: message.body, readBytes: 0 };
}

function makeMessage({ path, version, representation }: TopicContent, coding: ContentCoding): DistributedMessage {
  const { contentType, link, lastModified, bodies: { identity, ...coded } } = representation;
  const { bytes: body, entityTag } = coding === "identity" ? identity : coded[coding] ?? identity;
  // The tag of the content as well: where a store was made anew, versions begin at 1 again.
  const id = `${path.slice(1).replaceAll(/\W/g, "_")}_${version}_${identity.entityTag.replaceAll('"', "")}`;
  return {
    id,
    content: identity.bytes,
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
