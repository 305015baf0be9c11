import type { TopicPath } from "../../domain/site.ts";
import type { StoreOperation } from "../../domain/store/store.ts";

/** Work to do now or later. A job only names rows, whose state decides, so running it twice does no harm. */
export type Job =
  | { readonly kind: "verify"; readonly id: string }
  /** Distributes a topic to all subscriptions that lack its newest version. */
  | {
    readonly kind: "distribute";
    readonly path: TopicPath;
    /** Version whose publication caused the job, if any. */
    readonly version?: number;
  }
  /** Delivers to one subscription whose retry is due. */
  | { readonly kind: "deliver"; readonly path: TopicPath; readonly id: string }
  | { readonly kind: "deny"; readonly id: string };

const KINDS: readonly unknown[] = ["verify", "distribute", "deliver", "deny"] satisfies Job["kind"][];

/** True if a queue message is a job. Only the hub enqueues messages, so the kind suffices. */
export function isJob(value: unknown): value is Job {
  return typeof value === "object" && value !== null && "kind" in value && KINDS.includes(value.kind);
}

/** Runs a job. Does not reject because of a subscriber's behaviour. */
export type RunJob = (job: Job) => Promise<void>;

/** Runs each job at its time at least once, in this or another process on the same store. */
export interface Scheduler {
  readonly name: "queue" | "sweep";
  /** Adds a job to an atomic operation: state and job are committed together or not at all. */
  readonly schedule: (operation: StoreOperation, job: Job, delayMilliseconds: number) => StoreOperation;
  /** Call after the commit of a job, so that this process runs the job without waiting for the store. */
  readonly committed: (job: Job, delayMilliseconds: number) => void;
  readonly start: (run: RunJob) => void;
  /** Runs due jobs without waiting for a timer. Resolves when they are done. */
  readonly runDue: () => Promise<void>;
  /** Stops taking jobs. Resolves when running jobs are done. */
  readonly stop: () => Promise<void>;
}

/** Key of the row whose change wakes the running hubs. */
export const WAKE: Deno.KvKey = ["wake"];

/** Makes the commit of an operation wake all hubs: they scan for due work. A queue would wake only one. */
export function wakeHub(operation: StoreOperation): StoreOperation {
  return operation.set(WAKE, crypto.randomUUID());
}
