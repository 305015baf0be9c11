import { type HearProgress, type ProgressStep, useProgress } from "../../domain/progress.ts";
import { writeAll } from "./print.ts";

/** Where progress is shown. */
export interface ProgressDisplay {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** Milliseconds by a clock that nobody can put back. */
  readonly now: () => number;
}

/** Shows the progress of a publication. */
export interface ProgressLine {
  readonly hear: HearProgress;
  /** Takes the line away, where another text is to stand. */
  readonly clear: () => void;
}

const ON_TERMINAL_EVERY_MS = 100;
// Elsewhere each line stays, so an import that takes less shows none.
const ELSEWHERE_EVERY_MS = 5000;

const WORDS: Readonly<Record<ProgressStep, readonly [verb: string, noun: string]>> = {
  reading: ["Reading", "rows"],
  merging: ["Merging", "reviews"],
  analysing: ["Analysing", "reviews"],
  summarising: ["Summarising", "reviews"],
  compressing: ["Compressing", "codings"],
  writing: ["Writing", "pieces"],
};

/** Makes one: a line that rewrites itself on a terminal, else a line every five seconds. */
export function progressLine({ isTerminal, write, now }: ProgressDisplay): ProgressLine {
  const every = isTerminal ? ON_TERMINAL_EVERY_MS : ELSEWHERE_EVERY_MS;
  let shownAt = isTerminal ? -Infinity : now();
  let shown: ProgressStep | null = null;
  return {
    hear: (step, done, total) => {
      const at = now();
      // A step that blocks for long is named before it does.
      const isNews = isTerminal && step !== shown;
      if (!isNews && at - shownAt < every) return;
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
 * Shows on standard error how far a publication is, from now on.
 *
 * @param isQuiet Whether it is only heard.
 */
export function showProgress(isQuiet = false): ProgressLine {
  const shown = progressLine({
    isTerminal: Deno.stderr.isTerminal(),
    write: (text) => isQuiet || writeAll(Deno.stderr, text),
    now: () => performance.now(),
  });
  useProgress(shown.hear);
  return shown;
}
