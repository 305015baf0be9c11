import { print } from "../command/print.ts";
import type { Subcommand } from "../command/run_command.ts";
import { FLEET_HELP, FLEET_OPTIONS, readBusinesses, runForBusiness } from "./businesses.ts";

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
      const { code, stdout, stderr } = await runForBusiness(business, args);
      const text = new TextDecoder().decode(stdout).trim();
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
