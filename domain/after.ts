/** Runs a function after some milliseconds, unless the function that is returned is called before. */
export type After = (milliseconds: number, run: () => void) => () => void;

/** The timer of the platform. */
export const timer: After = (milliseconds, run) => {
  const handle = setTimeout(run, milliseconds);
  return () => clearTimeout(handle);
};
