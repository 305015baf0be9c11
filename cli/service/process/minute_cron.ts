/**
 * Registers the cron of this program, which does the work each minute, one run after the other. It brings work back
 * where no timer runs: a host may keep no process without requests.
 *
 * Deno Deploy finds crons by running the top level of the entry point, and refuses those that are registered after
 * `Deno.serve`; a service without one serves all the same.
 *
 * @returns Resolves with the reason as soon as there is no cron, or none any more.
 */
export async function minuteCron(work: () => Promise<void>): Promise<string> {
  try {
    if (typeof Deno.cron !== "function") return "This Deno has none.";
    await Deno.cron("do what is due", "* * * * *", work);
    return "it has ended";
  } catch (error) {
    return String(error);
  }
}
