import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { shownId } from "../../websub/hub_log.ts";
import { hubEntries, type HubEntry } from "../../websub/subscription_commands.ts";
import { isFailing, isLive } from "../../websub/store/subscription.ts";
import { readTopic } from "../../websub/store/topic_store.ts";
import { print, table } from "../command/print.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../service/store/open_store.ts";
import {
  namingJson,
  requestJson,
  shownCallback,
  shownResult,
  shownState,
  subscriptionJson,
} from "./shown_subscription.ts";
import { shownTime } from "../command/shown_time.ts";
import { topicOption } from "./named_subscriptions.ts";

const HELP = `List subscriptions and unverified requests.

  deno task hub list [options]

Times are UTC. Secrets and queries of callbacks are never shown.

  --topic TOPIC   only this topic, by its path or URL
  --host HOST     only callbacks on this host
  --failing       only subscriptions whose last attempt failed
  --json          one array of objects, for programs
  --help          this text`;

const HEADER = ["ID", "TOPIC", "CALLBACK", "EXPIRES", "STATE", "LAST", "SIGNED"];
const LONGEST_CALLBACK = 48;
const NONE = "-";

type Listed = Exclude<HubEntry, { readonly kind: "denial" }>;
type Versions = ReadonlyMap<TopicPath, number>;

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
      throw new UsageError(`list takes no ${JSON.stringify(line.files[0])}; use show for one subscription.`);
    }
    const [path, host, onlyFailing] = [topicOption(line), hostOption(line), line.flag("failing")];
    const now = Date.now();
    const isWanted = ({ kind, entry: { value } }: Listed) => {
      if (path !== null && value.path !== path || host !== null && value.callback.host !== host) return false;
      return !onlyFailing || kind === "subscription" && "failures" in value && isFailing(value) && isLive(value, now);
    };
    return withHubStore(async (kv) => {
      const versions = await topicVersions(kv);
      const listed = wanted(kv, isWanted);
      if (line.flag("json")) await printJson(listed, versions, now);
      else await printTable(listed, versions, now, path !== null || host !== null || onlyFailing);
      return 0;
    });
  },
};

async function topicVersions(kv: Store): Promise<Versions> {
  const topics = await Promise.all(TOPIC_PATHS.map((path) => readTopic(kv, path)));
  return new Map(TOPIC_PATHS.map((path, at) => [path, topics[at]?.value?.version ?? 0]));
}

async function* wanted(kv: Store, isWanted: (one: Listed) => boolean): AsyncGenerator<Listed> {
  for await (const one of hubEntries(kv)) if (one.kind !== "denial" && isWanted(one)) yield one;
}

function hostOption(line: CommandLine): string | null {
  const text = line.text("host");
  if (text === null) return null;
  const url = /[/?#@:]/.test(text) ? null : URL.parse(`https://${text}/`);
  if (url !== null) return url.hostname;
  throw new UsageError(`--host is ${JSON.stringify(text)}; expected a host name without a port, as in a callback.`);
}

async function printJson(listed: AsyncIterable<Listed>, versions: Versions, now: number): Promise<void> {
  let before = "[";
  for await (const one of listed) {
    const naming = namingJson(shownId(one.id), one.entry.value);
    const document = one.kind === "pending"
      ? { kind: "request", ...naming, ...requestJson(one.entry.value) }
      : { kind: "subscription", ...naming, ...subscriptionJson(one.entry.value, newestOf(one, versions), now) };
    print(before + JSON.stringify(document));
    before = ",";
  }
  print(before === "[" ? "[]" : "]");
}

async function printTable(
  listed: AsyncIterable<Listed>,
  versions: Versions,
  now: number,
  isFiltered: boolean,
): Promise<void> {
  const rows: string[][] = [];
  for await (const one of listed) rows.push(cells(one, newestOf(one, versions), now));
  if (rows.length > 0) return print(table(HEADER, rows));
  print(isFiltered ? "No subscription matches." : "There are no subscriptions yet.");
}

function newestOf({ entry: { value } }: Listed, versions: Versions): number {
  return versions.get(value.path) ?? 0;
}

function cells(one: Listed, version: number, now: number): string[] {
  const { path, callback, secret } = one.entry.value;
  const naming = [shownId(one.id), path, shownCallback(callback, LONGEST_CALLBACK)];
  const signed = secret === null ? "no" : "yes";
  if (one.kind === "pending") {
    const isEnd = one.entry.value.mode === "unsubscribe";
    return [...naming, NONE, isEnd ? "end waiting for verification" : "waiting for verification", NONE, signed];
  }
  const { expiresAt, attempts } = one.entry.value;
  const last = attempts.at(-1);
  return [
    ...naming,
    shownTime(expiresAt),
    shownState(one.entry.value, version, now),
    last === undefined ? NONE : `${shownResult(last)}, ${shownTime(last.at)}`,
    signed,
  ];
}
