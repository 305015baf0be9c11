/** Output queue of lines. Its reader may be slow, stall or close the pipe. */
export interface LineQueue {
  /**
   * Adds a line without its line feed. Drops it if the queue is full.
   *
   * @param isUrgent True to write it at once, with the lines before it.
   */
  readonly add: (line: string, isUrgent: boolean) => void;
  /** Resolves when everything is written, after 300 ms at the latest. */
  readonly flush: () => Promise<void>;
  /** Number of dropped lines. */
  readonly dropped: () => number;
}

/** Writes all or the first of some bytes and resolves to their number, as `Deno.stdout.write` does. */
export type WriteSome = (bytes: Uint8Array) => Promise<number>;

const WRITE_AFTER_MS = 100;
const WRITE_AT_LENGTH = 32_768;
/** Maximum number of queued characters: about 2000 lines. */
const MOST_HELD = 262_144;
const FLUSH_WITHIN_MS = 300;
/** Retry interval of a full non-blocking pipe (`O_NONBLOCK`). */
const TRY_AGAIN_AFTER_MS = 100;
const LINE_FEED = 10;
const encoder = new TextEncoder();

/**
 * Makes a queue. It writes many lines at once, one write at a time: one write per line halved the requests per second.
 *
 * States:
 *
 * - idle: nothing is held.
 * - holding: the first line has set a timer. The timer, an urgent line or a long text begins a write.
 * - writing: new lines are held up to a bound and dropped beyond it. The next write takes the held lines.
 *
 * A failed write drops its rest and the held lines. The next line tries again, because a disk may have room again.
 *
 * @param notice Makes the line that stands for a number of dropped lines.
 */
export function lineQueue(writeSome: WriteSome, notice: (lines: number) => string): LineQueue {
  let held = "";
  let dropped = 0;
  // Dropped lines without a notice yet: those before the held text, and those after it.
  let [before, after] = [0, 0];
  let [isWithinLine, isUrgentHeld] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | null = null;

  function add(line: string, isUrgent: boolean): void {
    if (after > 0 || held.length + line.length >= MOST_HELD) {
      dropped++;
      after++;
      return;
    }
    held += line + "\n";
    isUrgentHeld ||= isUrgent;
    if (isUrgent || held.length >= WRITE_AT_LENGTH) void begin();
    else timer ??= setTimeout(begin, WRITE_AFTER_MS);
  }

  function begin(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (writing === null && held !== "") writing = writeHeld();
    return writing ?? Promise.resolve();
  }

  async function writeHeld(): Promise<void> {
    do {
      if (before > 0 && await unwrittenLines(notice(before) + "\n") > 0) {
        dropHeld(0);
        break;
      }
      const text = held;
      [held, before, after, isUrgentHeld] = ["", after, 0, false];
      const unwritten = await unwrittenLines(text);
      if (unwritten > 0) {
        dropHeld(unwritten);
        break;
      }
      // A few lines wait for more: writing each small part took a fifth of the time of a request.
    } while (before > 0 || isUrgentHeld || held.length >= WRITE_AT_LENGTH);
    writing = null;
    if (held !== "") timer ??= setTimeout(begin, WRITE_AFTER_MS);
  }

  /** Writes lines. Resolves to the number of lines that were not written, or only in part. */
  async function unwrittenLines(lines: string): Promise<number> {
    const bytes = encoder.encode(isWithinLine ? "\n" + lines : lines);
    let at = 0;
    while (at < bytes.length) {
      try {
        at += await writeSome(bytes.subarray(at));
        isWithinLine = bytes[at - 1] !== LINE_FEED;
      } catch (error) {
        if (!(error instanceof Deno.errors.WouldBlock)) break;
        await new Promise((again) => setTimeout(again, TRY_AGAIN_AFTER_MS));
      }
    }
    const feeds = bytes.subarray(at).filter((byte) => byte === LINE_FEED).length;
    return isWithinLine && at === 0 && feeds > 0 ? feeds - 1 : feeds;
  }

  function dropHeld(unwritten: number): void {
    const lines = unwritten + held.split("\n").length - 1;
    dropped += lines;
    before += lines + after;
    [held, after] = ["", 0];
  }

  return {
    add,
    flush: async () => {
      let late: ReturnType<typeof setTimeout> | undefined;
      const isLate = new Promise((resolve) => late = setTimeout(resolve, FLUSH_WITHIN_MS));
      isUrgentHeld = true;
      await Promise.race([begin(), isLate]);
      clearTimeout(late);
    },
    dropped: () => dropped,
  };
}
