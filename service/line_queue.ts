/** Writes all or the first of some bytes and resolves to their number, as `Deno.stdout.write` does. */
export type WriteSome = (bytes: Uint8Array) => Promise<number>;

const WRITE_AFTER_MS = 100;
const WRITE_AT_LENGTH = 32_768;
const MOST_HELD = 262_144;
const FLUSH_WITHIN_MS = 300;
/** Retry interval of a full non-blocking pipe (`O_NONBLOCK`). */
const TRY_AGAIN_AFTER_MS = 100;
const LINE_FEED = 10;
const encoder = new TextEncoder();

/**
 * Output queue of lines. Its reader may be slow, stall or close the pipe. It writes many lines at once, one write at a
 * time: one write per line halved the requests per second.
 *
 * States:
 *
 * - idle: nothing is held.
 * - holding: the first line has set a timer. The timer, an urgent line or a long text begins a write.
 * - writing: new lines are held up to a bound and dropped beyond it. The next write takes the held lines.
 *
 * A failed write drops its rest and the held lines. The next line tries again, because a disk may have room again.
 */
export class LineQueue {
  #held = "";
  #dropped = 0;
  // Dropped lines without a notice yet: those before the held text, and those after it.
  #before = 0;
  #after = 0;
  #isWithinLine = false;
  #isUrgentHeld = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | null = null;

  /** @param notice Makes the line that replaces a number of dropped lines. */
  constructor(private readonly writeSome: WriteSome, private readonly notice: (lines: number) => string) {}

  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Adds a line without its line feed. Drops it if the queue is full.
   *
   * @param isUrgent True to write it at once, with the lines before it.
   */
  add(line: string, isUrgent: boolean): void {
    if (this.#after > 0 || this.#held.length + line.length >= MOST_HELD) {
      this.#dropped++;
      this.#after++;
      return;
    }
    this.#held += line + "\n";
    this.#isUrgentHeld ||= isUrgent;
    if (isUrgent || this.#held.length >= WRITE_AT_LENGTH) void this.#begin();
    else this.#timer ??= setTimeout(() => this.#begin(), WRITE_AFTER_MS);
  }

  /** Resolves when everything is written, after 300 ms at the latest. */
  async flush(): Promise<void> {
    let late: ReturnType<typeof setTimeout> | undefined;
    const isLate = new Promise((resolve) => late = setTimeout(resolve, FLUSH_WITHIN_MS));
    this.#isUrgentHeld = true;
    await Promise.race([this.#begin(), isLate]);
    clearTimeout(late);
  }

  #begin(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing === null && this.#held !== "") this.#writing = this.#writeHeld();
    return this.#writing ?? Promise.resolve();
  }

  async #writeHeld(): Promise<void> {
    do {
      if (this.#before > 0 && await this.#unwrittenLines(this.notice(this.#before) + "\n") > 0) {
        this.#dropHeld(0);
        break;
      }
      const text = this.#held;
      [this.#held, this.#before, this.#after, this.#isUrgentHeld] = ["", this.#after, 0, false];
      const unwritten = await this.#unwrittenLines(text);
      if (unwritten > 0) {
        this.#dropHeld(unwritten);
        break;
      }
      // A few lines wait for more: writing each small part took a fifth of the time of a request.
    } while (this.#before > 0 || this.#isUrgentHeld || this.#held.length >= WRITE_AT_LENGTH);
    this.#writing = null;
    if (this.#held !== "") this.#timer ??= setTimeout(() => this.#begin(), WRITE_AFTER_MS);
  }

  /** Writes lines. Resolves to the number of lines that were not written, or only in part. */
  async #unwrittenLines(lines: string): Promise<number> {
    const bytes = encoder.encode(this.#isWithinLine ? "\n" + lines : lines);
    let at = 0;
    while (at < bytes.length) {
      try {
        at += await this.writeSome(bytes.subarray(at));
        this.#isWithinLine = bytes[at - 1] !== LINE_FEED;
      } catch (error) {
        if (!(error instanceof Deno.errors.WouldBlock)) break;
        await new Promise((again) => setTimeout(again, TRY_AGAIN_AFTER_MS));
      }
    }
    const feeds = bytes.subarray(at).filter((byte) => byte === LINE_FEED).length;
    return this.#isWithinLine && at === 0 && feeds > 0 ? feeds - 1 : feeds;
  }

  #dropHeld(unwritten: number): void {
    const lines = unwritten + this.#held.split("\n").length - 1;
    this.#dropped += lines;
    this.#before += lines + this.#after;
    [this.#held, this.#after] = ["", 0];
  }
}
