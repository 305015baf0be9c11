/** Slow steps of an import, in order. */
export type ProgressStep =
  | "reading"
  | "merging"
  | "labelling"
  | "analysing"
  | "summarising"
  | "compressing"
  | "writing";

/**
 * Listener for the progress of a step.
 *
 * @param total Number of units in the step; null if unknown.
 */
export type HearProgress = (step: ProgressStep, done: number, total: number | null) => void;

let hear: HearProgress = () => {};

/** Installs the listener. Commands that show progress call this once. */
export function useProgress(listener: HearProgress): void {
  hear = listener;
}

// Report interval in units: frequent enough for an operator to watch, too rare to cost time.
const EVERY = 250;
const FEW = 1000;

/** Reports progress of a step. Steps of more than 1,000 units report every 250th unit and the last. */
export function tellProgress(step: ProgressStep, done: number, total: number | null): void {
  if (done % EVERY === 0 || done === total || total !== null && total <= FEW) hear(step, done, total);
}
