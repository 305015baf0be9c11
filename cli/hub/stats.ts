import { type HubStats, hubStats } from "./hub_stats.ts";
import { print } from "../command/print.ts";
import { UsageError } from "../command/run_command.ts";
import { withHubStore } from "../service/open_store.ts";
import { shownDuration, shownSecond, shownTime, timestamp } from "../command/shown_time.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { table } from "../command/table.ts";

const HELP = `Count subscriptions and what is still to be done for them.

  deno task hub stats [options]

The hub's stored counters are compared with what there is. Times are UTC.

  --json   one object, for programs
  --help   this text`;

const HOSTS_SHOWN = 5;

/** `hub stats`: counts what the hub stores. */
export const stats: Subcommand = {
  help: HELP,
  options: { json: { type: "boolean" } },
  run: (line) => {
    if (line.files.length > 0) throw new UsageError(`stats takes no ${JSON.stringify(line.files[0])}.`);
    const now = Date.now();
    return withHubStore(async (kv) => {
      print((line.flag("json") ? jsonOf : textOf)(await hubStats(kv, now), now));
      return 0;
    });
  },
};

function jsonOf({ topics, hosts, nextAttempt, counters, ...numbers }: HubStats, now: number): string {
  const document = {
    at: timestamp(now),
    subscriptions: {
      live: total(topics, "live"),
      expired: numbers.expired,
      failing: numbers.failing,
      behind: total(topics, "behind"),
      signed: numbers.signed,
    },
    topics: topics.map(({ path, version, changedAt, live, behind, undeliveredSince }) => ({
      topic: path,
      version,
      changed_at: timestamp(changedAt ?? 0),
      live,
      behind,
      undelivered_since: timestamp(undeliveredSince ?? 0),
      undelivered_seconds: undeliveredSince === null ? null : Math.floor((now - undeliveredSince) / 1000),
    })),
    hosts: { count: hosts.length, largest: hosts.slice(0, HOSTS_SHOWN) },
    requests_waiting: numbers.requests,
    denials_to_tell: numbers.denials,
    next_attempt: nextAttempt && { kind: nextAttempt.kind, at: timestamp(nextAttempt.at) },
    bytes_per_change: numbers.bytesPerChange,
    counters,
  };
  return JSON.stringify(document, null, 2);
}

function textOf({ topics, hosts, nextAttempt, counters, ...numbers }: HubStats, now: number): string {
  const { expired, failing, signed, requests, denials, bytesPerChange } = numbers;
  const lines = [
    `Subscriptions: ${total(topics, "live")} live, ${expired} expired.`,
    `Of the live ones: ${total(topics, "behind")} behind, ${failing} failing, ${signed} signed.`,
    `Requests that wait for verification: ${requests}. Denials to tell: ${denials}.`,
    `Next attempt: ${
      nextAttempt === null ? "none is planned" : `${planned(nextAttempt.at, now)}, a ${nextAttempt.kind}`
    }.`,
    `One change of every topic sends ${Math.ceil(bytesPerChange / 1_000_000)} MB to all together.`,
    `Callback hosts: ${hosts.length}.`,
    ...hosts.slice(0, HOSTS_SHOWN).map(({ host, subscriptions }) => `  ${host}: ${subscriptions}`),
    "",
    topicTable(topics, now),
  ];
  const wrong = counters.filter(({ agrees }) => !agrees).map(({ kind, stored, counted }) =>
    `The stored count of ${kind === "pending" ? "waiting requests" : "subscriptions"} is ${stored}, but there are ` +
    `${counted}. The hub's limits go by the stored count.`
  );
  return [...lines, ...wrong.length > 0 ? ["", ...wrong] : []].join("\n");
}

function topicTable(topics: HubStats["topics"], now: number): string {
  return table(
    ["TOPIC", "VERSION", "CHANGED", "LIVE", "BEHIND", "OLDEST NOT DELIVERED"],
    topics.map(({ path, version, changedAt, live, behind, undeliveredSince }) => [
      path,
      String(version),
      changedAt === null ? "-" : shownTime(changedAt),
      String(live),
      String(behind),
      undeliveredSince === null ? "-" : shownDuration(now - undeliveredSince),
    ]),
  );
}

function planned(at: number, now: number): string {
  return at <= now ? "due now" : shownSecond(at);
}

function total(topics: HubStats["topics"], member: "live" | "behind"): number {
  return topics.reduce((sum, topic) => sum + topic[member], 0);
}
