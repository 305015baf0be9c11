import assert from "node:assert/strict";

/** Commands that have to be there, each with what is missing without it. */
export type Needs = Readonly<Record<string, string>>;

/** What programs in JavaScript need. */
export const NODE: Needs = { "node --version": "no Node", "npm --version": "no npm" };
/** What programs in Java need. */
export const JAVA: Needs = { "javac -version": "no JDK", "mvn --version": "no Maven" };
/** What programs in Python need. */
export const PYTHON: Needs = { "python3 -c 'import venv, ensurepip'": "no Python with pip and venv" };
/** What programs in Go need. */
export const GO: Needs = { "go version": "no Go" };
/** What programs in Rust need. */
export const RUST: Needs = { "cargo --version": "no Cargo" };

const ENVIRONMENT = {
  // What Python programs depend on, in one version each.
  PIP_CONSTRAINT: new URL("constraints.txt", import.meta.url).pathname,
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
};
const MOST_MINUTES = 15;

const present = new Map<string, boolean>();

/** Why a test has to be skipped, for its name; empty if everything is there. */
export async function lacking(needs: Needs): Promise<string> {
  for (const command of Object.keys(needs)) if (!present.has(command)) present.set(command, await isThere(command));
  const missing = Object.entries(needs).filter(([command]) => !present.get(command)).map(([, what]) => what);
  return missing.length === 0 ? "" : ` (skipped: there is ${missing.join(", ")})`;
}

async function isThere(command: string): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("bash", { args: ["-c", command], stdout: "null", stderr: "null" })
      .output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Runs commands in a folder until one fails, and returns what they print. Throws an Error with the end of all output. */
export async function shell(commands: string, folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", commands],
    cwd: folder,
    env: ENVIRONMENT,
    stdin: "null",
    signal: AbortSignal.timeout(MOST_MINUTES * 60_000),
  }).output();
  const [printed = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  // Compilers write to standard output, generators write much to the other one.
  assert.ok(success, [commands, errors.slice(-3000), printed.slice(-3000)].join("\n"));
  return printed;
}
