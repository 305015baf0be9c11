import { type After, afterTime } from "../deadline.ts";
import { type StoreTrouble, StoreTroubleError } from "./store_trouble.ts";

/** Deadline, concurrency and clock of calls. Tests replace the clock. */
export interface CallSettings {
  /** Deadline of a call including the wait for its turn, in milliseconds. */
  readonly deadlineMilliseconds: number;
  /** Maximum number of calls in flight, including abandoned calls, which cannot be cancelled. */
  readonly most: number;
  /** Probe interval while the store is silent, in milliseconds. A probe without an answer is not repeated. */
  readonly probeMilliseconds: number;
  readonly now: () => number;
  readonly after: After;
}

/** The settings of the service. */
export const CALL_SETTINGS: CallSettings = {
  deadlineMilliseconds: 8000,
  most: 16,
  probeMilliseconds: 5000,
  now: Date.now,
  after: afterTime,
};

/**
 * Number of consecutive timers that make up a deadline. After a suspension beyond the deadline, the process then
 * handles an answer that arrived meanwhile before the timeout.
 */
const PARTS = 8;

/**
 * Calls to a store that may fall silent. Deno's client of KV Connect repeats an unanswered call without end, and
 * nothing cancels it. Without this limit every poll of every timer hung while the store was away, and printed four
 * lines a second.
 */
export class StoreCalls {
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  #trouble: StoreTrouble | null = null;
  #stopProbing = () => {};
  #isProbing = false;
  /** Number of answered calls. */
  #answers = 0;
  #isClosed = false;

  /**
   * @param probe A small call that succeeds if the store works.
   * @param onChange Called with the trouble when the store falls silent, and with null when it answers again.
   * @param isSilent Whether the store counts as silent at first.
   */
  constructor(
    private readonly settings: CallSettings,
    private readonly probe: () => Promise<unknown>,
    private readonly onChange: (trouble: StoreTrouble | null) => void,
    isSilent = false,
  ) {
    if (isSilent) this.#fallSilent(settings.now());
  }

  /** Trouble while the store is silent; null while it answers. */
  get trouble(): StoreTrouble | null {
    return this.#trouble;
  }

  /**
   * Runs a call.
   *
   * @throws {StoreTroubleError} If no answer comes before the deadline, or the store is silent already. A call without
   * an answer may still take effect later.
   */
  async call<T>(work: () => Promise<T>): Promise<T> {
    if (this.#trouble !== null) throw new StoreTroubleError("silent");
    const since = this.settings.now();
    const answers = this.#answers;
    const late = Promise.withResolvers<never>();
    let isLate = false;
    const cancel = this.#afterDeadline(() => {
      isLate = true;
      late.reject(new StoreTroubleError("silent"));
      // The store is silent only if no other call was answered meanwhile; otherwise it is slow.
      if (this.#answers === answers) this.#fallSilent(since);
    });
    try {
      return await Promise.race([late.promise, this.#inTurn(work, () => isLate)]);
    } finally {
      cancel();
    }
  }

  /** Stops probing. Later changes are not reported. */
  close(): void {
    this.#isClosed = true;
    this.#stopProbing();
  }

  #afterDeadline(then: () => void): () => void {
    const { after, deadlineMilliseconds } = this.settings;
    let left = PARTS;
    const wait = () => after(deadlineMilliseconds / PARTS, () => --left > 0 ? cancel = wait() : then());
    let cancel = wait();
    return () => cancel();
  }

  async #inTurn<T>(work: () => Promise<T>, isLate: () => boolean): Promise<T> {
    while (this.#underWay >= this.settings.most) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (!isLate() && this.#trouble === null) continue;
      // The caller has given up: do not start the call, and let the next one start.
      this.#waiting.shift()?.();
      throw new StoreTroubleError("silent");
    }
    return await this.#begin(work);
  }

  async #begin<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      const answer = await work();
      this.#answered();
      return answer;
    } finally {
      this.#underWay--;
      this.#waiting.shift()?.();
    }
  }

  #fallSilent(since: number): void {
    if (this.#trouble !== null || this.#isClosed) return;
    this.#trouble = { fault: "silent", since };
    // End the waiting calls, which would miss their deadlines as well.
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.onChange(this.#trouble);
    this.#probeLater();
  }

  #probeLater(): void {
    this.#stopProbing = this.settings.after(this.settings.probeMilliseconds, () => {
      if (this.#trouble === null || this.#isClosed) return;
      this.#ask();
      this.#probeLater();
    });
  }

  /** Probes the store. An answer to a hanging call also ends the silence. */
  #ask(): void {
    if (this.#isProbing || this.#underWay >= this.settings.most) return;
    this.#isProbing = true;
    this.#begin(this.probe).catch(() => {}).finally(() => this.#isProbing = false);
  }

  #answered(): void {
    this.#answers++;
    if (this.#trouble === null) return;
    this.#trouble = null;
    this.#stopProbing();
    if (!this.#isClosed) this.onChange(null);
  }
}
