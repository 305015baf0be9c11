import { runSubcommand } from "./command/subcommand.ts";
import { erase } from "./review/erase.ts";
import { hide } from "./review/hide.ts";
import { list } from "./review/list.ts";
import { restore } from "./review/restore.ts";
import { show } from "./review/show.ts";

const HELP = `Look after single reviews, while the service runs or does not.

  deno task review list      reviews of the store, published and hidden ones
  deno task review show      everything about one
  deno task review hide      take reviews out of all that is published
  deno task review restore   publish hidden reviews again
  deno task review erase     remove reviews for good, from every revision

Each tells more with --help. KV_PATH names the store.`;

if (import.meta.main) await runSubcommand(HELP, { list, show, hide, restore, erase });
