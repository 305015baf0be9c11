import { shownId } from "../../websub/hub_log.ts";
import { hubEntries } from "../../websub/subscription_commands.ts";
import type { Denial, PendingRequest, Subscription } from "../../websub/store/subscription.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";
import { shownCallback } from "./shown_subscription.ts";
import { table } from "../command/print.ts";
import type { Store } from "../../domain/store/store.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";

const LONGEST_CALLBACK = 60;
const CANDIDATES = 20;

/** All rows of the hub with one id, at least one. */
export interface FoundSubscription {
  readonly id: string;
  readonly subscription: Deno.KvEntry<Subscription> | null;
  readonly pending: Deno.KvEntry<PendingRequest> | null;
  readonly denial: Deno.KvEntry<Denial> | null;
}

/** Returns a row with topic and callback. Throws an Error if there is none. */
export function namingRow({ subscription, pending, denial }: FoundSubscription) {
  const entry = subscription ?? pending ?? denial;
  if (entry === null) throw new Error("Nothing was found.");
  return entry.value;
}

/**
 * Finds the subscriptions with some ids, each once. An id may be abbreviated to at least four characters if that is
 * unambiguous.
 *
 * @throws {UsageError} For the first id that is malformed, unknown or ambiguous.
 */
export async function resolveIds(kv: Store, ids: readonly string[]): Promise<readonly FoundSubscription[]> {
  const found = new Map<string, FoundSubscription>();
  for (const id of ids) {
    const one = await resolveId(kv, id);
    found.set(one.id, one);
  }
  return [...found.values()];
}

async function resolveId(kv: Store, id: string): Promise<FoundSubscription> {
  if (!/^[0-9a-f]{4,64}$/i.test(id)) {
    throw new UsageError(
      `${JSON.stringify(id)} is not an id; expected at least 4 hexadecimal digits of an id.`,
    );
  }
  const candidates = await foundBy(kv, id.toLowerCase());
  const [one] = candidates;
  if (one === undefined) {
    throw new UsageError(`No subscription has an id that begins with ${id}. Nothing was done; list shows the ids.`);
  }
  if (candidates.length === 1) return one;
  throw new UsageError(
    `${candidates.length} ids begin with ${id}. Nothing was done; give more characters of one:\n` +
      candidateTable(candidates.slice(0, CANDIDATES)) + (candidates.length > CANDIDATES ? "\n…" : ""),
  );
}

async function foundBy(kv: Store, beginning: string): Promise<readonly FoundSubscription[]> {
  const found = new Map<string, FoundSubscription>();
  for await (const { kind, id, entry } of hubEntries(kv, beginning)) {
    const before = found.get(id) ?? { id, subscription: null, pending: null, denial: null };
    found.set(id, { ...before, [kind]: entry });
  }
  return [...found.values()].sort((a, b) => a.id < b.id ? -1 : 1);
}

function candidateTable(candidates: readonly FoundSubscription[]): string {
  return table(
    ["ID", "TOPIC", "CALLBACK"],
    candidates.map((candidate) => {
      const { path, callback } = namingRow(candidate);
      return [shownId(candidate.id), path, shownCallback(callback, LONGEST_CALLBACK)];
    }),
  );
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
