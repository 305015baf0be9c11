import type { Job } from "./job.ts";
import type { StoreOperation } from "../../domain/store/store.ts";

/** Does a job. It does not reject for what a subscriber does. */
export type RunJob = (job: Job) => Promise<void>;

/** Brings jobs back at their time, in this or any other process on the same store, at least once. */
export interface Scheduler {
  readonly name: "queue" | "sweep";
  /** Adds a job to an atomic operation: state and job are committed together or not at all. */
  readonly schedule: (operation: StoreOperation, job: Job, delayMilliseconds: number) => StoreOperation;
  /** Says that a job's operation was committed, so that this process need not wait to be told of it. */
  readonly committed: (job: Job, delayMilliseconds: number) => void;
  /** Begins to run jobs. */
  readonly start: (run: RunJob) => void;
  /** Runs what is due without waiting for a timer, and resolves when it is done. */
  readonly runDue: () => Promise<void>;
  /** Takes no further job; resolves when those under way are done. */
  readonly stop: () => Promise<void>;
}
