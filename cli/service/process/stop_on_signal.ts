import type { Log } from "../log.ts";

// Deno Deploy ends a process five seconds after the signal, and closing the store takes a moment as well.
const DRAIN_MS = 4300;

/**
 * Exits with code 0 on SIGTERM or SIGINT.
 *
 * @param drain Stops accepting work and resolves when the rest is done; gets a little less than five seconds.
 * @param close Releases resources that `drain` needed.
 */
export function stopOnSignal(log: Log, drain: () => Promise<void>, close: () => void): void {
  let stopping = false;
  async function stop(signal: string): Promise<void> {
    // A signal to the process group arrives twice: directly and forwarded by the launcher.
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
    // What the hub has begun may still tell of itself while this is written.
    await log.end("stopped");
    // Last, as what still uses them would tell the log.
    close();
    Deno.exit(0);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => void stop(signal));
  }
}
