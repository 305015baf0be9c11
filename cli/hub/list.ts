import { shownId } from "../../websub/hub_log.ts";
import { type ListedSubscription, listSubscriptions } from "../../websub/operator/list_subscriptions.ts";
import { subscriptionState } from "../../websub/operator/subscription_state.ts";
import { print } from "../command/print.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../service/open_store.ts";
import { namingJson, requestJson, subscriptionJson } from "./hub_json.ts";
import { shownCallback } from "./shown_callback.ts";
import { shownResult, shownState } from "./shown_state.ts";
import { shownTime } from "../command/shown_time.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { table } from "../command/table.ts";
import { topicOption } from "./topic_option.ts";

const HELP = `List subscriptions, and requests that wait for their verification.

  deno task hub list [options]

Times are UTC. Secrets and the queries of callbacks are never shown.

  --topic TOPIC   only those of one topic, by its path or URL
  --host HOST     only those with a callback on this host
  --failing       only live subscriptions whose last delivery failed
  --json          one array of objects, for programs
  --help          this text`;

const HEADER = ["ID", "TOPIC", "CALLBACK", "EXPIRES", "STATE", "LAST", "SIGNED"];
const LONGEST_CALLBACK = 48;
const NONE = "-";

/** `hub list`: lists subscriptions and pending requests. */
export const list: Subcommand = {
  help: HELP,
  options: {
    topic: { type: "string" },
    host: { type: "string" },
    failing: { type: "boolean" },
    json: { type: "boolean" },
  },
  run: (line) => {
    if (line.files.length > 0) {
      throw new UsageError(`list takes no ${JSON.stringify(line.files[0])}; show tells more about one subscription.`);
    }
    const filter = { path: topicOption(line), host: hostOption(line) };
    const now = Date.now();
    const isWanted = line.flag("failing") ? (listed: ListedSubscription) => isFailing(listed, now) : () => true;
    return withHubStore(async (kv) => {
      const listed = wanted(listSubscriptions(kv, filter), isWanted);
      if (line.flag("json")) await printJson(listed, now);
      else await printTable(listed, now, filter.path !== null || filter.host !== null || line.flag("failing"));
      return 0;
    });
  },
};

async function* wanted<T>(all: AsyncIterable<T>, isWanted: (one: T) => boolean): AsyncGenerator<T> {
  for await (const one of all) if (isWanted(one)) yield one;
}

function isFailing(listed: ListedSubscription, now: number): boolean {
  return listed.kind === "subscription" && subscriptionState(listed.row, listed.version, now) === "retry";
}

function hostOption(line: CommandLine): string | null {
  const text = line.text("host");
  if (text === null) return null;
  const url = /[/?#@:]/.test(text) ? null : URL.parse(`https://${text}/`);
  if (url !== null) return url.hostname;
  throw new UsageError(`--host is ${JSON.stringify(text)}; expected a host name without a port, as in a callback.`);
}

async function printJson(listed: AsyncIterable<ListedSubscription>, now: number): Promise<void> {
  let before = "[";
  for await (const one of listed) {
    const { kind, id, row } = one;
    const members = one.kind === "subscription" ? subscriptionJson(one.row, one.version, now) : requestJson(one.row);
    print(before + JSON.stringify({ kind, ...namingJson(shownId(id), row), ...members }));
    before = ",";
  }
  print(before === "[" ? "[]" : "]");
}

async function printTable(listed: AsyncIterable<ListedSubscription>, now: number, isFiltered: boolean): Promise<void> {
  const rows: string[][] = [];
  for await (const one of listed) rows.push(cells(one, now));
  if (rows.length > 0) return print(table(HEADER, rows));
  print(isFiltered ? "No subscription is like that." : "There are no subscriptions yet.");
}

function cells(listed: ListedSubscription, now: number): string[] {
  const { path, callback, secret } = listed.row;
  const naming = [shownId(listed.id), path, shownCallback(callback, LONGEST_CALLBACK)];
  const signed = secret === null ? "no" : "yes";
  if (listed.kind === "request") {
    const isEnd = listed.row.mode === "unsubscribe";
    return [...naming, NONE, isEnd ? "end waiting for verification" : "waiting for verification", NONE, signed];
  }
  const { expiresAt, attempts } = listed.row;
  const last = attempts.at(-1);
  return [
    ...naming,
    shownTime(expiresAt),
    shownState(listed.row, listed.version, now),
    last === undefined ? NONE : `${shownResult(last)}, ${shownTime(last.at)}`,
    signed,
  ];
}
