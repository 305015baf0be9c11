import type { TopicPath } from "../domain/site.ts";
import type { OutboundAnswer } from "../outbound/outbound_client.ts";
import type { CallbackUrl } from "./request/callback_url.ts";

/** One thing the hub did, for the log. No callback beyond its host, no secret, no challenge. */
export interface HubRecord {
  readonly event: "verification" | "distribution" | "denial" | "request" | "removal" | "topic" | "lateness";
  readonly [field: string]: string | number | boolean | null;
}

const SHOWN_LENGTH = 12;

/** How a subscription is named to people: the beginning of its id. */
export function shownId(id: string): string {
  return id.slice(0, SHOWN_LENGTH);
}

/** A record about a subscription, or the request or the denial of one. */
export function recordAbout(
  event: HubRecord["event"],
  { path, callback }: { readonly path: TopicPath; readonly callback: CallbackUrl },
  id: string,
  more: Omit<HubRecord, "event">,
): HubRecord {
  return { event, topic: path, host: callback.host, subscription: shownId(id), ...more };
}

/** An answer for the log: its status, or why there was none. */
export function resultOf(answer: OutboundAnswer): string {
  return answer.kind === "answered" ? String(answer.status) : answer.failure;
}
