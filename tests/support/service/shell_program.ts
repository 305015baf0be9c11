import { signalProgram } from "../../../cli/command/child_process.ts";
import assert from "node:assert/strict";
import { linesOf, within } from "./test_server.ts";

/** A command of the shell that runs beside a test, which reads its lines and ends it. */
export class ShellProgram implements AsyncDisposable {
  readonly lines: string[] = [];
  readonly #process: Deno.ChildProcess;
  readonly #ended: Promise<void>;
  #next = Promise.withResolvers<boolean>();

  constructor(command: string, folder: string, env: Readonly<Record<string, string>>) {
    // Signals the program and not the shell.
    const replacing = command.replace(/^(?:\w+=\S+ )*/, (variables) => `${variables}exec `);
    const args = ["-c", `exec 2>&1; ${replacing}`];
    this.#process = new Deno.Command("bash", { args, cwd: folder, env, stdin: "null", stdout: "piped" }).spawn();
    this.#ended = this.#read();
  }

  async #read(): Promise<void> {
    for await (const line of linesOf(this.#process.stdout)) {
      this.lines.push(line);
      this.#next.resolve(true);
      this.#next = Promise.withResolvers();
    }
    this.#next.resolve(false);
  }

  /** Resolves when a line matches the pattern; ignores the first `from` lines. */
  async printed(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (let isRunning = true;;) {
      const found = this.lines.slice(from).map((line) => pattern.exec(line)).find((match) => match !== null);
      if (found) return found;
      assert.ok(isRunning, `It ended before it printed ${pattern}:\n${this.lines.join("\n")}`);
      isRunning = await within(`A line with ${pattern}`, this.#next.promise);
    }
  }

  /** Sends a signal. Resolves to the exit code. */
  async end(signal: Deno.Signal): Promise<number> {
    signalProgram(this.#process, signal);
    const [{ code }] = await Promise.all([this.#process.status, this.#ended]);
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGTERM");
  }
}
