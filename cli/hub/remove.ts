import { shownId } from "../../websub/hub_log.ts";
import { removeSubscription } from "../../websub/subscription_commands.ts";
import { counted, print, printError } from "../../terminal/print.ts";
import { askedAnswers, confirmation } from "../command/choice.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { entriesById, hubRows, NAMING, rowTable } from "./shown_rows.ts";

const LONGEST_REASON = 200;

const HELP = `End subscriptions, after a yes. A running service notifies the subscribers,
or the next start does.

  deno task hub remove [options] ID...

ID may be cut to 4 characters. Also removes unverified requests. If an id is
unknown, nothing is removed.

  --reason TEXT   reason for the subscriber, at most 200 characters; default:
                  The operator of this hub has ended the subscription
  --yes           remove without asking
  --help          this text`;

/** `hub remove`: ends subscriptions. */
export const remove: Subcommand = {
  help: HELP,
  options: { reason: { type: "string" }, yes: { type: "boolean" } },
  run: (line) => {
    if (line.files.length === 0) throw new UsageError("remove needs the id of a subscription; list shows the ids.");
    const reason = reasonOption(line);
    return withHubStore(async (kv) => {
      const found = await entriesById(kv, line.files);
      const [ended] = found.find((entries) => entries.every(({ kind }) => kind === "denial")) ?? [];
      if (ended !== undefined) {
        throw new UsageError(`Subscription ${shownId(ended.id)} has ended already. Nothing was done.`);
      }
      const plan = rowTable([...NAMING, "kind", "state"], await hubRows(kv, found.flat(), Date.now()));
      if (!line.flag("yes")) {
        printError(plan);
        const question = `Remove ${counted(found.length, "subscription")}?`;
        if (askedAnswers([confirmation("remove", question)], question, "Nothing was removed.") === null) return 2;
      }
      let removed = 0;
      for (const [first] of found) {
        if (first === undefined) continue;
        removed += Number(await removeSubscription(kv, { now: Date.now }, first.entry.value.path, first.id, reason));
      }
      print(
        `${plan}\nRemoved ${
          counted(removed, "subscription")
        }. A running service notifies the live ones within seconds.`,
      );
      return 0;
    });
  },
};

function reasonOption(line: CommandLine): string {
  const reason = line.text("reason") ?? "The operator of this hub has ended the subscription";
  if (reason.trim() !== "" && reason.length <= LONGEST_REASON && !/\p{C}/u.test(reason)) return reason;
  throw new UsageError(
    `--reason has ${reason.length} characters; allowed is one line of 1 to ${LONGEST_REASON} characters.`,
  );
}
