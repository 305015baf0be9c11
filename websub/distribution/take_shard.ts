import { retryLocked } from "../../domain/retry_locked.ts";
import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { type Heartbeat, processKey } from "../ownership/heartbeat.ts";
import { dueUntil, subscriptionKey } from "../store/hub_rows.ts";
import { beginLook, type Shard, shardKey, shardRange, UNTOUCHED_SHARD } from "../store/shard.ts";

// Another process was first, or a heartbeat of this one came between.
const ATTEMPTS = 5;

/** A shard that this process has just taken. */
export interface TakenShard {
  readonly entry: Deno.KvEntry<Shard>;
  /** Whether no look at it has ended yet: its subscriptions may come from an older store. */
  readonly isFirst: boolean;
  /** Whether subscriptions with a time of their own are due. */
  readonly isDue: boolean;
}

/**
 * Takes a shard that has work and that nobody living owns: something is due, or it has subscriptions that may lack the
 * version.
 *
 * @returns Its row, with this process as the owner; null when there is nothing to take.
 * @throws {Error} When its row or that of the heartbeat changes again and again meanwhile.
 */
export async function takeShard(
  { kv, clock }: Pick<HubContext, "kv" | "clock">,
  heartbeat: Heartbeat,
  path: TopicPath,
  number: number,
  topicVersion: number,
): Promise<TakenShard | null> {
  const range = shardRange(number);
  const isAny = async (selector: Deno.KvListSelector) =>
    (await retryLocked(() => Array.fromAsync(kv.list(selector, { limit: 1 })))).length > 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [before, isDue, hasRows] = await Promise.all([
      retryLocked(() => kv.get<Shard>(shardKey(path, number))),
      isAny(dueUntil(path, number, clock.now())),
      // A shard without subscriptions is not written to.
      isAny({ start: subscriptionKey(path, range.from), end: subscriptionKey(path, range.to) }),
    ]);
    const { owner, version, look } = before.value ?? UNTOUCHED_SHARD;
    const isBehind = version < topicVersion;
    // Another process has begun with a version that this one has not loaded.
    if (Math.max(version, look?.version ?? 0) > topicVersion) return null;
    if (!isDue && !(hasRows && isBehind)) return null;
    if (!await heartbeat.ensure()) continue;
    const { id, row } = heartbeat;
    const ownerRow = { key: processKey(owner ?? id), versionstamp: null };
    // A process lives while its row is there.
    const isOthers = owner !== null && owner !== id;
    if (isOthers && (await retryLocked(() => kv.get(ownerRow.key))).versionstamp !== null) return null;
    const shard: Shard = { owner: id, version, look: isBehind ? beginLook(look, topicVersion, range) : null };
    const operation = kv.atomic().check(before, row).set(before.key, shard);
    if (isOthers) operation.check(ownerRow);
    const result = await retryLocked(() => operation.commit());
    if (!result.ok) continue;
    const entry = { key: before.key, value: shard, versionstamp: result.versionstamp };
    return { entry, isFirst: version === 0, isDue };
  }
  // To say that there is nothing to take would leave the shard alone until the next look at everything.
  throw new Error(`Shard ${number} of ${path} could not be taken in ${ATTEMPTS} attempts: its row changed each time.`);
}
