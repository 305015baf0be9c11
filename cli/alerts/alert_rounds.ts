import { restoredSentence, type Text } from "../../domain/sentences/sentence.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Site } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { backoff } from "../watch/backoff.ts";
import { type PublishedFacts, readLastingFacts, readPublishedFacts } from "./alert_facts.ts";
import { alertMessage } from "./alert_message.ts";
import { type SendAlert, SendError } from "./alert_sender.ts";
import type { Receiver } from "./alert_settings.ts";
import { findNews } from "./find_news.ts";

/**
 * State of a receiver, in the store for all processes.
 *
 * | State   | `sending` | Event                            | Next                                                    |
 * | ------- | --------- | -------------------------------- | ------------------------------------------------------- |
 * | idle    | null      | begin: news, nothing to wait for | sending: committed before the exchange                  |
 * | sending | set       | sent: the receiver took it       | idle: `reported` moves to the revision of the message   |
 * | sending | set       | failed: it refused, or no answer | idle: `nextAt` is later, and the news are found anew    |
 * | sending | set       | died: the process has died       | idle: `reported` moves too, because it may have arrived |
 *
 * No row holds words of a review: an erased one is not sent later.
 */
export interface ReceiverState {
  /** Number of the newest revision that was reported to the receiver. */
  readonly reported: number;
  /** Lasting conditions at the last message, such as a failed source. */
  readonly lasting: readonly string[];
  /** Time of the last message, in milliseconds since 1970 like all times here; 0 before the first. */
  readonly reportedAt: number;
  readonly failures: number;
  /** Reason of the last failure; null without. */
  readonly reason: Text | null;
  /** No attempt before this time. */
  readonly nextAt: number;
  readonly sending: Pick<ReceiverState, "reported" | "lasting"> & { readonly since: number } | null;
  /** Time at which a process died while sending, so that delivery is uncertain. Null if that never happened. */
  readonly uncertainAt: number | null;
}

/** State of a new receiver, except that reviews published before its first round are not news. */
const FIRST_STATE: ReceiverState = {
  reported: 0,
  lasting: [],
  reportedAt: 0,
  failures: 0,
  reason: null,
  nextAt: 0,
  sending: null,
  uncertainAt: null,
};

/** The key of a receiver's state. */
function receiverKey(name: string): Deno.KvKey {
  return ["alert", name];
}

/** Reads the state of a receiver; null before its first round. */
export async function readReceiverState(kv: Store, name: string): Promise<ReceiverState | null> {
  const { value } = await kv.get<ReceiverState>(receiverKey(name));
  return value && { ...value, reason: restoredSentence(value.reason) };
}

/** Time after which a sending process counts as dead: longer than any exchange takes. */
const DEAD_AFTER_MS = 120_000;

const BUSY = "another process sends";

const CHECK_EVERY_MS = 15 * 60_000;

interface AlertSurroundings {
  readonly kv: Store;
  readonly receivers: readonly Receiver[];
  readonly site: Site;
  readonly send: SendAlert;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Result of a round for a receiver. */
export interface ReceiverRound {
  readonly name: string;
  readonly result: "sent" | "nothing" | "waits" | "failed" | "uncertain";
  /** Subject of the message, reason of the failure, or length of the wait; null for nothing. */
  readonly detail: Text | null;
  /** Delay until the receiver is due again, in milliseconds. */
  readonly wait: number;
}

/**
 * Sends each receiver one message with all its news. A message is sent once: its state is committed before the
 * exchange, so a crash never repeats it.
 */
export async function alertRound(surroundings: AlertSurroundings): Promise<readonly ReceiverRound[]> {
  const rounds: ReceiverRound[] = [];
  const facts = new Map<number, PublishedFacts | null>();
  for (const receiver of surroundings.receivers) rounds.push(await receiverRound(surroundings, receiver, facts));
  return rounds;
}

async function receiverRound(
  { kv, site, send, now }: AlertSurroundings,
  receiver: Receiver,
  known: Map<number, PublishedFacts | null>,
): Promise<ReceiverRound> {
  const { name, conditions, pauseMilliseconds } = receiver;
  const key = receiverKey(name);
  const entry = await kv.get<ReceiverState>(key);
  const revision = (await readHead(kv)).value?.number ?? 0;
  const state = entry.value ?? { ...FIRST_STATE, reported: revision };
  const at = now();
  const round = (result: ReceiverRound["result"], detail: Text | null, wait: number) => (
    { name, result, detail, wait }
  );
  const commit = (next: ReceiverState, versionstamp = entry.versionstamp) =>
    kv.atomic().check({ key, versionstamp }).set(key, next).commit();
  async function publishedSince(reported: number): Promise<PublishedFacts | null> {
    const facts = known.get(reported) ?? await readPublishedFacts(kv, reported, at);
    known.set(reported, facts);
    return facts;
  }

  if (state.sending !== null) {
    const { since, ...begun } = state.sending;
    const rest = since + DEAD_AFTER_MS - at;
    if (rest > 0 && rest <= DEAD_AFTER_MS) return round("waits", BUSY, rest);
    await commit({ ...state, ...begun, sending: null, uncertainAt: since });
    return round("uncertain", "a process died while it sent a message", 0);
  }
  // A wait that is longer than its rule allows means that the clock was put back.
  const restOf = (until: number, longest: number) => until - at > longest ? 0 : until - at;
  const { nextAt, failures, reportedAt } = state;
  const rest = Math.max(
    restOf(nextAt, backoff(failures, null)),
    restOf(reportedAt + pauseMilliseconds, pauseMilliseconds),
  );
  const isToWait = rest > 0;
  const waits = () => round("waits", restoredSentence(state.reason) ?? "for the pause", rest);
  // Before the news are read, which is costly.
  if (isToWait && state.reported < revision) return waits();
  const published = revision > state.reported ? await publishedSince(state.reported) : null;
  const news = findNews(conditions, published, await readLastingFacts(kv, at), state.lasting);
  const next = { reported: revision, lasting: news.lasting };
  if (news.reviews.length + news.notes.length === 0) {
    const isKnown = entry.value !== null && state.reported === revision && state.lasting.join() === news.lasting.join();
    if (!isKnown) await commit({ ...state, ...next });
    return round("nothing", null, CHECK_EVERY_MS);
  }
  if (isToWait) return waits();
  // Without a publication the message still names the business.
  const message = alertMessage(news, published ?? await publishedSince(revision), site);
  const claim = await commit({ ...state, sending: { ...next, since: at } });
  if (!claim.ok) return round("waits", BUSY, DEAD_AFTER_MS);
  try {
    await send(receiver, message, `alert-${name.replace(/[^\w-]/g, "_")}-${revision}-${at}`);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    const delay = backoff(failures + 1, null);
    const [reason = ""] = error.texts;
    const failed = { ...state, failures: failures + 1, reason, nextAt: now() + delay };
    await commit(failed, claim.versionstamp);
    return round("failed", reason, delay);
  }
  await commit({ ...state, ...next, reportedAt: now(), failures: 0, reason: null, nextAt: 0 }, claim.versionstamp);
  return round("sent", message.subject, CHECK_EVERY_MS);
}
