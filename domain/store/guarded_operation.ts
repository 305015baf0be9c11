import type { StoreOperation, StoreQueueOptions } from "./store.ts";

type CommitResult = Deno.KvCommitResult | Deno.KvCommitError;

/** An atomic operation on a store that may be unable to write when it is committed. */
export class GuardedOperation implements StoreOperation {
  readonly #operation: StoreOperation | null;
  readonly #guard: (commit: () => Promise<CommitResult>) => Promise<CommitResult>;

  /**
   * @param operation Null when it cannot be committed.
   * @param guard Commits, or rejects without doing so.
   */
  constructor(
    operation: StoreOperation | null,
    guard: (commit: () => Promise<CommitResult>) => Promise<CommitResult>,
  ) {
    this.#operation = operation;
    this.#guard = guard;
  }

  check(...checks: Deno.AtomicCheck[]): this {
    this.#operation?.check(...checks);
    return this;
  }

  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): this {
    this.#operation?.set(key, value, options);
    return this;
  }

  delete(key: Deno.KvKey): this {
    this.#operation?.delete(key);
    return this;
  }

  sum(key: Deno.KvKey, n: bigint): this {
    this.#operation?.sum(key, n);
    return this;
  }

  enqueue(value: unknown, options?: StoreQueueOptions): this {
    this.#operation?.enqueue(value, options);
    return this;
  }

  commit(): Promise<CommitResult> {
    return this.#guard(async () => {
      if (this.#operation === null) throw new TypeError("The operation was begun when nothing could be written.");
      return await this.#operation.commit();
    });
  }
}
