import { runSubcommand } from "./command/subcommand.ts";
import { diff } from "./history/diff.ts";
import { list } from "./history/list.ts";
import { prune } from "./history/prune.ts";
import { show } from "./history/show.ts";
import { undo } from "./history/undo.ts";

const HELP = `Look after the revisions that were published, while the service runs or not.

  deno task history            what is kept: time, counts, command, files
  deno task history show N     everything about one
  deno task history diff A B   the reviews in which two differ
  deno task history undo [N]   publish an earlier one again, as a new revision
  deno task history prune      remove all but the newest

Each tells more with --help. KV_PATH names the store.`;

if (import.meta.main) await runSubcommand(HELP, { list, show, diff, undo, prune }, "list");
