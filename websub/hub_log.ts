import type { TopicPath } from "../domain/site.ts";
import type { OutboundAnswer } from "../outbound/outbound_client.ts";
import type { CallbackUrl } from "./request/callback_url.ts";

/** Log record of an action of the hub. Contains only the host of a callback, and no secret or challenge. */
export interface HubRecord {
  readonly event: "verification" | "distribution" | "denial" | "request" | "removal" | "topic" | "lateness";
  readonly [field: string]: string | number | boolean | null;
}

const SHOWN_LENGTH = 12;

/** Returns a short name of a subscription for people: the beginning of its id. */
export function shownId(id: string): string {
  return id.slice(0, SHOWN_LENGTH);
}

/** Returns a log record about a subscription, its request or its denial. */
export function recordAbout(
  event: HubRecord["event"],
  { path, callback }: { readonly path: TopicPath; readonly callback: CallbackUrl },
  id: string,
  more: Omit<HubRecord, "event">,
): HubRecord {
  return { event, topic: path, host: callback.host, subscription: shownId(id), ...more };
}

/** Returns the result of an exchange for the log: the status, or the reason for no answer. */
export function resultOf(answer: OutboundAnswer): string {
  return answer.kind === "answered" ? String(answer.status) : answer.failure;
}
