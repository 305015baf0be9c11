import type { SpanFacts } from "../../domain/tracing.ts";
import { hasCome } from "../clock.ts";
import { tracedExchange } from "../exchange/traced_exchange.ts";
import type { CallPlace } from "../exchange/waiting_calls.ts";
import type { HubContext } from "../hub_context.ts";
import { recordAbout, resultOf } from "../hub_log.ts";
import type { HubSettings } from "../hub_settings.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { Job } from "../schedule/job.ts";
import type { Denial } from "../store/denial.ts";
import { denialKey, idOf, pendingKey } from "../store/hub_rows.ts";
import type { PendingRequest } from "../store/pending_request.ts";

/** What has its callback called with a GET: a request that is to be verified, or a denial that is to be told. */
export type WaitingCall = PendingRequest | Denial;

/** Waits before the second and the third verification request, in seconds; there is no fourth. */
export const VERIFICATION_RETRY_SECONDS = [30, 300] as const;

/** When a denial is told again that was not heard, in seconds from the end of the subscription. */
export const DENIAL_AGAIN_SECONDS = [3600, 86_400, 259_200] as const;

/**
 * Has a callback called, if it is time; resolves when that waits for its turn. Only what was read here is ever called
 * for: the row that a newer request has put in its place has a job of its own.
 *
 * @param call Calls it, with the row put off until that is surely over: should this process die, the next try is then.
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
  const { callback: { host, domain = host }, attempts } = value;
  const { network = "", isRenewal = false }: Partial<PendingRequest> = value;
  const kind = job.kind === "deny" || attempts > 0 ? "later" : isRenewal ? "renewal" : "first";
  const id = `${job.kind} ${job.id}`;
  calls.submit({ id, kind, network, host, domain, attempts, make: (place) => make(place).catch(context.onError) });
}

/** Writes a row with a time before which its callback is not called; null when it has changed since it was read. */
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

/** Whether a callback is to be called now. */
export function isCallDue(call: WaitingCall, now: number, settings: HubSettings): boolean {
  const longest = Math.max(..."deniedAt" in call ? DENIAL_AGAIN_SECONDS : VERIFICATION_RETRY_SECONDS) * 1000;
  return hasCome(call.nextAttemptAt, now, Math.max(takenFor(settings), longest));
}

function takenFor({ attemptTimeoutSeconds }: HubSettings): number {
  return 2 * attemptTimeoutSeconds * 1000 + 1000;
}

/**
 * Calls a callback and records how it went; null when the end of this process has cut it off.
 *
 * @param told What the record tells of the answer besides.
 */
export async function callBack(
  { client, clock, record, isClosing }: HubContext,
  event: "verification" | "denial",
  { key, value }: Deno.KvEntry<WaitingCall>,
  request: OutboundRequest,
  place: CallPlace,
  span: SpanFacts & { readonly name: string },
  told: (answer: OutboundAnswer) => Readonly<Record<string, string>> = () => ({}),
): Promise<OutboundAnswer | null> {
  const start = clock.now();
  const answer: OutboundAnswer = "failure" in place
    ? { kind: "failed", failure: place.failure }
    : await tracedExchange(client, { ...request, ...place }, span.name, span);
  if (answer.kind === "failed" && isClosing()) return null;
  const { attempts: attempt } = value;
  const milliseconds = clock.now() - start;
  record(recordAbout(event, value, idOf(key), { attempt, result: resultOf(answer), ...told(answer), milliseconds }));
  return answer;
}
