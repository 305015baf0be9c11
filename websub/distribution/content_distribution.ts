import type { ContentCoding, Representation } from "../../domain/documents/representation.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { OutboundRequest } from "../../outbound/outbound_client.ts";
import type { HubContext } from "../hub_context.ts";
import { type Message, sign } from "../signing/signature.ts";
import type { SignedAhead } from "../signing/signer.ts";
import type { Subscription } from "../store/subscription.ts";
import { changeTopic, isTopicDue } from "../store/topic_state.ts";
import { readTopic } from "../store/topic_store.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { topicKey } from "../store/hub_rows.ts";
import type { Job } from "../schedule/scheduler.ts";
import { acceptedCodings } from "../../domain/documents/content_negotiation.ts";

/** A version of a topic that may be distributed. */
export interface TopicContent {
  readonly path: TopicPath;
  readonly version: number;
  readonly representation: Representation;
}

/** The content of a topic that may be sent now. */
export type CurrentContent =
  | ({ readonly kind: "ready" } & TopicContent)
  /** There is no version yet, or the newest is in its quiet time. */
  | { readonly kind: "none" }
  /** Another process has published a version that this one has not loaded yet. */
  | { readonly kind: "not_in_step" };

/** Returns the content of a topic that may be sent now. Its bytes always belong to its version number. */
export async function currentContent(
  { kv, clock, representation, settings }: Pick<HubContext, "kv" | "clock" | "representation" | "settings">,
  path: TopicPath,
): Promise<CurrentContent> {
  const { value: state } = await readTopic(kv, path);
  const isDue = state !== null && isTopicDue(state, clock.now(), settings.debounceSeconds * 1000);
  if (!isDue) return { kind: "none" };
  const current = representation(path);
  if (current?.bodies.identity.entityTag !== state.entityTag) return { kind: "not_in_step" };
  return { kind: "ready", path, version: state.version, representation: current };
}

/** A message in one content coding, with the header fields that all its deliveries share. */
interface DistributedMessage extends Message {
  readonly fields: Readonly<Record<string, string>>;
}

const messages = new WeakMap<TopicContent, Partial<Record<ContentCoding, DistributedMessage>>>();

/**
 * Returns the message for a subscription: the content in the prepared coding that its callback prefers, or uncoded if
 * it names none. Returns the same object for the same content and coding.
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
 * Returns the content distribution request of a subscription (WebSub 7). Body, `Content-Type`, validators and the
 * `Link` field with hub and self equal those of GET. Adds id and timestamp (Standard Webhooks), and both signatures if
 * there is a secret.
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
  // The id includes the entity tag, because a new store numbers versions from 1 again.
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

/**
 * Publishes the topics that a new snapshot changed (WebSub 6). If several processes see the same change, the first to
 * commit gives it its version.
 */
export async function publishTopics(
  context: Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "record">,
  snapshot: Pick<Snapshot, "revision" | "documents">,
): Promise<void> {
  for (const path of TOPIC_PATHS) await publishTopic(context, path, snapshot);
}

async function publishTopic(
  { kv, clock, settings, scheduler, record }: Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "record">,
  path: TopicPath,
  { revision, documents }: Pick<Snapshot, "revision" | "documents">,
): Promise<void> {
  const { entityTag, bytes: { length: bytes } } = documents[path].bodies.identity;
  for (;;) {
    const before = await readTopic(kv, path);
    if (before.value?.entityTag === entityTag) {
      // Schedules a job here too: this process takes its share, or everything if the publishing process dies.
      const { version, dueAt } = before.value;
      scheduler.committed({ kind: "distribute", path, version }, Math.max(0, dueAt - clock.now()));
      return;
    }
    // Otherwise a process that was slow to load would publish an old revision as a new version. Subscribers never get
    // the sample, which is no revision.
    const head = await readHead(kv);
    if (head.value?.revision !== revision) return;
    const now = clock.now();
    const after = { ...changeTopic(before.value, entityTag, now, settings.debounceSeconds * 1000), bytes };
    const job: Job = { kind: "distribute", path, version: after.version };
    const operation = kv.atomic().check(before, head).set(topicKey(path), after);
    const { ok } = await scheduler.schedule(operation, job, after.dueAt - now).commit();
    if (!ok) continue;
    scheduler.committed(job, after.dueAt - now);
    record({ event: "topic", topic: path, version: after.version, due_in_milliseconds: after.dueAt - now });
    return;
  }
}
