/** Kinds of disturbances. `down` lasts from a kill, a stop or a death until the service answers again. */
export type Disturbance = "down" | "paused" | "full disk" | "flood" | "clock";

interface Interval {
  readonly kind: Disturbance;
  /** Name of the service, or null for all. */
  readonly service: string | null;
  /** Begin, in milliseconds since 1970 by the true clock, like all times of the soak. */
  readonly from: number;
  to: number;
}

/** Record of disturbances, to distinguish their effects from faults. */
export class Timeline {
  readonly #intervals: Interval[] = [];

  /**
   * Begins a disturbance now or `agoMs` milliseconds ago.
   *
   * @returns A function that ends it.
   */
  begin(kind: Disturbance, service: string | null = null, agoMs = 0): () => void {
    const interval = { kind, service, from: Date.now() - agoMs, to: Infinity };
    this.#intervals.push(interval);
    return () => void (interval.to = Math.min(interval.to, Date.now()));
  }

  /**
   * True if a disturbance of the given kinds overlaps an interval. If `service` is given, only its disturbances and
   * those of all services count.
   */
  touched(from: number, to: number, kinds: readonly Disturbance[], service: string | null = null): boolean {
    return this.#intervals.some((one) =>
      kinds.includes(one.kind) && one.from <= to && one.to >= from &&
      (service === null || one.service === null || one.service === service)
    );
  }

  /** Returns the names of the disturbances that overlap an interval, as text. */
  during(from: number, to: number): string {
    const names = this.#intervals.filter((one) => one.from <= to && one.to >= from)
      .map(({ kind, service }) => service === null ? kind : `${service} ${kind}`);
    return names.length === 0 ? "undisturbed" : `meanwhile ${[...new Set(names)].join(", ")}`;
  }

  /** Returns the index of the last disturbance that began before a time, or -1. */
  lastBefore(at: number): number {
    return this.#intervals.findLastIndex(({ from }) => from <= at);
  }

  /** Returns the total duration of disturbances within an interval, in milliseconds. Overlapping ones are added. */
  lasted(from: number, to: number, kinds: readonly Disturbance[]): number {
    return this.#intervals.filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0);
  }
}

// Time after which all processes have the new shift, in milliseconds. More than twice the time that a process takes to
// read it (`shifted_clock.ts`).
const SEEN_AFTER_MS = 500;

/** Sets the clock of services and commands; see `shifted_clock.ts`. */
export class ShiftedClock {
  readonly #jumps: { readonly at: number; readonly shift: number }[] = [];

  /** @param file File from which the processes read the shift. */
  constructor(readonly file: string, private readonly timeline: Timeline) {}

  /** Sets the difference from the true clock, in milliseconds; negative if it is behind. */
  async set(shift: number): Promise<void> {
    const end = this.timeline.begin("clock");
    await Deno.writeTextFile(`${this.file}.new`, String(shift));
    await Deno.rename(`${this.file}.new`, this.file);
    this.#jumps.push({ at: Date.now(), shift });
    await wait(SEEN_AFTER_MS);
    end();
  }

  /** Current difference from the true clock, in milliseconds. */
  get shift(): number {
    return this.#jumps.at(-1)?.shift ?? 0;
  }

  /** Returns the shifted time for a time of the true clock. */
  shown(at: number): number {
    return at + (this.#jumps.findLast((jump) => jump.at <= at)?.shift ?? 0);
  }
}

/** Waits some milliseconds, or until the signal is aborted. Never rejects. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
