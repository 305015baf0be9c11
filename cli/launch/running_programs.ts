/** The programs that a launcher has started and that have not ended. */
export class RunningPrograms {
  readonly #running = new Set<Deno.ChildProcess>();

  /** Starts Deno with arguments; it has the terminal of this process. */
  start(args: readonly string[], env: Readonly<Record<string, string>>): Deno.ChildProcess {
    const options = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    const child = new Deno.Command(Deno.execPath(), { args: [...args], env, ...options }).spawn();
    this.#running.add(child);
    child.status.then(() => this.#running.delete(child));
    return child;
  }

  /** Sends a signal to all. */
  signal(signal: Deno.Signal): void {
    for (const child of this.#running) {
      try {
        child.kill(signal);
      } catch (error) {
        // It has ended already.
        if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
      }
    }
  }
}

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/**
 * Starts a program, and anew whenever it ends by itself, after growing waits.
 *
 * @param ended Resolves when it need not run any more.
 * @param isStopping Whether that is near, so that nothing is started any more.
 */
export async function keepRunning(
  start: () => Deno.ChildProcess,
  ended: Promise<unknown>,
  isStopping: () => boolean,
): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !isStopping(); wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    await start().status;
    if (isStopping()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([ended, new Promise((go) => timer = setTimeout(go, wait))]);
    clearTimeout(timer);
  }
}
