import { print, printError } from "../command/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { FLEET_HELP, FLEET_OPTIONS, readBusinesses } from "./businesses.ts";

/** `fleet caddy`: prints a Caddyfile. */
export const caddy: Subcommand = {
  help: `Print a Caddyfile with one site for each business that has BASE_URL and PORT.

  deno task fleet caddy > /etc/caddy/Caddyfile

${FLEET_HELP}`,
  options: FLEET_OPTIONS,
  run: async (line) => {
    const businesses = await readBusinesses(line);
    const ports = Map.groupBy(businesses.filter(({ env: { PORT } }) => PORT !== undefined), ({ env }) => env["PORT"]);
    for (const [port, same] of ports) {
      const names = same.map(({ name }) => name).join(", ");
      if (same.length > 1) throw new UsageError(`${names} have the same PORT ${port}; give each another.`);
    }
    for (const { name, env: { BASE_URL, PORT } } of businesses) {
      if (BASE_URL === undefined || PORT === undefined) printError(`${name} lacks BASE_URL or PORT; it is left out.`);
      else print(`${BASE_URL} {\n\treverse_proxy 127.0.0.1:${PORT}\n}`);
    }
    return 0;
  },
};
