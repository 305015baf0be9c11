import { wait } from "../wait.ts";
import type { Timeline } from "./timeline.ts";

// Twice as long as a process takes to see it (`shifted_clock.ts`), and some more on a busy machine.
const SEEN_AFTER_MS = 500;

/** The clock of the services and the commands, which jumps; see `shifted_clock.ts`. */
export class ShiftedClock {
  readonly #jumps: { readonly at: number; readonly shift: number }[] = [];

  /** @param file Where the shift is written for the processes. */
  constructor(readonly file: string, private readonly timeline: Timeline) {}

  /** Sets how far the clock is ahead of the true one, in milliseconds; negative is behind. */
  async set(shift: number): Promise<void> {
    const end = this.timeline.begin("clock");
    await Deno.writeTextFile(`${this.file}.new`, String(shift));
    await Deno.rename(`${this.file}.new`, this.file);
    this.#jumps.push({ at: Date.now(), shift });
    await wait(SEEN_AFTER_MS);
    end();
  }

  /** How far the clock is ahead, in milliseconds. */
  get shift(): number {
    return this.#jumps.at(-1)?.shift ?? 0;
  }

  /** What the clock showed at a time of the true clock. */
  shown(at: number): number {
    return at + (this.#jumps.findLast((jump) => jump.at <= at)?.shift ?? 0);
  }
}
