import { runSubcommand } from "./command/run_command.ts";
import { list } from "./hub/list.ts";
import { remove } from "./hub/remove.ts";
import { replay } from "./hub/replay.ts";
import { show } from "./hub/show.ts";
import { stats } from "./hub/stats.ts";

const HELP = `Manage the hub's subscriptions, also while the service runs.

  deno task hub list      list subscriptions and unverified requests
  deno task hub show      show one subscription
  deno task hub remove    end subscriptions and notify their subscribers
  deno task hub replay    send the current version again
  deno task hub stats     count subscriptions and pending work

Each command has --help. KV_PATH names the store.`;

/** Runs `deno task hub`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runSubcommand(args, HELP, { list, show, remove, replay, stats });
}

if (import.meta.main) Deno.exit(await main(Deno.args));
