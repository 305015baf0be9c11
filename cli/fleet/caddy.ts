import { print, printError } from "../command/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { readConfiguration } from "../service/configuration.ts";
import { ConfigurationError } from "../service/configuration_value.ts";
import { FLEET_HELP, FLEET_OPTIONS, readBusinesses } from "./businesses.ts";

interface Site {
  readonly name: string;
  readonly port: number;
  readonly origin: string;
}

/** `fleet caddy`: prints a Caddyfile. */
export const caddy: Subcommand = {
  help: `Print a Caddyfile with one site for each business that has BASE_URL and PORT.

  deno task fleet caddy > /etc/caddy/Caddyfile

Exits with 1 if a setting is wrong; that business is left out.

${FLEET_HELP}`,
  options: FLEET_OPTIONS,
  run: async (line) => {
    const sites: Site[] = [];
    let code = 0;
    for (const { name, env } of await readBusinesses(line)) {
      try {
        const { port, siteOn } = readConfiguration((variable) => env[variable]);
        if (env["BASE_URL"] && env["PORT"]) sites.push({ name, port, origin: siteOn(port).baseUrl });
        else printError(`${name} lacks BASE_URL or PORT; it is left out.`);
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        printError(`${name}: ${error.message.replace(/\.$/, "")}; it is left out.`);
        code = 1;
      }
    }
    for (const [port, same] of Map.groupBy(sites, ({ port }) => port)) {
      const names = same.map(({ name }) => name).join(", ");
      if (same.length > 1) throw new UsageError(`${names} have the same PORT ${port}; give each another.`);
    }
    for (const { origin, port } of sites) print(`${origin} {\n\treverse_proxy 127.0.0.1:${port}\n}`);
    return code;
  },
};
