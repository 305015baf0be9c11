import { TOPIC_PATHS } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { undeliveredSince } from "../../websub/hub_figures.ts";
import { isFailing, isLive } from "../../websub/store/subscription.ts";
import { readTopic } from "../../websub/store/topic_store.ts";
import { hubEntries } from "../../websub/subscription_commands.ts";
import { print } from "../../terminal/print.ts";
import { refuseArguments, type Subcommand } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { rowTable, type ShownRow, timestamp } from "./shown_rows.ts";

const HELP = `Count subscriptions and pending work of each topic.

  deno task hub stats [options]

Behind are live subscriptions without the newest version. Times are UTC.

  --json   one array of objects, for programs
  --help   this text`;

/** `hub stats`: counts what the hub stores. */
export const stats: Subcommand = {
  help: HELP,
  options: { json: { type: "boolean" } },
  run: (line) => {
    refuseArguments(line, "stats");
    return withHubStore(async (kv) => {
      const rows = await hubStats(kv, Date.now());
      print(line.flag("json") ? JSON.stringify(rows, null, 2) : rowTable(Object.keys(rows[0] ?? {}), rows));
      return 0;
    });
  },
};

async function hubStats(kv: Store, now: number): Promise<readonly ShownRow[]> {
  const none = { live: 0, behind: 0, failing: 0, signed: 0, expired: 0, requests: 0, denials: 0 };
  const states = await Promise.all(TOPIC_PATHS.map((path) => readTopic(kv, path)));
  const topics = TOPIC_PATHS.map((path, at) => (
    { path, state: states[at]?.value ?? null, nextAt: Infinity, since: Infinity, counts: { ...none } }
  ));
  for await (const one of hubEntries(kv)) {
    const topic = topics.find(({ path }) => path === one.entry.value.path);
    if (topic === undefined) continue;
    const { counts, state } = topic;
    if (one.kind === "request") counts.requests++;
    else if (one.kind === "denial") counts.denials++;
    else {
      const { value } = one.entry;
      if (!isLive(value, now)) {
        counts.expired++;
        continue;
      }
      counts.live++;
      if (value.secret !== null) counts.signed++;
      if (isFailing(value)) counts.failing++;
      const since = state === null ? null : undeliveredSince(value, state);
      if (since !== null) {
        counts.behind++;
        topic.since = Math.min(topic.since, since);
      }
    }
    const { nextAttemptAt } = one.entry.value;
    if (nextAttemptAt > 0) topic.nextAt = Math.min(topic.nextAt, nextAttemptAt);
  }
  const time = (at: number) => at === Infinity ? null : timestamp(at);
  return topics.map(({ path, state, nextAt, since, counts }) => ({
    topic: path,
    version: state?.version ?? 0,
    changed_at: timestamp(state?.changedAt ?? 0),
    ...counts,
    undelivered_since: time(since),
    next_attempt_at: time(nextAt),
    bytes_per_change: counts.live * (state?.bytes ?? 0),
  }));
}
