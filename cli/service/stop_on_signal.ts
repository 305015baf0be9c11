import type { Log } from "./log.ts";

const DRAIN_MS = 5000;

/**
 * Ends the process on SIGTERM or SIGINT, with exit code 0.
 *
 * @param drain Takes nothing new and resolves when all that was begun is done; it has five seconds.
 * @param close Lets go of what drain needed.
 */
export function stopOnSignal(log: Log, drain: () => Promise<void>, close: () => void): void {
  let stopping = false;
  async function stop(signal: string): Promise<void> {
    // A signal to the whole process group arrives twice: the task passes it on.
    if (stopping) return;
    stopping = true;
    log.info("stopping", { signal });
    const drained = drain().then(() => true, (error) => {
      log.error("stopping failed", { reason: String(error) });
      return true;
    });
    const tooLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), DRAIN_MS));
    if (!await Promise.race([drained, tooLate])) {
      log.warn("some answers were cut off", { after_milliseconds: DRAIN_MS });
    }
    close();
    log.info("stopped");
    log.flush();
    Deno.exit(0);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => void stop(signal));
  }
}
