import { shortened } from "../../domain/cut_text.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { nextAttempt } from "../../websub/distribution/retries.ts";
import { shownId } from "../../websub/hub_log.ts";
import type { CallbackUrl } from "../../websub/request/callback_url.ts";
import { isFailing, isLive } from "../../websub/store/subscription.ts";
import { readTopic } from "../../websub/store/topic_store.ts";
import { hubEntries, type HubEntry } from "../../websub/subscription_commands.ts";
import { escapedControls, table } from "../../terminal/print.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";

/** A row for the operator and for programs, with stable names. Times are RFC 3339; null stands for none. */
export type ShownRow = Readonly<Record<string, unknown>>;

/** Columns that name a subscription. */
export const NAMING = ["id", "topic", "callback"] as const;

const LONGEST_CELL = 60;

/** A time as RFC 3339, for programs; null for 0, which the store uses for "none". */
export function timestamp(at: number): string | null {
  return at === 0 ? null : new Date(at).toISOString();
}

/** Formats rows as a table of these members. */
export function rowTable(members: readonly string[], rows: readonly ShownRow[]): string {
  return table(
    members.map((member) => member.toUpperCase().replaceAll("_", " ")),
    rows.map((row) => members.map((member) => shortened(shownMember(row, member), LONGEST_CELL))),
  );
}

/** Formats a member of a row: times in UTC to the second, `-` for null. */
export function shownMember(row: ShownRow, member: string): string {
  const value = row[member] ?? "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = escapedControls(String(value));
  return /(?:^|_)(?:at|since)$/.test(member) ? text.slice(0, 19).replace("T", " ") : text;
}

/** Describes entries of the hub, without secrets and queries of callbacks. */
export async function hubRows(
  kv: Store,
  entries: AsyncIterable<HubEntry> | Iterable<HubEntry>,
  now: number,
): Promise<readonly ShownRow[]> {
  const topics = await Promise.all(TOPIC_PATHS.map((path) => readTopic(kv, path)));
  const versions = new Map(TOPIC_PATHS.map((path, at) => [path, topics[at]?.value?.version ?? 0]));
  return await Array.fromAsync(entries, (entry) => hubRow(entry, versions.get(entry.entry.value.path) ?? 0, now));
}

/**
 * Describes an entry. `attempt` is the number of the next attempt: in its delivery, or of all.
 *
 * @param version Newest version of its topic; 0 if there is none.
 */
export function hubRow({ id, ...one }: HubEntry, version: number, now: number): ShownRow {
  const { path, topic, callback, nextAttemptAt } = one.entry.value;
  const naming = { kind: one.kind, id: shownId(id), topic: path, topic_url: topic, callback: shownCallback(callback) };
  const next = { next_attempt_at: timestamp(nextAttemptAt) };
  if (one.kind === "denial") {
    const { reason, deniedAt, attempts } = one.entry.value;
    return { ...naming, state: "ended", reason, denied_at: timestamp(deniedAt), attempt: attempts + 1, ...next };
  }
  const terms = { lease_seconds: one.entry.value.leaseSeconds, signed: one.entry.value.secret !== null };
  if (one.kind === "request") {
    const { mode, requestedAt, attempts } = one.entry.value;
    const requested_at = timestamp(requestedAt);
    return { ...naming, state: "unverified", mode, ...terms, requested_at, attempt: attempts + 1, ...next };
  }
  const { verifiedAt, expiresAt, deliveredVersion, failures, attempts } = one.entry.value;
  const isBehind = deliveredVersion < version;
  const isRetry = isFailing(one.entry.value);
  // The next distribution removes an expired subscription.
  const state = !isLive(one.entry.value, now) ? "expired" : isRetry ? "retry" : isBehind ? "behind" : "up_to_date";
  const last = attempts.at(-1);
  return {
    ...naming,
    state,
    ...terms,
    verified_at: timestamp(verifiedAt),
    expires_at: timestamp(expiresAt),
    delivered_version: deliveredVersion,
    topic_version: version,
    failed_deliveries: failures,
    ...state === "retry" ? nextAttempt(one.entry.value) : { delivery: null, attempt: null },
    ...next,
    last_result: last?.status ?? last?.failure ?? null,
    attempts: attempts.map((attempt) => ({
      at: timestamp(attempt.at),
      version: attempt.version,
      result: attempt.status ?? attempt.failure,
      milliseconds: attempt.milliseconds,
    })),
  };
}

/** A callback with `?…` in place of its query, which may contain a capability. */
function shownCallback({ origin, target }: CallbackUrl): string {
  return origin + target.replace(/\?.*/s, "?…");
}

/**
 * Finds the entries with some ids, grouped by id. An id may be abbreviated to at least four characters if that is
 * unambiguous.
 *
 * @throws {UsageError} For the first id that is malformed, unknown or ambiguous.
 */
export async function entriesById(kv: Store, ids: readonly string[]): Promise<readonly (readonly HubEntry[])[]> {
  const found = new Map<string, readonly HubEntry[]>();
  for (const beginning of ids) {
    if (!/^[0-9a-f]{4,64}$/i.test(beginning)) {
      throw new UsageError(
        `${JSON.stringify(beginning)} is not an id; expected at least 4 hexadecimal digits of an id.`,
      );
    }
    const groups = Map.groupBy(await Array.fromAsync(hubEntries(kv, beginning.toLowerCase())), ({ id }) => id);
    const [group] = groups;
    if (group === undefined) {
      throw new UsageError(
        `No subscription has an id that begins with ${beginning}. Nothing was done; list shows the ids.`,
      );
    }
    if (groups.size > 1) {
      const shown = [...groups.keys()].map(shownId).join(", ");
      throw new UsageError(`${groups.size} ids begin with ${beginning}: ${shown}. Nothing was done.`);
    }
    found.set(...group);
  }
  return [...found.values()];
}

/**
 * Reads `--topic`, a path or a URL; null if absent. Compares only the path of a URL, because this process may not know
 * the public origin.
 */
export function topicOption(line: CommandLine): TopicPath | null {
  const text = line.text("topic");
  if (text === null) return null;
  const path = URL.parse(text)?.pathname ?? text;
  const topic = TOPIC_PATHS.find((one) => one === path);
  if (topic !== undefined) return topic;
  throw new UsageError(`--topic is ${JSON.stringify(text)}; allowed are ${TOPIC_PATHS.join(", ")}, or a URL of one.`);
}
