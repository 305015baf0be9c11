import type { Clock } from "./clock.ts";
import type { TopicContent } from "./content_distribution.ts";
import type { TopicLease } from "./topic_lease.ts";

// Deliveries to slow hosts must not keep the lease from other processes; after this they claim their rows instead.
const LET_GO_AFTER_MS = 2000;

/** The distribution of one topic by this process. */
export class TopicWork {
  /** What is sent; the newest version that this process was told to distribute. */
  content: TopicContent | null = null;
  /** Ids of the subscriptions that wait for a place or are being delivered to. */
  readonly queued = new Set<string>();
  #lease: Promise<TopicLease | null> | null = null;
  #held: TopicLease | null = null;
  #scans = 0;
  #relying = 0;
  #scannedAt = 0;

  /** @param takeLease Takes the lease of the topic, or gives null while another process holds it. */
  constructor(private readonly clock: Clock, private readonly takeLease: () => Promise<TopicLease | null>) {}

  /** Looks at the subscriptions under the lease. Resolves to whether this process holds it. */
  async scanning(scan: (holds: () => boolean) => Promise<void>): Promise<boolean> {
    this.#lease ??= this.takeLease();
    this.#scans++;
    try {
      const lease = await this.#lease;
      if (lease === null) return false;
      this.#held = lease;
      await scan(lease.holds);
      return lease.holds();
    } finally {
      this.#scans--;
      this.#scannedAt = this.clock.now();
      await this.letGo();
    }
  }

  /**
   * Begins a delivery that no other process can make because of the lease.
   *
   * @returns Whether it may; `stopRelying` is to be called when its outcome is recorded.
   */
  rely(): boolean {
    const isScanned = this.#scans === 0 && this.clock.now() - this.#scannedAt > LET_GO_AFTER_MS;
    if (isScanned || this.#held === null || !this.#held.holds()) return false;
    this.#relying++;
    return true;
  }

  /** Ends what `rely` began. */
  stopRelying(): void {
    this.#relying--;
  }

  /** Gives the lease back when nothing relies on it. To be called after every delivery. */
  async letGo(): Promise<void> {
    if (this.#scans > 0 || this.#relying > 0) return;
    if (this.queued.size > 0 && this.clock.now() - this.#scannedAt <= LET_GO_AFTER_MS) return;
    const lease = this.#held;
    this.#lease = this.#held = null;
    await lease?.release().catch(() => {});
  }
}
