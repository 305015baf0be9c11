/** The cron of this program. It brings work back where no timer runs: a host may keep no process without requests. */
export interface MinuteCron {
  /** Sets what it does each minute, one run after the other; until then a run waits. */
  readonly drive: (work: () => Promise<void>) => void;
  /** Resolves with the reason as soon as there is no cron, or none any more. */
  readonly lost: Promise<string>;
}

/**
 * Registers the cron. Deno Deploy finds crons by running the top level of the entry point, and refuses those that are
 * registered after `Deno.serve`; a service without one serves all the same.
 */
export function minuteCron(): MinuteCron {
  const work = Promise.withResolvers<() => Promise<void>>();
  return {
    drive: work.resolve,
    lost: register(async () => await (await work.promise)()).then(() => "it has ended", String),
  };
}

async function register(run: () => Promise<void>): Promise<void> {
  if (typeof Deno.cron !== "function") throw new TypeError("This Deno has none.");
  await Deno.cron("do what is due", "* * * * *", run);
}
