import type { Processes } from "../processes.ts";

const LOOK_EVERY_MS = 100;

/** The largest resident size of a process according to `ps`, in MiB; NaN without `ps`. */
export async function peakMemory(processes: Processes, child: Deno.ChildProcess): Promise<number> {
  let peak = 0;
  let ended = false;
  void child.status.then(() => ended = true);
  while (!ended) {
    try {
      const { stdout } = await processes.run("ps", ["-o", "rss=", "-p", String(child.pid)]);
      peak = Math.max(peak, Number(stdout.trim()) / 1024);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return NaN;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return peak;
}
