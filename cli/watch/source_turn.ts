import type { Store } from "../../domain/store/store.ts";

interface Turn {
  readonly owner: string;
  readonly until: number;
}

const KEY: Deno.KvKey = ["source_turn"];

/** Duration of a turn, longer than any poll of one source. After a crash, others wait for its end. */
export const TURN_MS = 10 * 60_000;

/**
 * Takes or extends the turn: of several processes on one store, only one polls the sources at a time.
 *
 * @param owner Unique name of this process.
 * @returns True if this process has the turn.
 */
export async function takeTurn(kv: Store, owner: string, now: number): Promise<boolean> {
  const before = await kv.get<Turn>(KEY);
  const { value } = before;
  // An end beyond the maximum duration means that the clock was put back, so ignore that turn.
  const isTaken = value !== null && value.owner !== owner && value.until > now && value.until <= now + TURN_MS;
  if (isTaken) return false;
  const turn: Turn = { owner, until: now + TURN_MS };
  const { ok } = await kv.atomic().check(before).set(KEY, turn).commit();
  return ok;
}

/** Releases the turn, if this process still has it. */
export async function releaseTurn(kv: Store, owner: string): Promise<void> {
  const before = await kv.get<Turn>(KEY);
  if (before.value?.owner !== owner) return;
  await kv.atomic().check(before).delete(KEY).commit();
}
