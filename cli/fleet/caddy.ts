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
