import { print, table } from "../command/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../service/store/open_store.ts";
import { shownDuration, shownSecond, shownTime, timestamp } from "../command/shown_time.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { type Denial, isFailing, isLive, type PendingRequest } from "../../websub/store/subscription.ts";
import { countRows, type RowCount } from "../../websub/store/hub_rows.ts";
import { bytesPerChange, undeliveredSince } from "../../websub/hub_figures.ts";
import { readTopic, topicSubscriptions } from "../../websub/store/topic_store.ts";
import type { Store } from "../../domain/store/store.ts";

const HELP = `Count subscriptions and pending work.

  deno task hub stats [options]

Compares the stored counters with the rows. Times are UTC.

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

function topicTable(topics: readonly TopicStats[], now: number): string {
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

function total(topics: readonly TopicStats[], member: "live" | "behind"): number {
  return topics.reduce((sum, topic) => sum + topic[member], 0);
}

/** The next planned attempt. Times are milliseconds since 1970. */
interface NextAttempt {
  readonly kind: "delivery" | "verification" | "denial";
  readonly at: number;
}

/** Counts of a topic's live subscriptions. */
interface TopicStats {
  readonly path: TopicPath;
  /** 0 before the first version; then there is no time of the change either. */
  readonly version: number;
  readonly changedAt: number | null;
  readonly live: number;
  /** Subscriptions without the newest version, including failing ones. */
  readonly behind: number;
  /** Time of the oldest change that a subscriber lacks, or null. */
  readonly undeliveredSince: number | null;
}

/** Counts of everything that the hub stores. */
type HubStats = Awaited<ReturnType<typeof hubStats>>;

/** Counts everything that the hub stores. */
export async function hubStats(kv: Store, now: number) {
  const before = await storedCounts(kv);
  const hosts = new Map<string, number>();
  const topics: TopicStats[] = [];
  const planned: NextAttempt[] = [];
  let [expired, failing, signed, requests, denials] = [0, 0, 0, 0, 0];

  function plan(kind: NextAttempt["kind"], at: number): void {
    if (planned[0] === undefined || at < planned[0].at) planned[0] = { kind, at };
  }

  for (const path of TOPIC_PATHS) {
    const { value: state } = await readTopic(kv, path);
    let [live, behind, oldest] = [0, 0, Infinity];
    for await (const { value } of topicSubscriptions(kv, path)) {
      if (!isLive(value, now)) {
        expired++;
        continue;
      }
      live++;
      if (value.secret !== null) signed++;
      if (isFailing(value)) failing++;
      if (value.nextAttemptAt > 0) plan("delivery", value.nextAttemptAt);
      hosts.set(value.callback.host, (hosts.get(value.callback.host) ?? 0) + 1);
      const since = state === null ? null : undeliveredSince(value, state);
      if (since === null) continue;
      behind++;
      oldest = Math.min(oldest, since);
    }
    const { version = 0, changedAt = null } = state ?? {};
    topics.push({ path, version, changedAt, live, behind, undeliveredSince: behind === 0 ? null : oldest });
  }
  for await (const { value } of kv.list<PendingRequest>({ prefix: ["pending"] })) {
    requests++;
    plan("verification", value.nextAttemptAt);
  }
  for await (const { value } of kv.list<Denial>({ prefix: ["denial"] })) {
    denials++;
    plan("denial", value.nextAttemptAt);
  }

  const counted = { subscription: total(topics, "live") + expired, pending: requests };
  const after = await storedCounts(kv);
  return {
    topics,
    expired,
    failing,
    signed,
    hosts: byNumber(hosts),
    requests,
    denials,
    nextAttempt: planned[0] ?? null,
    bytesPerChange: await bytesPerChange(kv),
    counters: (["subscription", "pending"] as const).map((kind) =>
      counterStats(kind, before[kind], after[kind], counted[kind])
    ),
  };
}

/** Callback hosts of live subscriptions, by falling number. */
function byNumber(hosts: ReadonlyMap<string, number>) {
  return [...hosts].map(([host, subscriptions]) => ({ host, subscriptions }))
    .sort((a, b) => b.subscriptions - a.subscriptions || (a.host < b.host ? -1 : 1));
}

async function storedCounts(kv: Store): Promise<Readonly<Record<RowCount, number>>> {
  return {
    subscription: await countRows(kv, "subscription"),
    pending: await countRows(kv, "pending"),
  };
}

/** Compares a count with its counter before and after: rows may come and go during the count. */
function counterStats(kind: RowCount, before: number, after: number, counted: number) {
  const agrees = counted >= Math.min(before, after) && counted <= Math.max(before, after);
  return { kind, stored: after, counted, agrees };
}
