import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { shownId } from "../../websub/hub_log.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../websub/store/topic_store.ts";
import { type HubEntry, replaySubscriptions } from "../../websub/subscription_commands.ts";
import { counted, print } from "../../terminal/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { entriesById, topicOption } from "./shown_rows.ts";

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
      const ids = line.files.length > 0 ? (await entriesById(kv, line.files)).map(subscriptionIn) : null;
      const { replayed, leftOut } = await replaySubscriptions(kv, { now: Date.now }, ids ?? allTo(kv, topic));
      const others = leftOut === 0 ? "" : ` Left out, as expired or without a version: ${leftOut}.`;
      print(`${counted(replayed, "subscription")} to send again; a running service begins within seconds.${others}`);
      return 0;
    });
  },
};

function subscriptionIn(entries: readonly HubEntry[]): Deno.KvEntry<Subscription> {
  const [first] = entries;
  // Entries of an id begin with the subscription.
  if (first?.kind === "subscription") return first.entry;
  const id = shownId(first?.id ?? "");
  throw new UsageError(`${id} is only a ${first?.kind}, so there is nothing to send again. Nothing was done.`);
}

async function* allTo(kv: Store, topic: TopicPath | null): AsyncGenerator<Deno.KvEntry<Subscription>> {
  for (const path of TOPIC_PATHS) if (topic === null || path === topic) yield* topicSubscriptions(kv, path);
}
