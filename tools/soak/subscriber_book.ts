import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { type Behaviour, behaviourOf, NEVER_CONFIRMS, subscriberNames, TAKES_ALL } from "./behaviours.ts";
import type { Disturbance, ShiftedClock, Timeline } from "./timeline.ts";
import type { Findings } from "./findings.ts";

/** A request that a subscriber received. Times are milliseconds since 1970. */
export type SubscriberEvent =
  & { readonly at: number; readonly name: string }
  & (
    /** Verification of intent (WebSub 5.3). */
    | {
      readonly kind: "verification";
      readonly mode: string;
      readonly leaseSeconds: number | null;
      readonly isConfirmed: boolean;
    }
    /** Denial (WebSub 5.2). */
    | { readonly kind: "denial"; readonly reason: string }
    /** Content distribution (WebSub 7). */
    | {
      readonly kind: "delivery";
      /** SHA-256 of the body. */
      readonly hash: string;
      /** Number of the newest imported change in the body; see `import_book.ts`. */
      readonly newest: number;
      /** True for valid JSON, or a feed with its closing tag. */
      readonly isWhole: boolean;
      /** Number of the secret that made the signature. Null without a signature; -1 if none of this subscriber fits. */
      readonly generation: number | null;
      /** True if the subscriber answered with a 2xx. */
      readonly isTaken: boolean;
    }
    | { readonly kind: "other"; readonly request: string }
  );

type Verification = Extract<SubscriberEvent, { kind: "verification" }>;
type Denial = Extract<SubscriberEvent, { kind: "denial" }>;
type Delivery = Extract<SubscriberEvent, { kind: "delivery" }>;

/** Last request of a subscriber to the hub. */
export interface Ask {
  readonly mode: "subscribe" | "unsubscribe";
  readonly generation: number;
  readonly at: number;
  /** True if the hub has answered with 202. */
  readonly isAccepted: boolean;
}

/** Subscriber with its last request, its confirmation and its deliveries. */
export interface Subscriber {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly topic: TopicPath;
  ask: Ask | null;
  /** Number of the newest secret that the hub has accepted. */
  acceptedGeneration: number;
  /** Last verification that the subscriber confirmed. */
  confirmed: Verification | null;
  /** Time at which it received a denial or answered 410; null if neither. */
  endedAt: number | null;
  last: Delivery | null;
  /** Times of its successful deliveries, by hash of the body; the oldest first. */
  readonly taken: Map<string, number>;
  /**
   * Deliveries after it had confirmed an unsubscription. They are no fault if the hub verifies again, because the
   * confirmation was then lost.
   */
  readonly suspects: string[];
}

const ANY: readonly Disturbance[] = ["down", "paused", "full disk", "flood", "clock"];
// Tolerated delay of an exchange on a busy machine, in milliseconds.
const GRACE_MS = 5000;
// Maximum time from the end of a subscription to its last delivery, in milliseconds. The hub commits the end after
// other queued requests, and a running exchange may take ten seconds.
const ENDED_WITHIN_MS = 15_000;
// Maximum time until another process has taken over and repeated an exchange, in milliseconds.
const EFFECT_MS = 25_000;
/** Maximum number of deliveries that one disturbance may repeat: the running and the unrecorded ones. */
const MOST_TWICE = 64 + 50;
const TAKEN_KEPT = 60;

/** Records the requests and deliveries of subscribers, and checks each delivery. */
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
        behaviour: behaviourOf(name),
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

  /** Returns all subscribers, or those of some behaviours. */
  all(behaviours?: readonly Behaviour[]): readonly Subscriber[] {
    return [...this.#subscribers.values()].filter(({ behaviour }) =>
      behaviours === undefined || behaviours.includes(behaviour)
    );
  }

  /** Records a request that a subscriber received. */
  take(event: SubscriberEvent): void {
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

  /** Resolves to true when a condition holds, or to false after a timeout. Checks the condition after every event. */
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

  /** Returns the subscribers that must get every version: accepted, and without a request to unsubscribe. */
  live(): readonly Subscriber[] {
    return this.all([...TAKES_ALL, "leaving"]).filter(({ ask }) => ask?.mode === "subscribe" && ask.isAccepted);
  }

  /**
   * Records a fault for each delivery after the end that no later verification has explained. Call it when no
   * verification is pending.
   */
  settle(): void {
    for (const { suspects } of this.#subscribers.values()) {
      for (const text of suspects.splice(0)) this.findings.fault("sent", text);
    }
  }

  #verified(subscriber: Subscriber, event: Verification): void {
    if (subscriber.ask === null) {
      this.findings.fault("sent", `${subscriber.name} was asked to verify what it had not asked for.`);
    }
    if (!event.isConfirmed) return;
    subscriber.confirmed = event;
    subscriber.endedAt = null;
    subscriber.suspects.length = 0;
  }

  #denied(subscriber: Subscriber, { at, reason }: Denial): void {
    if ([...TAKES_ALL, "leaving", "brief"].includes(subscriber.behaviour)) {
      this.findings.fault("lost", `The subscription of ${subscriber.name} was ended: ${reason}.`);
    }
    subscriber.endedAt ??= at;
  }

  #delivered(subscriber: Subscriber, event: Delivery): void {
    const { name, behaviour } = subscriber;
    if (!event.isWhole) this.findings.fault("wrong", `${name} was sent a body that is not whole.`);
    this.#judgeSignature(subscriber, event);
    this.#judgeRight(subscriber, event);
    if (TAKES_ALL.includes(behaviour)) this.#judgeOrder(subscriber, event);
    if (behaviour === "gone") subscriber.endedAt ??= event.at;
    if (event.isTaken) subscriber.last = event;
  }

  #judgeSignature({ name, behaviour }: Subscriber, { generation }: Delivery): void {
    if (behaviour === "plain" ? generation === null : generation !== null && generation !== -1) return;
    const how = generation === null ? "without a signature" : "with a signature of no secret of its own";
    this.findings.fault("wrong", `${name} was sent to ${how}.`);
  }

  /** Checks that the subscriber may get a delivery at this time. */
  #judgeRight(subscriber: Subscriber, { at }: Delivery): void {
    const { name, behaviour, confirmed, endedAt } = subscriber;
    if (NEVER_CONFIRMS.includes(behaviour) || confirmed === null) {
      this.findings.fault("sent", `${name} was sent to and had not confirmed.`);
      return;
    }
    const late = (since: number) => at - since - this.timeline.lasted(since, at, ["paused", "full disk"]);
    if (confirmed.mode === "unsubscribe" && late(confirmed.at) > ENDED_WITHIN_MS) {
      const meanwhile = this.timeline.during(confirmed.at, at);
      subscriber.suspects.push(
        `${name} was sent to ${at - confirmed.at} ms after it had confirmed its end, ${meanwhile}.`,
      );
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

  /** Checks for repeated deliveries, and for older ones after newer ones. */
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
