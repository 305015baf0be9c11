import { acceptedCodings } from "../../domain/documents/choose_coding.ts";
import type { ContentCoding, Representation } from "../../domain/documents/representation.ts";
import type { TopicPath } from "../../domain/site.ts";
import type { TraceParent } from "../../domain/tracing.ts";
import type { OutboundRequest } from "../../outbound/outbound_client.ts";
import type { HubContext } from "../hub_context.ts";
import { type Message, sign } from "../signing/signature.ts";
import type { SignedAhead } from "../signing/signer.ts";
import type { Subscription } from "../store/subscription.ts";
import { isTopicDue } from "../store/topic_state.ts";
import { readTopic } from "../store/topic_store.ts";

/** A version of a topic that may be distributed. */
export interface TopicContent {
  readonly path: TopicPath;
  readonly version: number;
  readonly representation: Representation;
  /** The span that made the version; absent if that was not traced. */
  readonly traceParent?: TraceParent | undefined;
}

/** The content of a topic that may be sent now. */
export type CurrentContent =
  | ({ readonly kind: "ready" } & TopicContent)
  /** There is no version yet, or the newest is in its quiet time. */
  | { readonly kind: "none" }
  /** Another process has published a version that this one has not loaded yet. */
  | { readonly kind: "not_in_step" };

/** Finds the content of a topic that may be sent now: never the bytes of one version under the number of another. */
export async function currentContent(
  { kv, clock, representation, settings }: Pick<HubContext, "kv" | "clock" | "representation" | "settings">,
  path: TopicPath,
): Promise<CurrentContent> {
  const { value: state } = await readTopic(kv, path);
  const isDue = state !== null && isTopicDue(state, clock.now(), settings.debounceSeconds * 1000);
  if (!isDue) return { kind: "none" };
  const current = representation(path);
  if (current?.bodies.identity.entityTag !== state.entityTag) return { kind: "not_in_step" };
  return { kind: "ready", path, version: state.version, representation: current, traceParent: state.traceParent };
}

/** A message in one content coding, with the fields that all its deliveries share. */
interface DistributedMessage extends Message {
  readonly fields: Readonly<Record<string, string>>;
}

const messages = new WeakMap<TopicContent, Partial<Record<ContentCoding, DistributedMessage>>>();

/**
 * Returns the message for a subscription: the content in the prepared coding that its callback prefers, or the bytes of
 * GET if it names none. Returns the same object for the same content and coding.
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
 * Makes the content distribution request of a subscription (WebSub 7): bytes, `Content-Type` and validators of GET, hub
 * and self in one `Link` field, id and timestamp (Standard Webhooks), and both signatures if there is a secret.
 *
 * @param now Milliseconds since 1970.
 * @param signed The signatures, if they were made ahead.
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
  // With the entity tag, because versions begin at 1 again in a new store.
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
