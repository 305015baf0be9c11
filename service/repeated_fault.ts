/** Reports a recurring fault at growing intervals. */
export type RepeatedFault = ReturnType<typeof repeatedFault>;

const FIRST_INTERVAL_MS = 10_000;
const LONGEST_INTERVAL_MS = 3_600_000;
const BETWEEN_OTHERS_MS = 1000;

type State = Readonly<Record<"since" | "lastAt" | "times" | "reportedAt" | "interval", number> & { reported: string }>;

/**
 * Makes a reporter. Without it, a failing store would log ten lines a second and fill the disk.
 * @param tell Called with the fault and the number of its occurrences since the first.
 */
export function repeatedFault(tell: (error: unknown, times: number) => void, now: () => number) {
  let state: State | null = null;

  /** Reports a fault: a new one at once, the same one at growing intervals. */
  function happened(error: unknown): void {
    const [at, text] = [now(), String(error)];
    // After such a pause the fault counts as ended.
    if (state !== null && at - state.lastAt > LONGEST_INTERVAL_MS) state = null;
    const times = (state?.times ?? 0) + 1;
    const next = { since: state?.since ?? at, lastAt: at, times };
    // Absolute, so that a clock that was put back does not silence the fault.
    const passed = state === null ? Infinity : Math.abs(at - state.reportedAt);
    const isOther = state?.reported !== text;
    if (state !== null && passed < (isOther ? BETWEEN_OTHERS_MS : state.interval)) {
      state = { ...state, ...next };
      return;
    }
    const interval = state === null || isOther ? FIRST_INTERVAL_MS : Math.min(2 * state.interval, LONGEST_INTERVAL_MS);
    state = { ...next, reported: text, reportedAt: at, interval };
    tell(error, times);
  }

  return {
    happened,
    /** Ends the fault: the next one is reported at once. */
    ended: () => void (state = null),
    /** Time of the first occurrence, in milliseconds since 1970; null after its end. */
    since: () => state?.since ?? null,
  };
}
