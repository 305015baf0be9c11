import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { FleetEvent } from "../fleet/fleet_event.ts";
import { type Manner, mannerOf, NEVER_CONFIRMS, subscriberNames, TAKES_ALL } from "../fleet/manners.ts";
import type { ShiftedClock } from "../stage/clock.ts";
import type { Findings } from "../stage/findings.ts";
import type { Disturbance, Timeline } from "../stage/timeline.ts";

/** What a subscriber has asked of the hub last. */
export interface Ask {
  readonly mode: "subscribe" | "unsubscribe";
  readonly generation: number;
  readonly at: number;
  /** Whether the hub has answered with 202. */
  readonly isAccepted: boolean;
}

/** One subscriber, as far as the soak knows: what it asked for and what it was sent. */
export interface Subscriber {
  readonly name: string;
  readonly manner: Manner;
  readonly topic: TopicPath;
  ask: Ask | null;
  /** The newest generation of its secret that the hub has accepted. */
  acceptedGeneration: number;
  /** The verification that it confirmed last. */
  confirmed: Extract<FleetEvent, { kind: "verification" }> | null;
  /** Since when it is over: it was told so, or has answered with 410. */
  endedAt: number | null;
  last: Extract<FleetEvent, { kind: "delivery" }> | null;
  /** When it was sent what it has taken, by hash; the oldest first. */
  readonly taken: Map<string, number>;
  /** Deliveries after it had confirmed its end: right if the hub asks once more, because the answer was not noted. */
  readonly suspects: string[];
}

type Delivery = Extract<FleetEvent, { kind: "delivery" }>;

const ANY: readonly Disturbance[] = ["down", "paused", "full disk", "flood", "clock"];
// What was begun before may arrive so much later on a busy machine.
const GRACE_MS = 5000;
// The end is written in turn with other requests, and an exchange that was begun before it may take ten seconds.
const ENDED_WITHIN_MS = 15_000;
// As long as another process needs to take over, and the exchange that it repeats.
const EFFECT_MS = 25_000;
/** What one disturbance may have sent twice at most: what is in flight, and what was not noted yet. */
const MOST_TWICE = 64 + 50;
const TAKEN_KEPT = 60;

/** Keeps what every subscriber asked for and was sent, and judges each delivery. */
export class SubscriberBook {
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #twice = new Map<number, number>();
  readonly #watchers = new Set<() => void>();

  constructor(
    private readonly findings: Findings,
    private readonly timeline: Timeline,
    private readonly clock: Pick<ShiftedClock, "shown">,
  ) {
    for (const [place, name] of subscriberNames().entries()) {
      this.#subscribers.set(name, {
        name,
        manner: mannerOf(name),
        topic: TOPIC_PATHS[place % TOPIC_PATHS.length] ?? "/reviews.json",
        ask: null,
        acceptedGeneration: -1,
        confirmed: null,
        endedAt: null,
        last: null,
        taken: new Map(),
        suspects: [],
      });
    }
  }

  /** All subscribers, or those of some manners. */
  all(manners?: readonly Manner[]): readonly Subscriber[] {
    return [...this.#subscribers.values()].filter(({ manner }) => manners === undefined || manners.includes(manner));
  }

  /** Takes what a subscriber was sent. */
  take(event: FleetEvent): void {
    const subscriber = this.#subscribers.get(event.name);
    if (subscriber === undefined || event.kind === "other") {
      this.findings.fault("wrong", `A subscriber was sent something else: ${JSON.stringify(event)}.`);
      return;
    }
    this.findings.count(`sent: ${event.kind}`);
    if (event.kind === "verification") this.#verified(subscriber, event);
    else if (event.kind === "denial") this.#denied(subscriber, event);
    else this.#delivered(subscriber, event);
    for (const watcher of this.#watchers) watcher();
  }

  /** Resolves to whether a condition came to hold within the time. It is looked at after every event. */
  until(condition: () => boolean, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#watchers.delete(look);
        resolve(condition());
      };
      const look = () => void (condition() && end());
      const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
      signal.addEventListener("abort", end);
      this.#watchers.add(look);
      look();
    });
  }

  /** Those to whom everything has to be sent now: they were accepted, and have not asked for their end. */
  live(): readonly Subscriber[] {
    return this.all([...TAKES_ALL, "leaving"]).filter(({ ask }) => ask?.mode === "subscribe" && ask.isAccepted);
  }

  /** Reports deliveries that no later verification has explained. To be called when nothing is left to be verified. */
  settle(): void {
    for (const { suspects } of this.#subscribers.values()) {
      for (const text of suspects.splice(0)) this.findings.fault("sent", text);
    }
  }

  #verified(subscriber: Subscriber, event: Extract<FleetEvent, { kind: "verification" }>): void {
    if (subscriber.ask === null) {
      this.findings.fault("sent", `${subscriber.name} was asked to verify what it had not asked for.`);
    }
    if (!event.isConfirmed) return;
    subscriber.confirmed = event;
    subscriber.endedAt = null;
    subscriber.suspects.length = 0;
  }

  #denied(subscriber: Subscriber, { at, reason }: Extract<FleetEvent, { kind: "denial" }>): void {
    if ([...TAKES_ALL, "leaving", "brief"].includes(subscriber.manner)) {
      this.findings.fault("lost", `The subscription of ${subscriber.name} was ended: ${reason}.`);
    }
    subscriber.endedAt ??= at;
  }

  #delivered(subscriber: Subscriber, event: Delivery): void {
    const { name, manner } = subscriber;
    if (!event.isWhole) this.findings.fault("wrong", `${name} was sent a body that is not whole.`);
    this.#judgeSignature(subscriber, event);
    this.#judgeRight(subscriber, event);
    if (TAKES_ALL.includes(manner)) this.#judgeOrder(subscriber, event);
    if (manner === "gone") subscriber.endedAt ??= event.at;
    if (event.isTaken) subscriber.last = event;
  }

  #judgeSignature({ name, manner }: Subscriber, { generation }: Delivery): void {
    if (manner === "plain" ? generation === null : generation !== null && generation !== -1) return;
    const how = generation === null ? "without a signature" : "with a signature of no secret of its own";
    this.findings.fault("wrong", `${name} was sent to ${how}.`);
  }

  /** Whether it may be sent anything at this time. */
  #judgeRight(subscriber: Subscriber, { at }: Delivery): void {
    const { name, manner, confirmed, endedAt } = subscriber;
    if (NEVER_CONFIRMS.includes(manner) || confirmed === null) {
      this.findings.fault("sent", `${name} was sent to and had not confirmed.`);
      return;
    }
    const late = (since: number) => at - since - this.timeline.lasted(since, at, ["paused", "full disk"]);
    if (confirmed.mode === "unsubscribe" && late(confirmed.at) > ENDED_WITHIN_MS) {
      const told = this.timeline.told(confirmed.at, at);
      subscriber.suspects.push(`${name} was sent to ${at - confirmed.at} ms after it had confirmed its end, ${told}.`);
    }
    if (
      endedAt !== null && late(endedAt) > ENDED_WITHIN_MS && !this.timeline.touched(confirmed.at - EFFECT_MS, at, ANY)
    ) {
      this.findings.fault("sent", `${name} was sent to ${at - endedAt} ms after it had ended.`);
    }
    if (confirmed.leaseSeconds === null) return;
    const beyond = this.clock.shown(at) - this.clock.shown(confirmed.at) - confirmed.leaseSeconds * 1000;
    const isExcused = this.timeline.touched(at - GRACE_MS, at, ["clock"]);
    if (!isExcused && beyond > ENDED_WITHIN_MS + this.timeline.lasted(confirmed.at, at, ["paused"])) {
      this.findings.fault("sent", `${name} was sent to ${Math.round(beyond)} ms after its lease had ended.`);
    }
  }

  /** Whether it was sent the same twice, or something older after something newer. */
  #judgeOrder({ name, taken, last }: Subscriber, { at, hash, newest, isTaken }: Delivery): void {
    const before = taken.get(hash);
    if (before !== undefined) this.#judgeTwice(name, before, at);
    else if (last !== null && newest < last.newest) {
      this.findings.count("delivery: older after newer");
      if (this.timeline.touched(at - EFFECT_MS, at, ANY)) return;
      this.findings.fault("doubled", `${name} was sent change ${newest} after ${last.newest}.`);
    }
    if (isTaken) taken.set(hash, at);
    const oldest = taken.keys().next().value;
    if (taken.size > TAKEN_KEPT && oldest !== undefined) taken.delete(oldest);
  }

  #judgeTwice(name: string, before: number, at: number): void {
    this.findings.count("delivery: doubled");
    if (!this.timeline.touched(before - EFFECT_MS, at, ANY)) {
      this.findings.fault("doubled", `${name} was sent the same twice, ${at - before} ms apart.`);
    }
    const disturbance = this.timeline.lastBefore(at);
    const count = (this.#twice.get(disturbance) ?? 0) + 1;
    this.#twice.set(disturbance, count);
    this.findings.highest("delivery: most doubled by one disturbance", count);
    if (count === MOST_TWICE + 1) {
      this.findings.fault("doubled", `One disturbance had more than ${MOST_TWICE} deliveries made twice.`);
    }
  }
}
