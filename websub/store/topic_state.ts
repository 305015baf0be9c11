import type { TraceParent } from "../../domain/tracing.ts";
import { hasCome } from "../clock.ts";

/** How far a topic is: its newest version and when that may be distributed. Times are milliseconds since 1970. */
export interface TopicState {
  /** Grows by one with every change. */
  readonly version: number;
  /** Entity tag of that version's bytes. */
  readonly entityTag: string;
  /** Length of its content; absent in rows of earlier versions. */
  readonly bytes?: number;
  readonly changedAt: number;
  /** When the first change came that has not been due yet. */
  readonly waitingSince: number;
  /** When this version is to be distributed. */
  readonly dueAt: number;
  /** The span that made this version; absent where that was not traced. */
  readonly traceParent?: TraceParent;
}

// Changes that never stop would otherwise put the distribution off for ever.
const LONGEST_WAIT_IN_DEBOUNCES = 5;

/** The state after a change: quick changes are put together, and only the last of them is distributed. */
export function changeTopic(
  before: TopicState | null,
  entityTag: string,
  now: number,
  debounceMilliseconds: number,
): TopicState {
  // Nobody can have subscribed to a topic before its first version.
  if (before === null) return { version: 1, entityTag, changedAt: now, waitingSince: now, dueAt: now };
  const waitingSince = before.dueAt > now ? before.waitingSince : now;
  return {
    version: before.version + 1,
    entityTag,
    changedAt: now,
    waitingSince,
    dueAt: Math.min(now + debounceMilliseconds, waitingSince + LONGEST_WAIT_IN_DEBOUNCES * debounceMilliseconds),
  };
}

/** Whether the newest version is to be distributed now. One that waits longer than any can is due: the clock was put back. */
export function isTopicDue({ dueAt }: TopicState, now: number, debounceMilliseconds: number): boolean {
  return hasCome(dueAt, now, LONGEST_WAIT_IN_DEBOUNCES * debounceMilliseconds);
}

/** The newest version that a subscriber who asks now needs nothing of: one that is still waiting will be sent. */
export function knownVersion(state: TopicState | null, now: number): number {
  // What is served before the first version is known is that version.
  if (state === null) return 1;
  return state.dueAt > now ? state.version - 1 : state.version;
}
