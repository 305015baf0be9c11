/** What may disturb the service for a while. `down` is from a kill, a stop or a death until it serves again. */
export type Disturbance = "down" | "paused" | "full disk" | "flood" | "clock";

interface Interval {
  readonly kind: Disturbance;
  /** Which service, or null for all. */
  readonly service: string | null;
  /** Milliseconds since 1970, as all times of the soak; of the true clock. */
  readonly from: number;
  to: number;
}

/** Remembers when what was disturbed, so that an effect can be told from a fault. */
export class Timeline {
  readonly #intervals: Interval[] = [];

  /**
   * Begins a disturbance now, or so many milliseconds ago.
   *
   * @returns A function that ends it.
   */
  begin(kind: Disturbance, service: string | null = null, agoMs = 0): () => void {
    const interval = { kind, service, from: Date.now() - agoMs, to: Infinity };
    this.#intervals.push(interval);
    return () => void (interval.to = Math.min(interval.to, Date.now()));
  }

  /** Whether one of these disturbances, of this service or of all, touched the time between. */
  touched(from: number, to: number, kinds: readonly Disturbance[], service: string | null = null): boolean {
    return this.#intervals.some((one) =>
      kinds.includes(one.kind) && one.from <= to && one.to >= from &&
      (service === null || one.service === null || one.service === service)
    );
  }

  /** What touched the time between, in words. */
  told(from: number, to: number): string {
    const names = this.#intervals.filter((one) => one.from <= to && one.to >= from)
      .map(({ kind, service }) => service === null ? kind : `${service} ${kind}`);
    return names.length === 0 ? "undisturbed" : `meanwhile ${[...new Set(names)].join(", ")}`;
  }

  /** The number of the disturbance that began last before a time, or -1. */
  lastBefore(at: number): number {
    return this.#intervals.findLastIndex(({ from }) => from <= at);
  }

  /** For how many milliseconds of the time between such disturbances went on; what overlaps counts each time. */
  lasted(from: number, to: number, kinds: readonly Disturbance[]): number {
    return this.#intervals.filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0);
  }
}
