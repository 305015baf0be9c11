import { runSubcommand } from "./command/run_command.ts";
import { backup } from "./fleet/backup.ts";
import { caddy } from "./fleet/caddy.ts";
import { doctor } from "./fleet/doctor.ts";
import { each } from "./fleet/each.ts";
import { list } from "./fleet/list.ts";

const HELP = `Manage many businesses on one machine: a folder with a folder for each.

  deno task fleet list     figures of each business
  deno task fleet doctor   check each business
  deno task fleet backup   write an export of each business
  deno task fleet caddy    print a Caddyfile
  deno task fleet each     run a command for each business

Each command has --help. docs/fleet.md says what a folder holds.`;

/** Runs `deno task fleet`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runSubcommand(args, HELP, { list, doctor, backup, caddy, each }, "list");
}

if (import.meta.main) Deno.exit(await main(Deno.args));
