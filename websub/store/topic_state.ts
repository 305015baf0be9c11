import { hasCome } from "../clock.ts";

/** Newest version of a topic, and from when it may be distributed. Times are milliseconds since 1970. */
export interface TopicState {
  /** Number of the newest version. Grows by one with every change. */
  readonly version: number;
  /** Entity tag of the version's uncoded content. */
  readonly entityTag: string;
  /** Length of the uncoded content, in bytes. */
  readonly bytes: number;
  readonly changedAt: number;
  /** Time of the first change in the current quiet time. */
  readonly waitingSince: number;
  /** Time from which this version may be distributed. */
  readonly dueAt: number;
}

// Maximum delay by repeated changes, as a multiple of the quiet time. Constant changes would otherwise postpone a
// distribution for ever.
const LONGEST_WAIT_IN_DEBOUNCES = 5;

/** Returns the state after a change. Of several changes within the quiet time, only the last is distributed. */
export function changeTopic(
  before: Omit<TopicState, "bytes"> | null,
  entityTag: string,
  now: number,
  debounceMilliseconds: number,
): Omit<TopicState, "bytes"> {
  // Earlier subscribers get the version without a quiet time.
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

/** True if the newest version may be distributed, also if its time is impossible, as the clock was put back. */
export function isTopicDue({ dueAt }: Pick<TopicState, "dueAt">, now: number, debounceMilliseconds: number): boolean {
  return hasCome(dueAt, now, LONGEST_WAIT_IN_DEBOUNCES * debounceMilliseconds);
}

/** Returns the newest version that a new subscriber is assumed to have. A version in its quiet time will be sent. */
export function knownVersion(state: Pick<TopicState, "version" | "dueAt"> | null, now: number): number {
  // GET may have served older content than the first version: an import can come before its publication.
  if (state === null) return 0;
  return state.dueAt > now ? state.version - 1 : state.version;
}
