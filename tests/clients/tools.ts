import assert from "node:assert/strict";
import { tempStore } from "../support/service/run_cli.ts";
import { startServer, type TestServer } from "../support/service/test_server.ts";

/** Commands that must exist, each with what fails without it. */
export type Needs = Readonly<Record<string, string>>;

/** Needed by programs in JavaScript. */
export const NODE: Needs = { "node --version": "no Node", "npm --version": "no npm" };
/** Needed by programs in Java. */
export const JAVA: Needs = { "javac -version": "no JDK", "mvn --version": "no Maven" };
/** Needed by programs in Python. */
export const PYTHON: Needs = { "python3 -c 'import venv, ensurepip'": "no Python with pip and venv" };
/** Needed by programs in Go. */
export const GO: Needs = { "go version": "no Go" };
/** Needed by programs in Ruby. */
export const RUBY: Needs = { "ruby -e 'require :typhoeus.to_s'": "no Ruby with typhoeus" };
/** Needed by programs in Rust. */
export const RUST: Needs = { "cargo --version": "no Cargo" };

const ENVIRONMENT = {
  // Dependencies of the Python programs, in fixed versions. As a URL: pip ends a path at its first space.
  PIP_CONSTRAINT: new URL("constraints.txt", import.meta.url).href,
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
};
const MOST_MINUTES = 15;

const present = new Map<string, boolean>();

/** Reason to skip a test, for its name; empty if all tools exist. */
export async function lacking(needs: Needs): Promise<string> {
  for (const command of Object.keys(needs)) if (!present.has(command)) present.set(command, await isThere(command));
  const missing = Object.entries(needs).filter(([command]) => !present.get(command)).map(([, what]) => what);
  return missing.length === 0 ? "" : ` (skipped: there is ${missing.join(", ")})`;
}

/** The same for programs by their names. */
export function lackingPrograms(programs: readonly string[]): Promise<string> {
  return lacking(Object.fromEntries(programs.map((program) => [`command -v ${program}`, `no ${program}`])));
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

/**
 * Registers a test that needs commands. It gets a running service and an empty folder, with the program of a client if
 * it has one.
 *
 * @param program A file of `programs/`, and its name in the folder.
 */
export async function testClient(
  name: string,
  needs: Needs,
  program: readonly [file: string, as: string] | null,
  test: (server: TestServer, folder: string) => Promise<void>,
  prepare: (kvPath: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const why = await lacking(needs);
  Deno.test(`${name}${why}`, { ignore: why !== "" }, async () => {
    await using store = await tempStore();
    await prepare(store.kvPath);
    await using server = await startServer(store.kvPath);
    const folder = `${store.folder}/client`;
    await Deno.mkdir(folder);
    const [file, as] = program ?? [];
    if (file !== undefined) await Deno.copyFile(new URL(`programs/${file}`, import.meta.url), `${folder}/${as}`);
    await test(server, folder);
  });
}

/** Runs commands in a folder until one fails, and returns their output. Throws an Error with the end of all output. */
export async function shell(commands: string, folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", commands],
    cwd: folder,
    env: ENVIRONMENT,
    stdin: "null",
    signal: AbortSignal.timeout(MOST_MINUTES * 60_000),
  }).output();
  const [printed = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  // Compilers write to standard output, generators mostly to standard error.
  assert.ok(success, [commands, errors.slice(-3000), printed.slice(-3000)].join("\n"));
  return printed;
}
