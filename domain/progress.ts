/** What takes long at an import, in order. */
export type ProgressStep = "reading" | "merging" | "analysing" | "summarising" | "compressing" | "writing";

/**
 * Is told how far a step is.
 *
 * @param total How much there is to do; null if nobody knows.
 */
export type HearProgress = (step: ProgressStep, done: number, total: number | null) => void;

let hear: HearProgress = () => {};

/** Has progress told from now on; called once, by a command that shows it. */
export function useProgress(listener: HearProgress): void {
  hear = listener;
}

// Often enough for an eye, and too rarely to be measured.
const EVERY = 250;
const FEW = 1000;

/** Tells how far a step is; of a step with very many parts now and then. */
export function tellProgress(step: ProgressStep, done: number, total: number | null): void {
  if (done % EVERY === 0 || done === total || total !== null && total <= FEW) hear(step, done, total);
}
