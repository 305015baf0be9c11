import { retryLocked } from "../../domain/retry_locked.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Clock } from "../clock.ts";

/** The right of one process to distribute a topic; without it two processes would send the same twice. */
export interface TopicLease {
  /** Whether it still holds: a process that was held up for long loses it. */
  readonly holds: () => boolean;
  readonly release: () => Promise<void>;
}

interface LeaseRow {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

// What a killed process leaves to wait for. It is renewed well before, also when a renewal fails once.
const LEASE_MS = 3000;
const RENEW_EVERY_MS = 1000;

/**
 * Takes the lease of a topic.
 *
 * @param owner Names this taking; no other has the same, so that giving back one lease never ends another.
 * @returns null while another process holds it.
 */
export async function takeTopicLease(
  kv: Deno.Kv,
  clock: Clock,
  path: TopicPath,
  owner: string,
): Promise<TopicLease | null> {
  const key: Deno.KvKey = ["lease", path];
  let until = 0;
  async function hold(): Promise<boolean> {
    const now = clock.now();
    const entry = await retryLocked(() => kv.get<LeaseRow>(key));
    if (entry.value !== null && entry.value.owner !== owner && isHeld(entry.value, now)) return false;
    const row: LeaseRow = { owner, until: now + LEASE_MS };
    const { ok } = await retryLocked(() => kv.atomic().check(entry).set(key, row).commit());
    if (ok) until = row.until;
    return ok;
  }
  if (!await hold()) return null;
  let renewal: Promise<unknown> | null = null;
  const timer = setInterval(() => renewal ??= hold().catch(() => {}).finally(() => renewal = null), RENEW_EVERY_MS);
  return {
    holds: () => clock.now() < until,
    release: async () => {
      clearInterval(timer);
      await renewal;
      const entry = await retryLocked(() => kv.get<LeaseRow>(key));
      if (entry.value?.owner === owner) await retryLocked(() => kv.atomic().check(entry).delete(key).commit());
    },
  };
}

/** Whether a process has died over a topic: it would have given the lease back. */
export async function isTopicAbandoned(kv: Deno.Kv, clock: Clock): Promise<boolean> {
  const keys = TOPIC_PATHS.map((path): Deno.KvKey => ["lease", path]);
  const rows = await retryLocked(() => kv.getMany<LeaseRow[]>(keys));
  return rows.some(({ value }) => value !== null && !isHeld(value, clock.now()));
}

/**
 * Makes an operation fail when a process takes the lease of a topic before it is committed.
 *
 * @returns Whether nobody holds it now.
 */
export async function checkNoLease(
  kv: Deno.Kv,
  clock: Clock,
  path: TopicPath,
  operation: Deno.AtomicOperation,
): Promise<boolean> {
  const entry = await retryLocked(() => kv.get<LeaseRow>(["lease", path]));
  operation.check(entry);
  return entry.value === null || !isHeld(entry.value, clock.now());
}

/** A lease that ends later than any could was taken before the clock was put back. */
function isHeld({ until }: LeaseRow, now: number): boolean {
  return until > now && until <= now + LEASE_MS;
}
