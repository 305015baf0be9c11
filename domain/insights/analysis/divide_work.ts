/** Another thread that does parts of a work. */
export interface Helper<Part, Done> {
  /** Rejects if the thread has ended; it does no part any more then. */
  readonly work: (part: Part) => Promise<Done>;
  /** Ends the thread. What it has not answered yet rejects. */
  readonly close: () => void;
}

/** With the next one at hand, a helper waits for no part. */
const AT_HAND = 3;
/** In which a closed thread gives back its memory. What follows at once would need its own beside: 40 MiB at the peak. */
const ENDING_MS = 20;

/**
 * Does parts of a work here and in helpers at the same time, each in any order; whoever is free takes the next. What a
 * helper that ends has not done is done here.
 *
 * @param take Is given each part that a helper has done.
 */
export async function divideWork<Part, Done>(
  parts: readonly Part[],
  workHere: (part: Part) => void,
  take: (part: Part, done: Done) => void,
  helpers: readonly Helper<Part, Done>[],
): Promise<void> {
  const left = [...parts].reverse();
  let heard = AT_HAND * helpers.length;
  const untilDone = async (work: (part: Part) => void | Promise<void>) => {
    for (let part = left.pop(); part !== undefined; part = left.pop()) await work(part);
  };
  const untilEnded = async ({ work }: Helper<Part, Done>) => {
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const done = await work(part).catch(() => null);
      if (done === null) {
        heard--;
        return void left.push(part);
      }
      take(part, done);
    }
  };
  const here = async (part: Part) => {
    workHere(part);
    // So that answers of the helpers are heard. Neither `setImmediate` nor a message to oneself makes Deno look for
    // messages of workers in every program; a timer does.
    if (heard > 0) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  try {
    const helped = helpers.flatMap((helper) => Array.from({ length: AT_HAND }, () => untilEnded(helper)));
    await untilDone(here);
    await Promise.all(helped);
    await untilDone(here);
  } finally {
    for (const { close } of helpers) close();
    if (helpers.length > 0) await new Promise((resolve) => setTimeout(resolve, ENDING_MS));
  }
}
