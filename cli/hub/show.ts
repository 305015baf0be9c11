import { shownId } from "../../websub/hub_log.ts";
import type { Attempt, Denial, PendingRequest, Subscription } from "../../websub/store/subscription.ts";
import { readTopic } from "../../websub/store/topic_store.ts";
import { pairs, print, table } from "../command/print.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../service/store/open_store.ts";
import {
  attemptJson,
  denialJson,
  namingJson,
  requestJson,
  shownCallback,
  shownResult,
  shownState,
  subscriptionJson,
} from "./shown_subscription.ts";
import { type FoundSubscription, namingRow, resolveIds } from "./named_subscriptions.ts";
import { shownSecond } from "../command/shown_time.ts";

const HELP = `Show one subscription, without its secret and the query of its callback.

  deno task hub show ID [options]

ID may be cut to 4 characters. Also shows unverified requests and unsent
denials. Times are UTC.

  --json   one object, for programs
  --help   this text`;

/** `hub show`: shows one subscription. */
export const show: Subcommand = {
  help: HELP,
  options: { json: { type: "boolean" } },
  run: (line) => {
    if (line.files.length !== 1) {
      throw new UsageError(`show takes one id; it is given ${line.files.length}. "deno task hub list" shows the ids.`);
    }
    const now = Date.now();
    return withHubStore(async (kv) => {
      for (const found of await resolveIds(kv, line.files)) {
        const { value: topic } = await readTopic(kv, namingRow(found).path);
        print((line.flag("json") ? jsonOf : textOf)(found, topic?.version ?? 0, now));
      }
      return 0;
    });
  },
};

function jsonOf(found: FoundSubscription, version: number, now: number): string {
  const { id, subscription, pending, denial } = found;
  const document = {
    ...namingJson(shownId(id), namingRow(found)),
    subscription: subscription && {
      ...subscriptionJson(subscription.value, version, now),
      attempts: subscription.value.attempts.map(attemptJson),
    },
    request: pending && requestJson(pending.value),
    denial: denial && denialJson(denial.value),
  };
  return JSON.stringify(document, null, 2);
}

function textOf(found: FoundSubscription, version: number, now: number): string {
  const { id, subscription, pending, denial } = found;
  const { path, topic, callback } = namingRow(found);
  const parts = [pairs([
    ["id", shownId(id)],
    ["topic", path],
    // JSON, as an equivalent spelling of the URL may contain control characters.
    ["topic as asked", JSON.stringify(topic)],
    ["callback", shownCallback(callback)],
  ])];
  if (subscription !== null) parts.push(subscriptionText(subscription.value, version, now));
  if (pending !== null) parts.push(requestText(pending.value));
  if (denial !== null) parts.push(denialText(denial.value));
  return parts.join("\n\n");
}

function subscriptionText(subscription: Subscription, version: number, now: number): string {
  const { leaseSeconds, verifiedAt, expiresAt, deliveredVersion, failures, nextAttemptAt, attempts } = subscription;
  const text = pairs([
    ["state", shownState(subscription, version, now)],
    ["lease", `${leaseSeconds} seconds`],
    ["verified", shownSecond(verifiedAt)],
    ["expires", shownSecond(expiresAt)],
    ["delivered", `version ${deliveredVersion} of ${version}`],
    ["failed deliveries", String(failures)],
    ["next attempt", nextAttemptAt === 0 ? "with the next version" : shownSecond(nextAttemptAt)],
    ["signed", subscription.secret === null ? "no" : "yes"],
  ]);
  return attempts.length === 0 ? `${text}\n\nNo failed attempt is on record.` : `${text}\n\n${attemptTable(attempts)}`;
}

function attemptTable(attempts: readonly Attempt[]): string {
  return table(
    ["WHEN", "VERSION", "RESULT", "MS"],
    attempts.map((attempt) => [
      shownSecond(attempt.at),
      String(attempt.version),
      shownResult(attempt),
      String(attempt.milliseconds),
    ]),
  );
}

function requestText({ mode, requestedAt, leaseSeconds, attempts, nextAttemptAt, secret }: PendingRequest): string {
  return "A request waits for its verification:\n" + pairs([
    ["mode", mode],
    ["requested", shownSecond(requestedAt)],
    ["lease", `${leaseSeconds} seconds`],
    ["requests sent", String(attempts)],
    ["next attempt", shownSecond(nextAttemptAt)],
    ["signed", secret === null ? "no" : "yes"],
  ]);
}

function denialText({ reason, deniedAt, attempts, nextAttemptAt }: Denial): string {
  return "The subscription has ended, and its subscriber is to be told:\n" + pairs([
    ["reason", reason],
    ["ended", shownSecond(deniedAt)],
    ["requests sent", String(attempts)],
    ["next attempt", shownSecond(nextAttemptAt)],
  ]);
}
