import { print, table } from "../../terminal/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { FLEET_HELP, FLEET_OPTIONS, type FleetBusiness, readBusinesses, runForBusiness } from "./businesses.ts";

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
    if (to === null) throw new UsageError("backup needs --to FOLDER, the folder for the exports.");
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

/** Writes the export to a temporary file first: a full disk must not destroy the earlier backup of the day. */
async function written(business: FleetBusiness, path: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runForBusiness(business, ["export", "--all", "--hidden"]);
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
