import type { TraceParent } from "../../domain/tracing.ts";
import { hasCome } from "../clock.ts";

/** State of a topic: its newest version, and when that may be distributed. Times are milliseconds since 1970. */
export interface TopicState {
  /** Grows by one with every change. */
  readonly version: number;
  /** Entity tag of that version's bytes. */
  readonly entityTag: string;
  /** Length of its content. */
  readonly bytes: number;
  readonly changedAt: number;
  /** When the first of the changes came that are not due yet. */
  readonly waitingSince: number;
  /** When this version is to be distributed. */
  readonly dueAt: number;
  /** The span that made this version; absent if that was not traced. */
  readonly traceParent?: TraceParent;
}

// Bound of the quiet time, so that constant changes cannot put off a distribution for ever.
const LONGEST_WAIT_IN_DEBOUNCES = 5;

/** State of a topic after a change. Of changes within the quiet time only the last is distributed. */
export function changeTopic(
  before: Omit<TopicState, "bytes"> | null,
  entityTag: string,
  now: number,
  debounceMilliseconds: number,
): Omit<TopicState, "bytes"> {
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

/**
 * True if the newest version may be distributed. A wait beyond the longest possible is over: the clock was put back.
 */
export function isTopicDue({ dueAt }: Pick<TopicState, "dueAt">, now: number, debounceMilliseconds: number): boolean {
  return hasCome(dueAt, now, LONGEST_WAIT_IN_DEBOUNCES * debounceMilliseconds);
}

/** Newest version that a new subscriber need not be sent. A version in its quiet time will be sent. */
export function knownVersion(state: Pick<TopicState, "version" | "dueAt"> | null, now: number): number {
  // Content served before the first version is known is that version.
  if (state === null) return 1;
  return state.dueAt > now ? state.version - 1 : state.version;
}
