/** Exit code and output of a finished process. */
export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a measurement needs to run processes. */
export interface Workplace {
  readonly processes: Processes;
  /** A folder for temporary files. */
  readonly folder: string;
}

/** The child processes of a measurement. Those still running at its end or failure are killed by their ids. */
export class Processes implements AsyncDisposable {
  readonly #running = new Set<Deno.ChildProcess>();
  #closed = false;

  /**
   * Starts a process; its standard error is inherited unless the options say otherwise. Throws after disposal, so that
   * no process is left running.
   */
  start(command: string, args: readonly string[], options: Deno.CommandOptions = {}): Deno.ChildProcess {
    if (this.#closed) throw new Error(`${command} was not started: the measurement is over.`);
    const child = new Deno.Command(command, { stdin: "null", stdout: "null", ...options, args: [...args] }).spawn();
    this.#running.add(child);
    void child.status.then(() => this.#running.delete(child));
    return child;
  }

  /** Runs a process and waits for its end. */
  async run(command: string, args: readonly string[], options: Deno.CommandOptions = {}): Promise<ProcessResult> {
    const child = this.start(command, args, { ...options, stdout: "piped", stderr: "piped" });
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** Kills one process and waits for its end. */
  async stop(child: Deno.ChildProcess): Promise<void> {
    // A process that has just ended cannot be signalled.
    if (this.#running.has(child)) {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    await child.status;
  }

  /** Kills all processes and waits for their end. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.stop(child)));
  }

  /** Kills all processes and prevents further ones. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.stopAll();
  }
}
