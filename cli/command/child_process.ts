/** Sends a signal to a program, unless it has ended already. */
export function signalProgram(child: Pick<Deno.ChildProcess, "kill">, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
  }
}
