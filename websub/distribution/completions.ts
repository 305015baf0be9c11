import { retryLocked } from "../../domain/retry_locked.ts";
import { putSubscription } from "../store/hub_rows.ts";
import type { Job } from "../schedule/job.ts";
import type { Scheduler } from "../schedule/scheduler.ts";
import type { Subscription } from "../store/subscription.ts";

/** A subscription as it was read, and as it is to be after an attempt. */
export interface Completion {
  readonly before: Deno.KvEntry<Subscription>;
  readonly after: Subscription;
  /** A job to commit with it, or null. */
  readonly job: { readonly job: Job; readonly delayMilliseconds: number } | null;
}

/** Commits what attempts came to, many at once: a commit for each took half the deliveries per second. */
export interface Completions {
  /** Resolves to whether it was committed; not, when the row has changed since it was read. Rejects when KV fails. */
  readonly add: (completion: Completion) => Promise<boolean>;
  /** Commits what is held back. */
  readonly flush: () => Promise<void>;
}

interface Held {
  readonly completion: Completion;
  readonly settle: (committed: boolean | Promise<boolean>) => void;
}

// What is not committed when the process dies is sent again: this many at most, or this long.
const ROWS_PER_COMMIT = 50;
const FLUSH_AFTER_MS = 100;

/**
 * Makes the batches.
 *
 * @param isLast Asked at each addition: whether nothing more is under way, so that waiting for more is no use.
 */
export function batchedCompletions(kv: Deno.Kv, scheduler: Scheduler, isLast: () => boolean): Completions {
  let held: Held[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function commit(completions: readonly Completion[]): Promise<boolean> {
    const { ok } = await retryLocked(() => {
      const operation = kv.atomic();
      for (const { before, after, job } of completions) {
        putSubscription(operation, before, after);
        if (job !== null) scheduler.schedule(operation, job.job, job.delayMilliseconds);
      }
      return operation.commit();
    });
    return ok;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = held;
    held = [];
    if (batch.length === 0) return;
    const whole = await commit(batch.map(({ completion }) => completion)).then(
      (isCommitted) => ({ isCommitted }),
      (error: unknown) => ({ isCommitted: false, error }),
    );
    const [only] = batch;
    if (whole.isCommitted) { for (const { settle } of batch) settle(true); }
    else if (batch.length === 1) only?.settle("error" in whole ? Promise.reject(whole.error) : false);
    // One row that was renewed meanwhile fails them all: then each goes by itself.
    else for (const { completion, settle } of batch) settle(commit([completion]));
  }

  return {
    add: (completion) =>
      new Promise((settle) => {
        held.push({ completion, settle });
        if (held.length >= ROWS_PER_COMMIT || isLast()) return void flush();
        timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
      }),
    flush,
  };
}
