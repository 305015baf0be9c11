import type { Clock } from "../clock.ts";
import type { TopicContent } from "./content_distribution.ts";
import type { TopicLease } from "./topic_lease.ts";

// Slow subscribers must not keep the topic from other processes: after this their rows are claimed one by one instead.
const HAND_OVER_AFTER_MS = 1000;

/** What the distribution of a topic needs of its surroundings. */
export interface TopicWorkParts {
  readonly clock: Clock;
  /** Takes the lease of the topic, or gives null while another process holds it. */
  readonly takeLease: () => Promise<TopicLease | null>;
  /** Claims the row of a subscription whose delivery is under way. */
  readonly claim: (id: string) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** The distribution of one topic by this process. */
export class TopicWork {
  /** What is sent; the newest version that this process was told to distribute. */
  content: TopicContent | null = null;
  /** The newest version for which this process has looked at all subscriptions. */
  scannedVersion = 0;
  /** Ids of the subscriptions that wait for a place or are being delivered to. */
  readonly queued = new Set<string>();
  /** Those whose delivery is protected by the lease alone. */
  readonly #relying = new Set<string>();
  #lease: Promise<TopicLease | null> | null = null;
  #held: TopicLease | null = null;
  #releasing: Promise<void> = Promise.resolve();
  #scans = 0;
  #scannedAt = 0;
  #lastScan: Promise<unknown> = Promise.resolve();
  #nextScan: Promise<boolean> | null = null;
  /** When outcomes were recorded, by id: rows that were read before tell nothing of them. */
  readonly #recordedAt = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: TopicWorkParts) {}

  /**
   * Looks at the subscriptions under the lease, one look after the other: two at once would find the same rows due.
   * Whoever asks while one waits for its turn shares it. Resolves to whether this process holds the lease.
   */
  scanning(scan: (holds: () => boolean) => Promise<void>): Promise<boolean> {
    return this.#nextScan ??= this.#scanInTurn(this.#lastScan, scan);
  }

  async #scanInTurn(before: Promise<unknown>, scan: (holds: () => boolean) => Promise<void>): Promise<boolean> {
    this.#scans++;
    await before;
    this.#nextScan = null;
    const scanned = this.#scan(scan);
    this.#lastScan = scanned.catch(() => {});
    return await scanned;
  }

  async #scan(scan: (holds: () => boolean) => Promise<void>): Promise<boolean> {
    try {
      this.#lease ??= this.#releasing.then(() => this.parts.takeLease());
      const lease = await this.#lease;
      if (lease === null) return false;
      this.#held = lease;
      await scan(lease.holds);
      return lease.holds();
    } finally {
      this.#scans--;
      this.#scannedAt = this.parts.clock.now();
      await this.letGo();
    }
  }

  /**
   * Begins a delivery that no other process can make because of the lease.
   *
   * @returns Whether it may; `stopRelying` is to be called when its outcome is recorded.
   */
  rely(id: string): boolean {
    const isHandedOver = this.#scans === 0 && this.parts.clock.now() - this.#scannedAt > HAND_OVER_AFTER_MS;
    if (isHandedOver || this.#held === null || !this.#held.holds()) return false;
    this.#relying.add(id);
    return true;
  }

  /** Notes that an outcome is recorded. Says whether the lease protected the delivery to its end. */
  stopRelying(id: string): boolean {
    this.#recordedAt.set(id, this.parts.clock.now());
    return this.#relying.delete(id);
  }

  /** Whether an outcome was recorded since a moment. */
  recordedSince(id: string, moment: number): boolean {
    return (this.#recordedAt.get(id) ?? -1) >= moment;
  }

  /** Gives the lease back when nothing needs it, or a little later when something still does. */
  async letGo(): Promise<void> {
    if (this.#scans > 0) return;
    if (this.#held !== null && this.#relying.size + this.queued.size > 0) {
      this.#timer ??= setTimeout(() => void this.#handOver().catch(this.parts.onError), HAND_OVER_AFTER_MS);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#recordedAt.clear();
    await this.#release();
  }

  async #handOver(): Promise<void> {
    this.#timer = undefined;
    if (this.#scans > 0) return;
    await Promise.all([...this.#relying].map((id) => this.parts.claim(id)));
    // A scan that began meanwhile holds the lease again.
    if (this.#scans > 0) return;
    this.#relying.clear();
    await this.#release();
  }

  /** The next lease is taken after this one is given back: until then it would look like another process's. */
  async #release(): Promise<void> {
    const lease = this.#held;
    this.#lease = this.#held = null;
    if (lease !== null) this.#releasing = lease.release().catch(this.parts.onError);
    await this.#releasing;
  }
}
