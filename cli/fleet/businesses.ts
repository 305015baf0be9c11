import { parseEnv } from "node:util";
import { fileReason, OperatorError } from "../../domain/operator_error.ts";
import type { CommandLine, CommandOptions } from "../command/run_command.ts";
import { isOperatorVariable } from "../../service/variables.ts";

/** A business of a fleet: a folder with its settings and its store. */
export interface FleetBusiness {
  /** Name of the folder. */
  readonly name: string;
  readonly folder: string;
  /** Variables of an operator in its file `reviews.env`, with `KV_PATH`. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of other variables in the file. Nothing reads them: `LD_PRELOAD` would run foreign code. */
  readonly unknown: readonly string[];
}

/** File in the folder of a business with its variables, one `NAME=VALUE` a line. */
export const SETTINGS_FILE = "reviews.env";
const STORE_FILE = "reviews.kv";
const USUAL_FOLDER = "/srv/businesses";

/** Options of all commands of a fleet. */
export const FLEET_OPTIONS: CommandOptions = { folder: { type: "string" }, only: { type: "string", multiple: true } };

/** Their description in the help of a command. */
export const FLEET_HELP = `  --folder FOLDER  the folder of businesses; by default FLEET, or
                   /srv/businesses
  --only NAME      only this business; may be repeated
  --help           this text`;

/**
 * Reads the businesses that a command line names, sorted by name: each folder with a file `reviews.env`.
 *
 * @throws {OperatorError} If the folder cannot be read, or has none of them.
 */
export async function readBusinesses(line: CommandLine): Promise<readonly FleetBusiness[]> {
  const folder = line.text("folder") ?? (Deno.env.get("FLEET") || USUAL_FOLDER);
  const wanted = line.texts("only");
  const found: FleetBusiness[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      const business = isFile || wanted.length > 0 && !wanted.includes(name) ? null : await businessIn(folder, name);
      if (business !== null) found.push(business);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The folder of businesses ${folder} cannot be read: ${fileReason(error)}. FLEET or --folder names it.`,
    );
  }
  const missing = wanted.find((name) => !found.some((business) => business.name === name));
  if (missing !== undefined || found.length === 0) {
    const what = missing === undefined ? "No folder" : `No folder ${JSON.stringify(missing)}`;
    throw new OperatorError(`${what} in ${folder} has a file ${SETTINGS_FILE}; docs/fleet.md says what it holds.`);
  }
  return found.sort((a, b) => a.name < b.name ? -1 : 1);
}

async function businessIn(fleet: string, name: string): Promise<FleetBusiness | null> {
  const folder = `${fleet}/${name}`;
  try {
    const text = await Deno.readTextFile(`${folder}/${SETTINGS_FILE}`);
    const variables = Object.entries(parseEnv(text) as Record<string, string>);
    const known = variables.filter(([name]) => isOperatorVariable(name));
    const unknown = variables.map(([name]) => name).filter((name) => !isOperatorVariable(name));
    return { name, folder, env: { KV_PATH: `${folder}/${STORE_FILE}`, ...Object.fromEntries(known) }, unknown };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw new OperatorError(`${folder}/${SETTINGS_FILE} cannot be read: ${fileReason(error)}.`);
  }
}

const ROOT = new URL("../../", import.meta.url);

/** Variables of this process that a command needs: to find and fetch packages, and to write temporary files. */
const INHERITED: ReadonlySet<string> = new Set([
  ...["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "DENO_DIR", "DENO_CERT", "DENO_TLS_CA_STORE"],
  ...["NPM_CONFIG_REGISTRY", "HTTPS_PROXY", "NO_PROXY"],
]);

/** Runs a command for a business, as its task does. The settings of this process are not those of the business. */
export async function runForBusiness(
  { env }: FleetBusiness,
  args: readonly string[],
): Promise<{ readonly code: number; readonly stdout: Uint8Array; readonly stderr: string }> {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => INHERITED.has(name));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-qA", "cli/launch/launch.ts", ...args],
    cwd: ROOT,
    clearEnv: true,
    // The output is for people, though it is no terminal.
    env: { ...Object.fromEntries(inherited), LOG_FORMAT: "pretty", ...env },
    stdin: "null",
  }).output();
  return { code, stdout, stderr: new TextDecoder().decode(stderr) };
}
