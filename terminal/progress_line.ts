import { type HearProgress, type ProgressStep, useProgress } from "../domain/progress.ts";
import { writeAll } from "./print.ts";

/** Output and clock of a progress line. */
export interface ProgressDisplay {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Shows the progress of a publication. */
export interface ProgressLine {
  readonly hear: HearProgress;
  /** Clears the line before another text is printed. */
  readonly clear: () => void;
}

const EVERY_MS = 100;
// Without a terminal each line remains, so a short import prints none.
const SHORT_MS = 5000;

const WORDS: Readonly<Record<ProgressStep, readonly [verb: string, noun: string]>> = {
  reading: ["Reading", "rows"],
  merging: ["Merging", "reviews"],
  labelling: ["Labelling", "reviews"],
  analysing: ["Analysing", "reviews"],
  summarising: ["Summarising", "parts"],
  compressing: ["Compressing", "codings"],
  writing: ["Writing", "pieces"],
};

/**
 * Makes a progress line. It rewrites itself on a terminal; elsewhere it prints one line for each step of a long
 * import.
 */
export function progressLine({ isTerminal, write, now }: ProgressDisplay): ProgressLine {
  const begunAt = now();
  let shownAt = -Infinity;
  let shown: ProgressStep | null = null;
  return {
    hear: (step, done, total) => {
      const at = now();
      // Shown at once, because the step may block for long.
      const isNews = step !== shown;
      if (isTerminal ? !isNews && at - shownAt < EVERY_MS : !isNews || at - begunAt < SHORT_MS) return;
      [shownAt, shown] = [at, step];
      const [verb, noun] = WORDS[step];
      const of = total === null || total === done ? "" : ` of ${total.toLocaleString("en")}`;
      const text = `${verb}: ${done.toLocaleString("en")}${of} ${noun}`;
      write(isTerminal ? `\r${text}\x1b[K` : `${text}\n`);
    },
    clear: () => {
      if (isTerminal && shown !== null) write("\r\x1b[K");
      shown = null;
    },
  };
}

/**
 * Shows the progress of publications on standard error from now on.
 *
 * @param isQuiet True to show nothing.
 * @param silentMs Delay before the first progress is shown.
 */
export function showProgress(isQuiet = false, silentMs = 0): ProgressLine {
  const begun = performance.now();
  const shown = progressLine({
    isTerminal: Deno.stderr.isTerminal(),
    write: (text) => isQuiet || writeAll(Deno.stderr, text),
    now: () => performance.now(),
  });
  const hear: HearProgress = (...step) => {
    if (performance.now() - begun >= silentMs) shown.hear(...step);
  };
  useProgress(hear);
  return { ...shown, hear };
}
