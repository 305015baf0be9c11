/** Exit code and output of a process that has ended. */
export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where something of a measurement runs. */
export interface Workplace {
  readonly processes: Processes;
  /** An empty folder for files. */
  readonly folder: string;
}

/** The processes of a measurement. All that still run are ended, by their ids, when it is over or fails. */
export class Processes implements AsyncDisposable {
  readonly #running = new Set<Deno.ChildProcess>();
  #closed = false;

  /**
   * Starts a process whose standard error goes where ours goes, unless the options say otherwise.
   * Throws once everything is over, so that nothing is left behind.
   */
  start(command: string, args: readonly string[], options: Deno.CommandOptions = {}): Deno.ChildProcess {
    if (this.#closed) throw new Error(`${command} was not started: the measurement is over.`);
    const child = new Deno.Command(command, { stdin: "null", stdout: "null", ...options, args: [...args] }).spawn();
    this.#running.add(child);
    void child.status.then(() => this.#running.delete(child));
    return child;
  }

  /** Runs a process to its end. */
  async run(command: string, args: readonly string[], options: Deno.CommandOptions = {}): Promise<ProcessResult> {
    const child = this.start(command, args, { ...options, stdout: "piped", stderr: "piped" });
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** Ends one process and waits until it is gone. */
  async stop(child: Deno.ChildProcess): Promise<void> {
    // A process that has just ended by itself has no id to send a signal to.
    if (this.#running.has(child)) {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    await child.status;
  }

  /** Ends all processes and waits until they are gone. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.stop(child)));
  }

  /** Ends all processes and lets no other start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.stopAll();
  }
}
