/** A clock that moves only by its methods; backwards only by `putBack`. */
export class FakeClock {
  #now = Date.parse("2026-11-20T09:15:00Z");
  readonly now = (): number => this.#now;
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
  putBack(milliseconds: number): void {
    this.#now -= milliseconds;
  }
  set(time: number): void {
    this.#now = Math.max(this.#now, time);
  }
}

/**
 * Replaces the timers of this process until disposal: they run when the test lets time pass.
 *
 * @param still Resolves when what the timers of a second began is done.
 */
export function timersOn(
  clock: FakeClock,
  still: () => Promise<void>,
): Disposable & { readonly pass: (seconds: number) => Promise<void> } {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const timers = new Map<number, { at: number; readonly then: () => void; readonly every: number | null }>();
  let last = 1_000_000;
  const set = (then: () => void, milliseconds = 0, every: number | null = null) => {
    timers.set(++last, { at: clock.now() + milliseconds, then, every });
    return last;
  };
  const clear = (id?: number) => void timers.delete(id ?? 0);
  Object.assign(globalThis, {
    setTimeout: set,
    setInterval: (then: () => void, milliseconds: number) => set(then, milliseconds, milliseconds),
    clearTimeout: clear,
    clearInterval: clear,
  });
  return {
    pass: async (seconds) => {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1000);
        for (const [id, timer] of [...timers]) {
          if (timer.at > clock.now()) continue;
          if (timer.every === null) timers.delete(id);
          else timer.at += timer.every;
          timer.then();
        }
        await still();
      }
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval }),
  };
}
