import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Site } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { backoff } from "../watch/backoff.ts";
import { type PublishedFacts, readLastingFacts, readPublishedFacts } from "./alert_facts.ts";
import { alertMessage } from "./alert_message.ts";
import { type SendAlert, SendError } from "./alert_sender.ts";
import type { Receiver } from "./alert_settings.ts";
import { findNews, type News } from "./find_news.ts";

/**
 * State of a receiver, in the store for all processes. {@linkcode nextAction} decides about a state.
 *
 * | State   | `sending` | Event                            | Next                                                    |
 * | ------- | --------- | -------------------------------- | ------------------------------------------------------- |
 * | idle    | null      | begin: news, nothing to wait for | sending: committed before the exchange                  |
 * | sending | set       | sent: the receiver took it       | idle: `told` moves to the revision of the message       |
 * | sending | set       | failed: it refused, or was away  | idle: `nextAt` is later, and the news are found anew    |
 * | sending | set       | died: the process has died       | idle: `told` moves as well, because it may have arrived |
 *
 * No row holds words of a review: an erased one is not sent later.
 */
export interface ReceiverState {
  /** Newest revision that was reported to the receiver. */
  readonly told: number;
  /** Lasting conditions at the last message, such as a failed source. */
  readonly lasting: readonly string[];
  /** Time of the last message, in milliseconds since 1970 like all times here; 0 before the first. */
  readonly toldAt: number;
  readonly failures: number;
  /** Reason of the last failure; null without. */
  readonly reason: string | null;
  /** No attempt before this time. */
  readonly nextAt: number;
  readonly sending: Reported & { readonly since: number } | null;
  /** Time at which a process died while sending, so that delivery is uncertain. Null if that never happened. */
  readonly uncertainAt: number | null;
}

type Reported = Pick<ReceiverState, "told" | "lasting">;

/** State of a new receiver, except that reviews published before its first round are not news. */
const FIRST_STATE: ReceiverState = {
  told: 0,
  lasting: [],
  toldAt: 0,
  failures: 0,
  reason: null,
  nextAt: 0,
  sending: null,
  uncertainAt: null,
};

/** The key of a receiver's state. */
export function receiverKey(name: string): Deno.KvKey {
  return ["alert", name];
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
  readonly detail: string | null;
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

interface Found {
  readonly news: News;
  readonly published: PublishedFacts | null;
}

type Action =
  | { readonly name: "wait"; readonly reason: string; readonly milliseconds: number }
  | { readonly name: "read news" }
  | { readonly name: "died"; readonly reported: Reported; readonly since: number }
  | { readonly name: "note"; readonly reported: Reported }
  | { readonly name: "begin"; readonly reported: Reported; readonly found: Found };

/**
 * Decides what to do for a receiver.
 *
 * @param revision Number of the published revision.
 * @param found Null until the news are read, which is costly.
 * @param pause Minimum time between two messages, in milliseconds.
 */
function nextAction(state: ReceiverState, revision: number, found: Found | null, pause: number, at: number): Action {
  if (state.sending !== null) {
    const { told, lasting, since } = state.sending;
    const rest = since + DEAD_AFTER_MS - at;
    if (rest > 0 && rest <= DEAD_AFTER_MS) return { name: "wait", reason: BUSY, milliseconds: rest };
    return { name: "died", reported: { told, lasting }, since };
  }
  const rest = Math.max(state.nextAt, state.toldAt + pause) - at;
  // A last message in the future means that the clock was put back.
  const isToWait = rest > 0 && state.toldAt <= at;
  const isNews = found === null ? state.told < revision : found.news.reviews.length + found.news.notes.length > 0;
  if (isToWait && isNews) return { name: "wait", reason: state.reason ?? "for the pause", milliseconds: rest };
  if (found === null) return { name: "read news" };
  const reported = { told: revision, lasting: found.news.lasting };
  return isNews ? { name: "begin", reported, found } : { name: "note", reported };
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
  const state = entry.value ?? { ...FIRST_STATE, told: revision };
  const at = now();
  const round = (result: ReceiverRound["result"], detail: string | null, wait: number) => (
    { name, result, detail, wait }
  );
  const commit = (next: ReceiverState) => kv.atomic().check(entry).set(key, next).commit();
  return await act(nextAction(state, revision, null, pauseMilliseconds, at));

  async function act(action: Action): Promise<ReceiverRound> {
    switch (action.name) {
      case "wait":
        return round("waits", action.reason, action.milliseconds);
      case "read news":
        return await act(nextAction(state, revision, await findAll(), pauseMilliseconds, at));
      case "died":
        await commit({ ...state, ...action.reported, sending: null, uncertainAt: action.since });
        return round("uncertain", "a process died while it sent a message", 0);
      case "note": {
        const { told, lasting } = action.reported;
        const isKnown = entry.value !== null && state.told === told && state.lasting.join() === lasting.join();
        if (!isKnown) await commit({ ...state, told, lasting });
        return round("nothing", null, CHECK_EVERY_MS);
      }
      case "begin":
        return await exchange(action.reported, action.found);
    }
  }

  async function findAll(): Promise<Found> {
    const { told, lasting } = state;
    const published = revision > told ? await publishedSince(told) : null;
    return { published, news: findNews(conditions, published, await readLastingFacts(kv, at), lasting) };
  }

  async function publishedSince(told: number): Promise<PublishedFacts | null> {
    const facts = known.get(told) ?? await readPublishedFacts(kv, told, at);
    known.set(told, facts);
    return facts;
  }

  async function exchange(reported: Reported, { news, published }: Found): Promise<ReceiverRound> {
    // Without a publication the message still names the business.
    const message = alertMessage(news, published ?? await publishedSince(revision), site);
    const claim = await commit({ ...state, sending: { ...reported, since: at } });
    if (!claim.ok) return round("waits", BUSY, DEAD_AFTER_MS);
    const end = (next: ReceiverState) =>
      kv.atomic().check({ key, versionstamp: claim.versionstamp }).set(key, next).commit();
    try {
      await send(receiver, message, `alert-${name.replace(/[^\w-]/g, "_")}-${revision}-${at}`);
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      const failures = state.failures + 1;
      const delay = backoff(failures, null);
      await end({ ...state, failures, reason: error.message, nextAt: now() + delay });
      return round("failed", error.message, delay);
    }
    await end({ ...state, ...reported, toldAt: now(), failures: 0, reason: null, nextAt: 0 });
    return round("sent", message.subject, CHECK_EVERY_MS);
  }
}
