import { OperatorError } from "../../domain/operator_error.ts";
import { print, printError } from "../../terminal/print.ts";
import type { Subcommand } from "../command/run_command.ts";
import { readAdminOrigin, readConfiguration } from "../../service/configuration.ts";
import { numberOf } from "../../service/configuration_value.ts";
import { FLEET_HELP, FLEET_OPTIONS, readBusinesses } from "./businesses.ts";

/** A site in a Caddyfile. `lines` stand before the proxy, each with its line break. */
export function caddySite(baseUrl: string, port: number, lines = ""): string {
  return `${baseUrl} {\n${lines}\treverse_proxy 127.0.0.1:${port}\n}`;
}

/** As in deploy/Caddyfile: browsers ask the owner's page by https alone. */
const HTTPS_ALONE = '\theader Strict-Transport-Security "max-age=31536000"\n';

/** `fleet caddy`: prints a Caddyfile. */
export const caddy: Subcommand = {
  help: `Print a Caddyfile with one site for each business that has BASE_URL and PORT,
and another for its owner's page if it has ADMIN_ORIGIN.

  deno task fleet caddy > /etc/caddy/Caddyfile

Exits with 1 if a setting is wrong; that business is left out. Of two sites with
the same port the second is left out.

${FLEET_HELP}`,
  options: FLEET_OPTIONS,
  run: async (line) => {
    const names = new Map<number, string>();
    let code = 0;
    for (const { name, env } of await readBusinesses(line)) {
      try {
        const { port, siteOn } = readConfiguration((variable) => env[variable]);
        if (!env["BASE_URL"] || !env["PORT"]) {
          printError(`${name} lacks BASE_URL or PORT; it is left out.`);
          continue;
        }
        const owners = env["ADMIN_ORIGIN"] && readAdminOrigin(env["ADMIN_ORIGIN"]);
        const adminPort = numberOf((variable) => env[variable], "ADMIN_PORT");
        const own = [["PORT", siteOn(port).baseUrl, port] as const];
        const sites = owners ? [...own, ["ADMIN_PORT", owners, adminPort] as const] : own;
        for (const [variable, url, port] of sites) {
          const other = names.get(port);
          if (other === undefined) {
            names.set(port, `${variable} of ${name}`);
            print(caddySite(url, port, variable === "ADMIN_PORT" ? HTTPS_ALONE : ""));
            continue;
          }
          printError(`${url} is left out: ${variable} ${port} of ${name} is also ${other}.`);
          code = 1;
        }
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        printError(`${name} is left out: ${error.message}`);
        code = 1;
      }
    }
    return code;
  },
};
