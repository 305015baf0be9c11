/**
 * Signals that ask a process to stop. Windows has no SIGTERM, and Deno refuses to listen for it there; closing the
 * console sends SIGBREAK.
 */
export function stopSignals(system: typeof Deno.build.os = Deno.build.os): readonly Deno.Signal[] {
  return system === "windows" ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM"];
}

/** Calls `stop` at each signal that asks this process to stop. */
export function onStopSignal(stop: (signal: Deno.Signal) => void): void {
  for (const signal of stopSignals()) Deno.addSignalListener(signal, () => stop(signal));
}
