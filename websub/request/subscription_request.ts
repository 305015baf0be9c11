import { absoluteUrl, type Site, TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { type CallbackUrl, callbackUrl } from "./callback_url.ts";
import type { SubscriptionForm } from "./hub_answer.ts";
import type { HubSettings } from "../hub_settings.ts";

/** A subscription or unsubscription request (WebSub 5.1). */
export interface SubscriptionRequest {
  readonly mode: "subscribe" | "unsubscribe";
  readonly path: TopicPath;
  /** The topic's URL exactly as it was sent: the subscriber compares it when the hub verifies the intent. */
  readonly topic: string;
  readonly callback: CallbackUrl;
  /** Lease that the hub grants, in seconds. */
  readonly leaseSeconds: number;
  /** Secret that signs deliveries; null if the subscriber wants no signatures. */
  readonly secret: string | null;
}

/**
 * Reads the form of a request. Brings the lease within the hub's bounds.
 *
 * @throws {RangeError} If the site has no such topic, which the form's schema excludes.
 */
export function readSubscriptionRequest(
  form: SubscriptionForm,
  site: Site,
  { lease }: Pick<HubSettings, "lease">,
): SubscriptionRequest {
  const topic = form["hub.topic"];
  const path = TOPIC_PATHS.find((path) => absoluteUrl(site, path) === topic);
  if (path === undefined) throw new RangeError(`${topic} is no topic of ${site.baseUrl}.`);
  const seconds = Number(form["hub.lease_seconds"] || lease.default);
  return {
    mode: form["hub.mode"],
    path,
    topic,
    callback: callbackUrl(form["hub.callback"]),
    leaseSeconds: Math.min(Math.max(seconds, lease.min), lease.max),
    secret: form["hub.secret"] ?? null,
  };
}
