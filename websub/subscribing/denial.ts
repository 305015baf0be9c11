import type { OutboundRequest } from "../../outbound/outbound_client.ts";
import type { HubContext } from "../hub_context.ts";
import { readSubscription } from "../store/hub_rows.ts";
import type { Denial } from "../store/subscription.ts";
import { callBack, callbackRequest, DENIAL_AGAIN_SECONDS, putOff, submitCall } from "./waiting_call.ts";

/** Makes the request that tells a subscriber of its denial (WebSub 5.2). Its answer's body does not matter. */
export function denialRequest(
  { topic, callback, reason }: Pick<Denial, "topic" | "callback" | "reason">,
): OutboundRequest {
  return callbackRequest(callback, { "hub.mode": "denied", "hub.topic": topic, "hub.reason": reason }, 0);
}

/**
 * Tells a subscriber that its subscription has ended (WebSub 5.2). Repeats this at the times of
 * {@linkcode DENIAL_AGAIN_SECONDS} until the callback answers with 2xx: a callback that has just failed is likely down.
 * Drops the denial if the subscriber has subscribed again, which would take it for the end of the new subscription.
 */
export async function tellDenial(context: HubContext, id: string): Promise<void> {
  const { kv, clock } = context;
  const job = { kind: "deny", id } as const;
  await submitCall<Denial>(context, job, async (claimed, place) => {
    const { path } = claimed.value;
    const { value: subscription } = await readSubscription(kv, path, id);
    if (subscription === null) {
      const span = { name: "websub denial", link: null, attributes: { "websub.topic": path } };
      const answer = await callBack(context, "denial", claimed, denialRequest(claimed.value), place, span);
      if (answer === null) return;
      const isHeard = answer.kind === "answered" && answer.status >= 200 && answer.status <= 299;
      const now = clock.now();
      // The clock may have been put back since.
      const deniedAt = Math.min(claimed.value.deniedAt, now);
      // By time, not by a count of attempts: a crash during an attempt must not use one up.
      const next = DENIAL_AGAIN_SECONDS.map((seconds) => deniedAt + seconds * 1000).find((at) => at > now);
      if (!isHeard && next !== undefined) {
        await putOff(context, job, { ...claimed, value: { ...claimed.value, deniedAt } }, next - now);
        return;
      }
    }
    await kv.atomic().check(claimed).delete(claimed.key).commit();
  });
}
