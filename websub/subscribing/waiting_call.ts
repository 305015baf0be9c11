import type { SpanFacts } from "../../domain/tracing.ts";
import { hasCome } from "../clock.ts";
import { type CallbackUrl, targetWith } from "../request/callback_url.ts";
import { recordAbout, resultOf, tracedExchange } from "../hub_log.ts";
import type { CallPlace } from "../exchange/waiting_calls.ts";
import type { HubContext } from "../hub_context.ts";
import type { HubSettings } from "../hub_settings.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { Job } from "../schedule/scheduler.ts";
import type { Denial, PendingRequest } from "../store/subscription.ts";
import { denialKey, idOf, pendingKey } from "../store/hub_rows.ts";

/** A row whose callback is to be called with GET: a request to verify, or a denial to tell. */
export type WaitingCall = PendingRequest | Denial;

/** Delays before the second and the third verification request, in seconds. There is no fourth. */
export const VERIFICATION_RETRY_SECONDS = [30, 300] as const;

/** When an unheard denial is repeated, in seconds from the end of the subscription. */
export const DENIAL_AGAIN_SECONDS = [3600, 86_400, 259_200] as const;

/**
 * Submits the call of a callback if it is due. Resolves when the call waits for its turn. Calls only for the row read
 * here: a row that a newer request has put in its place has its own job.
 *
 * @param call Makes the call. The row is put off until the call is surely over: if this process dies, it is retried
 * then.
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

/**
 * Sets the time before which a callback is not called. Returns the new row, or null if it has changed since it was
 * read.
 */
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

/** True if a callback is to be called now. */
export function isCallDue(call: WaitingCall, now: number, settings: HubSettings): boolean {
  const longest = Math.max(..."deniedAt" in call ? DENIAL_AGAIN_SECONDS : VERIFICATION_RETRY_SECONDS) * 1000;
  return hasCome(call.nextAttemptAt, now, Math.max(takenFor(settings), longest));
}

function takenFor({ attemptTimeoutSeconds }: HubSettings): number {
  return 2 * attemptTimeoutSeconds * 1000 + 1000;
}

/** Makes a GET request to a callback, with the hub's parameters after its own query. */
export function callbackRequest(
  callback: CallbackUrl,
  parameters: Readonly<Record<string, string>>,
  readBytes: number,
): OutboundRequest {
  return { method: "GET", callback, target: targetWith(callback, parameters), headers: {}, readBytes };
}

/**
 * Calls a callback and logs the result. Returns null if the end of this process has cut the call off.
 *
 * @param facts Further members of the log record, from the answer.
 */
export async function callBack(
  { client, clock, record, isClosing }: HubContext,
  event: "verification" | "denial",
  { key, value }: Deno.KvEntry<WaitingCall>,
  request: OutboundRequest,
  place: CallPlace,
  span: SpanFacts & { readonly name: string },
  facts: (answer: OutboundAnswer) => Readonly<Record<string, string>> = () => ({}),
): Promise<OutboundAnswer | null> {
  const start = clock.now();
  const answer: OutboundAnswer = "failure" in place
    ? { kind: "failed", failure: place.failure }
    : await tracedExchange(client, { ...request, ...place }, span.name, span);
  if (answer.kind === "failed" && isClosing()) return null;
  const { attempts: attempt } = value;
  const milliseconds = clock.now() - start;
  record(recordAbout(event, value, idOf(key), { attempt, result: resultOf(answer), ...facts(answer), milliseconds }));
  return answer;
}
