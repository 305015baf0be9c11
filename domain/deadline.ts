/** Calls a function after some milliseconds. Returns the function that cancels the call. */
export type After = (milliseconds: number, then: () => void) => () => void;

/** {@linkcode After} by a timer of the runtime. */
export const afterTime: After = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

/** Resolves or rejects like `work`. Rejects with the error of `late` if that takes more milliseconds. */
export async function inTime<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  const deadline = Promise.withResolvers<never>();
  const cancel = afterTime(milliseconds, () => deadline.reject(late()));
  try {
    return await Promise.race([work, deadline.promise]);
  } finally {
    cancel();
  }
}
