import type { HubContext } from "../hub_context.ts";
import type { Denial } from "../store/denial.ts";
import { readSubscription } from "../store/hub_rows.ts";
import { denialRequest } from "./intent_verification.ts";
import { callBack, DENIAL_AGAIN_SECONDS, putOff, submitCall } from "./waiting_call.ts";

/**
 * Tells a subscriber that its subscription has ended (WebSub 5.2), and again at the times of
 * {@linkcode DENIAL_AGAIN_SECONDS} until a 2xx answers: a callback that has just failed is likely to be down. One who
 * has subscribed again meanwhile is not told: it would take it for the end of the new subscription.
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
      const deniedAt = Math.min(claimed.value.deniedAt ?? now, now);
      // By the time and not by a count: an attempt that a kill cut off uses up none of them.
      const next = DENIAL_AGAIN_SECONDS.map((seconds) => deniedAt + seconds * 1000).find((at) => at > now);
      if (!isHeard && next !== undefined) {
        await putOff(context, job, { ...claimed, value: { ...claimed.value, deniedAt } }, next - now);
        return;
      }
    }
    await kv.atomic().check(claimed).delete(claimed.key).commit();
  });
}
