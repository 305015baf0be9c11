import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Site } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { backoff } from "../service/backoff.ts";
import { type PublishedFacts, readLastingFacts, readPublishedFacts } from "./alert_facts.ts";
import { alertMessage } from "./alert_message.ts";
import { type SendAlert, SendError } from "./alert_sender.ts";
import type { Receiver } from "./alert_settings.ts";
import { findNews } from "./find_news.ts";

/**
 * State of a receiver, in the store for all processes.
 *
 * | State   | `sending` | Event                     | Next                                                   |
 * | ------- | --------- | ------------------------- | ------------------------------------------------------ |
 * | idle    | null      | news, and nothing to wait | sending: committed before the exchange                 |
 * | sending | set       | the receiver took it      | idle: `told` moves to the revision of the message      |
 * | sending | set       | it refused, or was away   | idle: `nextAt` is later, and the news are found anew   |
 * | sending | set       | the process has died      | idle: `told` moves as well, because it may have arrived |
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
  /** Number of failures in a row. */
  readonly failures: number;
  /** Reason of the last failure; null without. */
  readonly reason: string | null;
  /** No attempt before this time. */
  readonly nextAt: number;
  readonly sending: { readonly since: number; readonly told: number; readonly lasting: readonly string[] } | null;
  /** Time at which a process died while sending, so that delivery is uncertain. Null if that never happened. */
  readonly uncertainAt: number | null;
}

/** The key of a receiver's state. */
export function receiverKey(name: string): Deno.KvKey {
  return ["alert", name];
}

/** Time after which a sending process counts as dead: longer than any exchange takes. */
const DEAD_AFTER_MS = 120_000;

/** Interval at which lasting conditions are checked, in milliseconds. */
const CHECK_EVERY_MS = 15 * 60_000;

/** Input of a round. */
export interface AlertSurroundings {
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

async function receiverRound(
  { kv, site, send, now }: AlertSurroundings,
  { name, conditions, pauseMilliseconds, to }: Receiver,
  known: Map<number, PublishedFacts | null>,
): Promise<ReceiverRound> {
  const key = receiverKey(name);
  const entry = await kv.get<ReceiverState>(key);
  const number = (await readHead(kv)).value?.number ?? 0;
  // Reviews published before the first round are not news.
  const state: ReceiverState = entry.value ?? {
    told: number,
    lasting: [],
    toldAt: 0,
    failures: 0,
    reason: null,
    nextAt: 0,
    sending: null,
    uncertainAt: null,
  };
  const at = now();
  const round = (result: ReceiverRound["result"], detail: string | null, wait: number) => ({
    name,
    result,
    detail,
    wait,
  });
  if (state.sending !== null) {
    const rest = state.sending.since + DEAD_AFTER_MS - at;
    if (rest > 0 && rest <= DEAD_AFTER_MS) return round("waits", "another process sends", rest);
    const { told, lasting, since } = state.sending;
    await kv.atomic().check(entry).set(key, { ...state, told, lasting, sending: null, uncertainAt: since }).commit();
    return round("uncertain", "a process died while it sent a message", 0);
  }
  const wait = Math.max(state.nextAt, state.toldAt + pauseMilliseconds) - at;
  // A last message in the future means that the clock was put back.
  const isToWait = wait > 0 && state.toldAt <= at;
  const waits = () => round("waits", state.reason ?? "for the pause", wait);
  if (isToWait && state.told < number) return waits();
  const published = number > state.told ? await publishedSince(state.told) : null;
  const lastingFacts = await readLastingFacts(kv, at);
  const news = findNews(conditions, published, lastingFacts, state.lasting);
  const isNews = news.reviews.length + news.notes.length > 0;
  if (isToWait && isNews) return waits();
  const found = { told: number, lasting: news.lasting };
  if (!isNews) {
    const isChanged = entry.value === null || state.told !== number || state.lasting.join() !== news.lasting.join();
    if (isChanged) await kv.atomic().check(entry).set(key, { ...state, ...found }).commit();
    return round("nothing", null, CHECK_EVERY_MS);
  }
  // Without a publication the message still names the business.
  const message = alertMessage(news, published ?? await publishedSince(number), site);
  const begun = { ...state, sending: { ...found, since: at } };
  const claim = await kv.atomic().check(entry).set(key, begun).commit();
  if (!claim.ok) return round("waits", "another process sends", DEAD_AFTER_MS);
  const mine = { key, versionstamp: claim.versionstamp };
  const messageId = `alert-${name.replace(/[^\w-]/g, "_")}-${found.told}-${at}`;
  try {
    await send({ name, conditions, pauseMilliseconds, to }, message, messageId);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    const failures = state.failures + 1;
    const delay = backoff(failures, null);
    const failed = { ...state, failures, reason: error.message, nextAt: now() + delay };
    await kv.atomic().check(mine).set(key, failed).commit();
    return round("failed", error.message, delay);
  }
  const told = { ...state, ...found, toldAt: now(), failures: 0, reason: null, nextAt: 0 };
  await kv.atomic().check(mine).set(key, told).commit();
  return round("sent", message.subject, CHECK_EVERY_MS);

  async function publishedSince(after: number): Promise<PublishedFacts | null> {
    const facts = known.get(after) ?? await readPublishedFacts(kv, after, at);
    known.set(after, facts);
    return facts;
  }
}
