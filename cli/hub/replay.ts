import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { shownId } from "../../websub/hub_log.ts";
import { type ReplayCount, replaySubscriptions } from "../../websub/subscription_commands.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../websub/store/topic_store.ts";
import { print } from "../command/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../service/store/open_store.ts";
import { resolveIds, topicOption } from "./named_subscriptions.ts";
import type { Store } from "../../domain/store/store.ts";

const HELP = `Send the current version of a topic again, also to subscribers that have it.

  deno task hub replay ID... | --topic TOPIC | --all

ID may be cut to 4 characters. The attempt is made at once and resets the
failures. Expired subscriptions are left out.

  --topic TOPIC   all subscriptions of a topic, by its path or URL
  --all           all subscriptions
  --help          this text`;

/** `hub replay`: sends the current version of a topic again. */
export const replay: Subcommand = {
  help: HELP,
  options: { topic: { type: "string" }, all: { type: "boolean" } },
  run: (line) => {
    const topic = topicOption(line);
    const ways = [line.files.length > 0 && "ids", topic !== null && "--topic", line.flag("all") && "--all"]
      .filter((way) => way !== false);
    if (ways.length !== 1) {
      throw new UsageError(`replay takes one of ids, --topic and --all; given: ${ways.join(", ") || "none"}.`);
    }
    return withHubStore(async (kv) => {
      const entries = line.files.length > 0
        ? await subscriptionsOf(kv, line.files)
        : subscriptionsTo(kv, topic === null ? TOPIC_PATHS : [topic]);
      print(report(await replaySubscriptions(kv, { now: Date.now }, entries)));
      return 0;
    });
  },
};

async function subscriptionsOf(kv: Store, ids: readonly string[]): Promise<readonly Deno.KvEntry<Subscription>[]> {
  return (await resolveIds(kv, ids)).map(({ id, subscription, pending }) => {
    if (subscription !== null) return subscription;
    const why = pending === null ? "has ended" : "waits for its verification";
    throw new UsageError(`Subscription ${shownId(id)} ${why}, so there is nothing to send again. Nothing was done.`);
  });
}

async function* subscriptionsTo(kv: Store, paths: readonly TopicPath[]): AsyncGenerator<Deno.KvEntry<Subscription>> {
  for (const path of paths) yield* topicSubscriptions(kv, path);
}

function report({ replayed, expired, gone, unpublished }: ReplayCount): string {
  const lines = [
    replayed === 0
      ? "No subscription is sent anything again."
      : `${count(replayed)} sent the current version again. A running server begins within seconds.`,
  ];
  if (expired > 0) lines.push(`Left out: ${count(expired)} expired.`);
  if (unpublished > 0) lines.push(`Left out: ${count(unpublished)} to a topic that has no version yet.`);
  if (gone > 0) lines.push(`Left out: ${count(gone)} gone meanwhile.`);
  return lines.join("\n");
}

function count(subscriptions: number): string {
  return subscriptions === 1 ? "1 subscription is" : `${subscriptions} subscriptions are`;
}
