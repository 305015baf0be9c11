import { hasCome } from "../clock.ts";
import { type CallbackUrl, targetWith } from "../request/callback_url.ts";
import { recordAbout, resultOf } from "../hub_log.ts";
import type { CallPlace } from "../exchange/waiting_calls.ts";
import type { HubContext } from "../hub_context.ts";
import type { HubSettings } from "../hub_settings.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { Job } from "../schedule/scheduler.ts";
import type { Denial, PendingRequest } from "../store/subscription.ts";
import { denialKey, idOf, pendingKey } from "../store/hub_rows.ts";

/** A row whose callback must be called with GET: a pending request or a denial. */
export type WaitingCall = PendingRequest | Denial;

/** Delays before the second and the third verification request, in seconds. There is no fourth. */
export const VERIFICATION_RETRY_SECONDS = [30, 300] as const;

/** Times at which an unconfirmed denial is repeated, in seconds after the end of the subscription. */
const DENIAL_AGAIN_SECONDS = [3600, 86_400, 259_200] as const;

/**
 * Queues the call of a callback if due. Resolves when the call is queued. Skips the call if the row has been replaced:
 * the new row has another job.
 *
 * @param call Makes the call. Before that, the due time of the row is moved past the end of the call, so that another
 * process retries if this one dies.
 */
export async function submitCall<T extends WaitingCall>(
  context: HubContext,
  job: Extract<Job, { kind: "verify" | "deny" }>,
  call: (claimed: Deno.KvEntry<T>, place: CallPlace) => Promise<void>,
): Promise<void> {
  const { kv, clock, calls, settings } = context;
  const entry = await kv.get<T>(job.kind === "verify" ? pendingKey(job.id) : denialKey(job.id));
  if (entry.value === null || !isCallDue(entry.value, clock.now(), settings)) return;
  const { value } = entry;
  async function make(place: CallPlace): Promise<void> {
    if (context.isStopping() || !isCallDue(value, clock.now(), settings)) return;
    const next = { ...entry, value: { ...value, attempts: value.attempts + 1 } } as Deno.KvEntry<T>;
    const claimed = await putOff(context, job, next, takenFor(settings));
    if (claimed !== null) await call(claimed, place);
  }
  const { callback: { host, domain }, attempts } = value;
  // A denial has neither.
  const { network = "", isRenewal = false }: Partial<PendingRequest> = value;
  const kind = job.kind === "deny" || attempts > 0 ? "later" : isRenewal ? "renewal" : "first";
  const id = `${job.kind} ${job.id}`;
  calls.submit({ id, kind, network, host, domain, attempts, make: (place) => make(place).catch(context.onError) });
}

/** Moves the due time of a row ahead. Returns the new row, or null if the row has changed since it was read. */
export async function putOff<T extends WaitingCall>(
  { kv, clock, scheduler }: Pick<HubContext, "kv" | "clock" | "scheduler">,
  job: Job,
  { key, value, versionstamp }: Deno.KvEntry<T>,
  delay: number,
): Promise<Deno.KvEntry<T> | null> {
  const later = { ...value, nextAttemptAt: clock.now() + delay };
  const operation = kv.atomic().check({ key, versionstamp }).set(key, later);
  const result = await scheduler.schedule(operation, job, delay).commit();
  return result.ok ? { key, value: later, versionstamp: result.versionstamp } : null;
}

/** True if the callback of a row is due to be called. */
export function isCallDue(call: WaitingCall, now: number, settings: HubSettings): boolean {
  const longest = Math.max(..."deniedAt" in call ? DENIAL_AGAIN_SECONDS : VERIFICATION_RETRY_SECONDS) * 1000;
  return hasCome(call.nextAttemptAt, now, Math.max(takenFor(settings), longest));
}

function takenFor({ attemptTimeoutSeconds }: HubSettings): number {
  return 2 * attemptTimeoutSeconds * 1000 + 1000;
}

/** Returns a GET request to a callback, with the hub's parameters after its own query. */
export function callbackRequest(
  callback: CallbackUrl,
  parameters: Readonly<Record<string, string>>,
  readBytes: number,
): OutboundRequest {
  return { method: "GET", callback, target: targetWith(callback, parameters), headers: {}, readBytes };
}

/**
 * Calls a callback and logs the result. Returns null if a stop of this process has cut off the call.
 *
 * @param facts Further members of the log record, from the answer.
 */
export async function callBack(
  { client, clock, record, isClosing }: HubContext,
  event: "verification" | "denial",
  { key, value }: Deno.KvEntry<WaitingCall>,
  request: OutboundRequest,
  place: CallPlace,
  facts: (answer: OutboundAnswer) => Readonly<Record<string, string>> = () => ({}),
): Promise<OutboundAnswer | null> {
  const start = clock.now();
  const answer: OutboundAnswer = "failure" in place
    ? { kind: "failed", failure: place.failure }
    : await client.exchange({ ...request, ...place });
  if (answer.kind === "failed" && isClosing()) return null;
  const { attempts: attempt } = value;
  const milliseconds = clock.now() - start;
  record(recordAbout(event, value, idOf(key), { attempt, result: resultOf(answer), ...facts(answer), milliseconds }));
  return answer;
}

/**
 * Tells a subscriber that its subscription has ended (WebSub 5.2). Repeats this at the times of {@linkcode
 * DENIAL_AGAIN_SECONDS} until the callback answers with 2xx: a callback that has just failed is likely down. A new
 * subscription drops the denial (`putSubscription`): it would look like the end of that one.
 */
export async function tellDenial(context: HubContext, id: string): Promise<void> {
  const { kv, clock } = context;
  const job = { kind: "deny", id } as const;
  await submitCall<Denial>(context, job, async (claimed, place) => {
    const { topic, callback, reason } = claimed.value;
    const denied = { "hub.mode": "denied", "hub.topic": topic, "hub.reason": reason };
    const answer = await callBack(context, "denial", claimed, callbackRequest(callback, denied, 0), place);
    if (answer === null) return;
    const isHeard = answer.kind === "answered" && answer.status >= 200 && answer.status <= 299;
    const now = clock.now();
    // Not in the future, in case the clock was put back.
    const deniedAt = Math.min(claimed.value.deniedAt, now);
    // Counts time, not attempts, because a crash during an attempt must not use one up.
    const next = DENIAL_AGAIN_SECONDS.map((seconds) => deniedAt + seconds * 1000).find((at) => at > now);
    if (!isHeard && next !== undefined) {
      await putOff(context, job, { ...claimed, value: { ...claimed.value, deniedAt } }, next - now);
      return;
    }
    await kv.atomic().check(claimed).delete(claimed.key).commit();
  });
}
