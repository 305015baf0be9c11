import { runSubcommand } from "./command/subcommand.ts";
import { list } from "./hub/list.ts";
import { remove } from "./hub/remove.ts";
import { replay } from "./hub/replay.ts";
import { show } from "./hub/show.ts";
import { stats } from "./hub/stats.ts";

const HELP = `Look after the hub's subscriptions, while the service runs or does not.

  deno task hub list      subscriptions and requests that wait for their verification
  deno task hub show      everything about one subscription
  deno task hub remove    end subscriptions and have their subscribers told
  deno task hub replay    send the current version again
  deno task hub stats     how many there are, and what is still to be done

Each tells more with --help. KV_PATH names the store.`;

if (import.meta.main) await runSubcommand(HELP, { list, show, remove, replay, stats });
