import type { TopicPath } from "../../domain/site.ts";
import type { StoreOperation } from "../../domain/store/store.ts";

/**
 * Work to be done now or later. A job only names where to look. The state in KV decides what is done when it runs, so a
 * job that runs twice or late does no harm.
 */
export type Job =
  /** Verifies a pending request. */
  | { readonly kind: "verify"; readonly id: string }
  /** Distributes a topic to all subscriptions that lack its newest version. */
  | {
    readonly kind: "distribute";
    readonly path: TopicPath;
    /** The version whose publication is the reason, if any. */
    readonly version?: number;
  }
  /** Delivers to one subscription whose retry is due. */
  | { readonly kind: "deliver"; readonly path: TopicPath; readonly id: string }
  /** Tells a subscriber of its denial. */
  | { readonly kind: "deny"; readonly id: string };

const KINDS: readonly unknown[] = ["verify", "distribute", "deliver", "deny"] satisfies Job["kind"][];

/** True if a queue message is a job. Only the hub enqueues messages, so the kind suffices. */
export function isJob(value: unknown): value is Job {
  return typeof value === "object" && value !== null && "kind" in value && KINDS.includes(value.kind);
}

/** Runs a job. Does not reject for what a subscriber does. */
export type RunJob = (job: Job) => Promise<void>;

/** Runs jobs at their time, in this or any other process on the same store, at least once. */
export interface Scheduler {
  readonly name: "queue" | "sweep";
  /** Adds a job to an atomic operation: state and job are committed together or not at all. */
  readonly schedule: (operation: StoreOperation, job: Job, delayMilliseconds: number) => StoreOperation;
  /** Notes that a job's operation was committed, so that this process runs it without waiting for the store. */
  readonly committed: (job: Job, delayMilliseconds: number) => void;
  /** Begins to run jobs. */
  readonly start: (run: RunJob) => void;
  /** Runs due jobs without waiting for a timer. Resolves when they are done. */
  readonly runDue: () => Promise<void>;
  /** Takes no further job. Resolves when running jobs are done. */
  readonly stop: () => Promise<void>;
}
