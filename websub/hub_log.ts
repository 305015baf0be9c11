import type { TopicPath } from "../domain/site.ts";
import { isTraced, type SpanFacts, traced } from "../domain/tracing.ts";
import type { OutboundAnswer, OutboundClient, OutboundRequest } from "../outbound/outbound_client.ts";
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

/** Makes an exchange with a callback inside a client span. The span contains only the host of the callback. */
export function tracedExchange(
  client: OutboundClient,
  request: OutboundRequest,
  name: string,
  facts: SpanFacts,
): Promise<OutboundAnswer> {
  // Fast path for deliveries without tracing.
  if (!isTraced()) return client.exchange(request);
  const { method, callback: { host } } = request;
  const attributes = { ...facts.attributes, "http.request.method": method, "server.address": host };
  return traced(name, { ...facts, attributes, isClient: true }, async (span) => {
    const answer = await client.exchange(request);
    if (answer.kind === "answered") span.note({ "http.response.status_code": answer.status });
    if (answer.kind === "failed") span.fail(answer.failure);
    else if (answer.status >= 300) span.fail(String(answer.status));
    return answer;
  });
}
