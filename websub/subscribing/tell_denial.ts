import type { HubContext } from "../hub_context.ts";
import type { Denial } from "../store/denial.ts";
import { readSubscription } from "../store/hub_rows.ts";
import { denialRequest } from "./intent_verification.ts";
import { callBack, submitCall } from "./waiting_call.ts";

const ATTEMPTS = 2;

/**
 * Tells a subscriber that its subscription has ended, once more when that brings no answer (WebSub 5.2). One who has
 * subscribed again meanwhile is not told: it would take it for the end of the new subscription.
 */
export async function tellDenial(context: HubContext, id: string): Promise<void> {
  await submitCall<Denial>(context, { kind: "deny", id }, async (claimed) => {
    const { path, attempts } = claimed.value;
    const { value: subscription } = await readSubscription(context.kv, path, id);
    if (subscription === null) {
      const span = { name: "websub denial", link: null, attributes: { "websub.topic": path } };
      const answer = await callBack(context, "denial", claimed, denialRequest(claimed.value), span);
      const isTold = answer?.kind === "answered" && answer.status < 500;
      // It is told again when the time has passed that it was put off for.
      if (answer === null || !isTold && attempts < ATTEMPTS) return;
    }
    await context.kv.atomic().check(claimed).delete(claimed.key).commit();
  });
}
