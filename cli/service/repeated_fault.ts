/** Tells of faults that come again and again. */
export interface RepeatedFault {
  /** Tells of a fault the first time and then at growing intervals; of another one at once. */
  readonly happened: (error: unknown) => void;
  /** Begins anew: the next fault is told at once. */
  readonly ended: () => void;
  /** When it first happened, in milliseconds since 1970; null when it has ended. */
  readonly since: () => number | null;
}

const FIRST_INTERVAL_MS = 10_000;
const LONGEST_INTERVAL_MS = 3_600_000;
/** Faults that take turns are told this far apart. */
const BETWEEN_OTHERS_MS = 1000;

interface State {
  readonly since: number;
  readonly lastAt: number;
  readonly times: number;
  readonly told: string;
  readonly toldAt: number;
  readonly interval: number;
}

/**
 * Makes one. Without it a store that fails writes ten lines a second, until the log has filled the disk as well.
 *
 * @param tell Is given the fault and how many there have been since it began.
 */
export function repeatedFault(tell: (error: unknown, times: number) => void, now: () => number): RepeatedFault {
  let state: State | null = null;

  function happened(error: unknown): void {
    const [at, text] = [now(), String(error)];
    // It had ended, and nobody said so.
    if (state !== null && at - state.lastAt > LONGEST_INTERVAL_MS) state = null;
    const times = (state?.times ?? 0) + 1;
    const next = { since: state?.since ?? at, lastAt: at, times };
    // A clock that was put back must not silence it.
    const passed = state === null ? Infinity : Math.abs(at - state.toldAt);
    const isOther = state?.told !== text;
    if (state !== null && passed < (isOther ? BETWEEN_OTHERS_MS : state.interval)) {
      state = { ...state, ...next };
      return;
    }
    const interval = state === null || isOther ? FIRST_INTERVAL_MS : Math.min(2 * state.interval, LONGEST_INTERVAL_MS);
    state = { ...next, told: text, toldAt: at, interval };
    tell(error, times);
  }

  return { happened, ended: () => void (state = null), since: () => state?.since ?? null };
}
