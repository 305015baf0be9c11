import { print } from "../../terminal/print.ts";
import type { Subcommand } from "../command/run_command.ts";
import { FLEET_HELP, FLEET_OPTIONS, readBusinesses, runForBusiness, SETTINGS_FILE } from "./businesses.ts";

/** `fleet doctor`: checks each business. */
export const doctor: Subcommand = {
  help: `Check each business, as deno task doctor does, and list what is wrong.

  deno task fleet doctor [options]

Exits with 0, with 1 for a warning, and with 2 for a fault.

  --json           one object, for programs
${FLEET_HELP}`,
  options: { ...FLEET_OPTIONS, json: { type: "boolean" } },
  run: async (line) => {
    const isJson = line.flag("json");
    const businesses = await Array.fromAsync(await readBusinesses(line), async (business) => {
      const { code, stdout, stderr } = await runForBusiness(business, ["doctor", isJson ? "--json" : "-q"]);
      const text = new TextDecoder().decode(stdout).trim();
      const { name, unknown } = business;
      const report = isJson ? parsed(text) : `${text}\n${stderr}`.trim();
      return { name, code: Math.max(code, unknown.length === 0 ? 0 : 1), unknown_variables: unknown, report };
    });
    if (isJson) print(JSON.stringify({ businesses }, null, 2));
    for (const { name, code, unknown_variables: unknown, report } of isJson ? [] : businesses) {
      print(`== ${name}: ${["in order", "a warning"][code] ?? "a fault"}`);
      if (unknown.length > 0) print(`${SETTINGS_FILE} has ${unknown.join(" and ")}, which no program reads from it.`);
      if (report !== "") print(String(report));
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
