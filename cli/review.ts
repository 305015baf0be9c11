import { runSubcommand } from "./command/run_command.ts";
import { erase } from "./review/erase.ts";
import { hide, restore } from "./review/hide.ts";
import { list } from "./review/list.ts";
import { relate } from "./review/relate.ts";
import { reply } from "./review/reply.ts";
import { show } from "./review/show.ts";

const HELP = `Manage single reviews, also while the service runs.

  deno task review list      list published and hidden reviews
  deno task review show      show one review
  deno task review reply     answer a review at Google
  deno task review hide      remove reviews from everything published
  deno task review restore   publish hidden reviews again
  deno task review relate    label an author with a tie to the business
  deno task review erase     remove reviews for good, from every revision

Each command has --help. KV_PATH names the store.`;

/** Runs `deno task review`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runSubcommand(args, HELP, { list, show, reply, hide, restore, relate, erase });
}

if (import.meta.main) Deno.exit(await main(Deno.args));
