import { print, printError, table } from "../command/print.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import { FLEET_HELP, FLEET_OPTIONS, type FleetBusiness, readBusinesses } from "./businesses.ts";

/** Root of the checkout, where commands run. */
const ROOT = new URL("../../", import.meta.url);
const decoder = new TextDecoder();

/** Runs a command of a business, as its task does. */
async function commandOf(
  { env }: FleetBusiness,
  args: readonly string[],
): Promise<{ readonly code: number; readonly stdout: Uint8Array; readonly stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-qA", "cli/launch.ts", ...args],
    cwd: ROOT,
    // The output is for people, though it is no terminal.
    env: { LOG_FORMAT: "pretty", ...env },
    stdin: "null",
  }).output();
  return { code, stdout, stderr: decoder.decode(stderr) };
}

/** `fleet each`: runs a command for each business, one after the other. */
export const each: Subcommand = {
  help: `Run a command for each business, one after the other.

  deno task fleet each [options] -- COMMAND [ARGUMENTS]

COMMAND is a task, such as: each -- history list. {} in an argument stands for
the folder of the business. Exits with the highest code of them.

${FLEET_HELP}`,
  options: FLEET_OPTIONS,
  run: async (line) => {
    if (line.files.length === 0) throw new UsageError("each needs a command, such as: each -- history list.");
    let highest = 0;
    for (const business of await readBusinesses(line)) {
      const { code, stdout, stderr } = await commandOf(
        business,
        line.files.map((argument) => argument.replaceAll("{}", business.folder)),
      );
      highest = Math.max(highest, code);
      print(`== ${business.name}${code === 0 ? "" : ` (ended with ${code})`}`);
      const [shown, told] = [decoder.decode(stdout).trimEnd(), stderr.trimEnd()];
      if (shown !== "") print(shown);
      if (told !== "") printError(told);
    }
    return highest;
  },
};

/** `fleet doctor`: checks each business. */
export const doctor: Subcommand = {
  help: `Check each business, as deno task doctor does, and list what is wrong.

  deno task fleet doctor [options]

Exits with 0, with 1 for a warning, and with 2 for a fault.

  --json           one object, for programs
${FLEET_HELP}`,
  options: { ...FLEET_OPTIONS, json: { type: "boolean" } },
  run: async (line) => {
    const businesses: { readonly name: string; readonly code: number; readonly report: unknown }[] = [];
    for (const business of await readBusinesses(line)) {
      const args = ["doctor", ...line.flag("json") ? ["--json"] : ["-q"]];
      const { code, stdout, stderr } = await commandOf(business, args);
      const text = decoder.decode(stdout).trim();
      businesses.push({ name: business.name, code, report: line.flag("json") ? parsed(text) : `${text}${stderr}` });
    }
    if (line.flag("json")) print(JSON.stringify({ businesses }, null, 2));
    for (const { name, code, report } of line.flag("json") ? [] : businesses) {
      print(`== ${name}: ${["in order", "a warning"][code] ?? "a fault"}`);
      if (String(report).trim() !== "") print(String(report).trim());
    }
    return Math.max(...businesses.map(({ code }) => code));
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `fleet backup`: writes an export of each business. */
export const backup: Subcommand = {
  help: `Back up each business: everything that deno task export --all --hidden writes.

  deno task fleet backup --to FOLDER

Writes FOLDER/NAME-2026-11-24.json, and replaces one of the same day. Restore
with: deno task import FILE --replace-all --yes. Exits with 1 if one failed.

  --to FOLDER      where to write; it is made if it is missing
${FLEET_HELP}`,
  options: { ...FLEET_OPTIONS, to: { type: "string" } },
  run: async (line) => {
    const to = line.text("to");
    if (to === null) throw new UsageError("backup needs --to FOLDER.");
    await Deno.mkdir(to, { recursive: true, mode: 0o700 });
    const rows: (readonly string[])[] = [];
    const day = new Date().toISOString().slice(0, 10);
    for (const business of await readBusinesses(line)) {
      rows.push(await written(business, `${to}/${business.name}-${day}`));
    }
    print(table(["BUSINESS", "RESULT"], rows));
    return rows.some(([, result]) => !result?.endsWith("bytes")) ? 1 : 0;
  },
};

/** Writes the export beside its place first: a full disk leaves the earlier backup of the day. */
async function written(business: FleetBusiness, path: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await commandOf(business, ["export", "--all", "--hidden"]);
  if (code !== 0) return [business.name, stderr.trim().split("\n").at(-1) ?? `ended with ${code}`];
  try {
    await Deno.writeFile(`${path}.part`, stdout, { mode: 0o600 });
    await Deno.rename(`${path}.part`, `${path}.json`);
    return [business.name, `${stdout.length} bytes`];
  } catch (error) {
    await Deno.remove(`${path}.part`).catch(() => {});
    return [business.name, error instanceof Error ? error.message : String(error)];
  }
}

/** `fleet caddy`: prints a Caddyfile. */
export const caddy: Subcommand = {
  help: `Print a Caddyfile with one site for each business that has BASE_URL and PORT.

  deno task fleet caddy > /etc/caddy/Caddyfile

${FLEET_HELP}`,
  options: FLEET_OPTIONS,
  run: async (line: CommandLine) => {
    const businesses = await readBusinesses(line);
    const twice = businesses.find(({ env: { PORT } }, place) =>
      PORT !== undefined && businesses.findIndex(({ env }) => env["PORT"] === PORT) !== place
    );
    if (twice !== undefined) {
      throw new UsageError(`Two businesses have PORT ${twice.env["PORT"]}; one is ${twice.name}.`);
    }
    for (const { name, env: { BASE_URL, PORT } } of businesses) {
      if (BASE_URL === undefined || PORT === undefined) printError(`${name} lacks BASE_URL or PORT; it is left out.`);
      else print(`${BASE_URL} {\n\treverse_proxy 127.0.0.1:${PORT}\n}`);
    }
    return 0;
  },
};
