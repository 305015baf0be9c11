import { type StoreTrouble, StoreTroubleError } from "./store_trouble.ts";

/** How long calls may take, and what time is. Tests replace the clock. */
export interface CallSettings {
  /** How long a call may take, the wait for its turn included; milliseconds. */
  readonly deadlineMilliseconds: number;
  /** How many calls are under way at most, those included that were given up and cannot be taken back. */
  readonly most: number;
  /** How often a silent store is asked again, unless it still owes the answer to that; milliseconds. */
  readonly probeMilliseconds: number;
  readonly now: () => number;
  /** Calls a function after some milliseconds; the answer takes that back. */
  readonly after: (milliseconds: number, then: () => void) => () => void;
}

/** The settings of the service. */
export const CALL_SETTINGS: CallSettings = {
  deadlineMilliseconds: 8000,
  most: 16,
  probeMilliseconds: 5000,
  now: Date.now,
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * The time of a call is counted in so many parts, each from the end of the one before: a process that was held up for
 * longer than a call may take sees that its time is over before it sees the answer that came meanwhile.
 */
const PARTS = 8;

/**
 * Calls to a store that may fall silent. Deno's client of KV Connect repeats a call until it is answered, and nothing
 * takes it back: without a limit each look of each timer hung for as long as the store was away, and each printed four
 * lines a second.
 */
export class StoreCalls {
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  #trouble: StoreTrouble | null = null;
  #stopProbing = () => {};
  #isProbing = false;
  /** How many calls have been answered. */
  #answers = 0;
  #isClosed = false;

  /**
   * @param probe A small call that succeeds when the store is well.
   * @param onChange Called when the store falls silent, and with null when it answers again.
   * @param isSilent Whether it is silent at the beginning.
   */
  constructor(
    private readonly settings: CallSettings,
    private readonly probe: () => Promise<unknown>,
    private readonly onChange: (trouble: StoreTrouble | null) => void,
    isSilent = false,
  ) {
    if (isSilent) this.#fallSilent(settings.now());
  }

  /** Since when the store is silent; null while it answers. */
  get trouble(): StoreTrouble | null {
    return this.#trouble;
  }

  /**
   * Makes a call.
   *
   * @throws {StoreTroubleError} If it is not answered in time, and at once while the store is silent. A call that was not
   * answered in time may still be carried out later.
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
      // A store that answers others is slow, or busy with what it was asked before.
      if (this.#answers === answers) this.#fallSilent(since);
    });
    try {
      return await Promise.race([late.promise, this.#inTurn(work, () => isLate)]);
    } finally {
      cancel();
    }
  }

  /** Ends the calls that wait for their turn, and asks no more. */
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
      // Nobody waits for it any more: it must not be begun, and its turn is the next one's.
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
    // They are late as well, or would be.
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

  /** Asks whether it answers again. The calls that hang ask as well, unless all of them have failed. */
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
