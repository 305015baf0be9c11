import type { Store } from "../../domain/store/store.ts";

/** Who looks at the sources, and until when nobody else does; milliseconds since 1970. */
interface Turn {
  readonly owner: string;
  readonly until: number;
}

const KEY: Deno.KvKey = ["source_turn"];

/** Longer than any look at one source takes. After a crash others wait so long. */
export const TURN_MS = 10 * 60_000;

/**
 * Takes the turn, or prolongs it: of several processes on one store only one looks at the sources at a time.
 *
 * @param owner A name that no other process has.
 * @returns Whether it is the owner's now.
 */
export async function takeTurn(kv: Store, owner: string, now: number): Promise<boolean> {
  const before = await kv.get<Turn>(KEY);
  const { value } = before;
  // One that lasts longer than it may was taken before the clock was put back.
  const isTaken = value !== null && value.owner !== owner && value.until > now && value.until <= now + TURN_MS;
  if (isTaken) return false;
  const turn: Turn = { owner, until: now + TURN_MS };
  const { ok } = await kv.atomic().check(before).set(KEY, turn).commit();
  return ok;
}

/** Gives the turn back, if it is still the owner's. */
export async function giveTurnBack(kv: Store, owner: string): Promise<void> {
  const before = await kv.get<Turn>(KEY);
  if (before.value?.owner !== owner) return;
  await kv.atomic().check(before).delete(KEY).commit();
}
