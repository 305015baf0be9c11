import { shownId } from "../../websub/hub_log.ts";
import { type RemovedSubscription, removeSubscription } from "../../websub/subscription_commands.ts";
import { print } from "../command/print.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../service/store/open_store.ts";
import { type FoundSubscription, namingRow, resolveIds } from "./named_subscriptions.ts";
import { shownCallback } from "./shown_subscription.ts";

const DEFAULT_REASON = "The operator of this hub has ended the subscription";
const LONGEST_REASON = 200;

const HELP = `End subscriptions. A running service notifies the subscribers, or the next
start does.

  deno task hub remove [options] ID...

ID may be cut to 4 characters. Also removes unverified requests. If an id is
unknown, nothing is removed.

  --reason TEXT   reason for the subscriber, at most 200 characters; default:
                  The operator of this hub has ended the subscription
  --help          this text`;

/** `hub remove`: ends subscriptions. */
export const remove: Subcommand = {
  help: HELP,
  options: { reason: { type: "string" } },
  run: (line) => {
    if (line.files.length === 0) throw new UsageError("remove needs the id of a subscription; list shows the ids.");
    const reason = reasonOption(line);
    return withHubStore(async (kv) => {
      const all = await resolveIds(kv, line.files);
      const ended = all.find(({ subscription, pending }) => subscription === null && pending === null);
      if (ended !== undefined) {
        throw new UsageError(`Subscription ${shownId(ended.id)} has ended already. Nothing was done.`);
      }
      for (const found of all) {
        const { path } = namingRow(found);
        print(report(found, await removeSubscription(kv, { now: Date.now }, path, found.id, reason)));
      }
      return 0;
    });
  },
};

function reasonOption(line: CommandLine): string {
  const reason = line.text("reason");
  if (reason === null) return DEFAULT_REASON;
  if (reason.trim() !== "" && reason.length <= LONGEST_REASON && !/\p{C}/u.test(reason)) return reason;
  throw new UsageError(
    `--reason has ${reason.length} characters; allowed is one line of 1 to ${LONGEST_REASON} characters.`,
  );
}

function report(found: FoundSubscription, { subscription, pending }: RemovedSubscription): string {
  const { path, callback } = namingRow(found);
  const name = `${shownId(found.id)} (${path} to ${shownCallback(callback)})`;
  const request = pending ? " The request that waited for its verification is gone as well." : "";
  if (subscription === "live") {
    return `Removed ${name}. A running server tells the subscriber within seconds.${request}`;
  }
  if (subscription === "expired") return `Removed ${name}. Its lease had run out, so nobody is told.${request}`;
  if (pending) return `Removed the request ${name}, which waited for its verification. Nobody is told.`;
  return `${name} was gone already.`;
}
