import { runSubcommand } from "./command/run_command.ts";
import { diff } from "./history/diff.ts";
import { list } from "./history/list.ts";
import { undo } from "./history/undo.ts";

const HELP = `Manage the published revisions, also while the service runs.

  deno task history            list the kept revisions
  deno task history diff A B   list the reviews in which two differ
  deno task history undo [N]   publish an earlier one as a new revision

Each command has --help. KV_PATH names the store.`;

/** Runs `deno task history`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runSubcommand(args, HELP, { list, diff, undo }, "list");
}

if (import.meta.main) Deno.exit(await main(Deno.args));
