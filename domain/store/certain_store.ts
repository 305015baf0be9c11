import { type CommitOutcome, readOutcome, type Receipt, Receipts, withReceipt } from "./receipts.ts";
import {
  CollectedOperation,
  type CommitAnswer,
  type HearRow,
  MOST_CHECKS,
  type Store,
  type StoreListOptions,
  type StoreOperation,
  type StoreRows,
  storeRows,
  type Write,
} from "./store.ts";
import { CALL_SETTINGS, type CallSettings, StoreCalls } from "./store_calls.ts";
import { type StoreHealth, type StoreTrouble, StoreTroubleError } from "./store_trouble.ts";

interface CertainStoreOptions {
  readonly calls?: CallSettings;
  /** Wait before the second try after a failed connection, in milliseconds; doubles with each further try. */
  readonly waitMilliseconds?: number;
  /** Change feed of rows, if the store has one. */
  readonly onRowChange?: HearRow;
}

const TRIES = 6;
const WAIT_MS = 40;

/**
 * A store behind a network. Makes the outcome of each commit certain.
 *
 * Deno's client of KV Connect repeats a commit whose answer was lost. The repeated commit finds its own row, its check
 * fails, and the caller reads "no" for a commit that has happened. Therefore each commit here writes a receipt, and
 * every answer but "yes" is verified against it. All calls have a deadline.
 */
export class CertainStore implements Store, StoreHealth {
  #opened: Store | null = null;
  #isClosed = false;
  readonly #calls: StoreCalls;
  readonly #receipts = new Receipts();
  readonly #watchers = new Set<(trouble: StoreTrouble | null) => void>();
  readonly #waitMilliseconds: number;
  readonly onRowChange?: HearRow;
  readonly eraseTraces?: () => Promise<void>;

  /**
   * @param kv The client's store, or a function that opens a store that is not reachable yet. Until it succeeds, calls
   * fail with `silent`.
   */
  constructor(
    kv: Store | (() => Promise<Store>),
    { calls = CALL_SETTINGS, waitMilliseconds = WAIT_MS, onRowChange }: CertainStoreOptions = {},
  ) {
    const isAway = typeof kv === "function";
    if (!isAway) this.#opened = kv;
    // Has no deadline, because it may take longer than a call, and repeating it is harmless.
    if (!isAway && kv.eraseTraces !== undefined) this.eraseTraces = () => kv.eraseTraces?.() ?? Promise.resolve();
    if (onRowChange !== undefined) this.onRowChange = onRowChange;
    this.#waitMilliseconds = waitMilliseconds;
    const probe = async () => {
      if (isAway && this.#opened === null) {
        this.#opened = await kv();
        if (this.#isClosed) this.#opened.close();
      }
      await this.#kv.get(["dataset", "head"]);
    };
    const tell = (trouble: StoreTrouble | null) => {
      for (const watcher of this.#watchers) watcher(trouble);
    };
    this.#calls = new StoreCalls(calls, probe, tell, isAway);
  }

  get #kv(): Store {
    if (this.#opened === null) throw new StoreTroubleError("silent");
    return this.#opened;
  }

  get trouble(): StoreTrouble | null {
    return this.#calls.trouble;
  }

  watch(onChange: (trouble: StoreTrouble | null) => void): void {
    this.#watchers.add(onChange);
  }

  /** Does nothing: a silent store is probed on a timer. */
  look(): Promise<void> {
    return Promise.resolve();
  }

  get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>> {
    return this.#read(() => this.#kv.get<T>(key));
  }

  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    return this.#read(() => this.#kv.getMany<T>(keys));
  }

  list<T>(selector: Deno.KvListSelector, options?: StoreListOptions): StoreRows<T> {
    let rows: StoreRows<T> | null = null;
    const opened = () => rows ??= this.#kv.list<T>(selector, options);
    return storeRows(() => this.#read(() => opened().next()), () => opened().cursor);
  }

  async set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Promise<Deno.KvCommitResult> {
    return unchecked(await this.#commit([], [(operation) => operation.set(key, value, options)]));
  }

  async delete(key: Deno.KvKey): Promise<void> {
    unchecked(await this.#commit([], [(operation) => operation.delete(key)]));
  }

  atomic(): StoreOperation {
    return new CollectedOperation((checks, writes) => this.#commit(checks, writes));
  }

  listenQueue(handler: (value: unknown) => Promise<void> | void): Promise<void> {
    return this.#kv.listenQueue(handler);
  }

  close(): void {
    this.#isClosed = true;
    this.#calls.close();
    this.#opened?.close();
  }

  #read<T>(work: () => Promise<T>): Promise<T> {
    return this.#tried(() => this.#calls.call(work));
  }

  async #commit(checks: readonly Deno.AtomicCheck[], writes: readonly Write[]): Promise<CommitAnswer> {
    if (checks.length > MOST_CHECKS) {
      throw new TypeError(`A commit has ${checks.length} checks; at most ${MOST_CHECKS} are allowed.`);
    }
    for (let attempt = 1;; attempt++) {
      const receipt = this.#receipts.take();
      const { answer, error, outcome } = await this.#commitOnce(checks, writes, receipt);
      this.#receipts.give(receipt, outcome.versionstamp);
      if (answer?.ok) return answer;
      if (outcome.isDone && outcome.versionstamp !== null) return { ok: true, versionstamp: outcome.versionstamp };
      if (answer !== null && outcome.versionstamp === receipt.versionstamp) return answer;
      if (error instanceof TypeError) throw error;
      if (attempt === TRIES) throw new StoreTroubleError("silent", error ?? new Error("The receipt expires at once."));
      await this.#wait(attempt);
    }
  }

  async #commitOnce(checks: readonly Deno.AtomicCheck[], writes: readonly Write[], receipt: Receipt): Promise<{
    readonly answer: CommitAnswer | null;
    readonly error?: unknown;
    readonly outcome: CommitOutcome;
  }> {
    let answer: CommitAnswer | null = null;
    try {
      answer = await this.#calls.call(() => {
        const operation = withReceipt(this.#kv.atomic().check(...checks), receipt, "done");
        return writes.reduce((all, write) => write(all), operation).commit();
      });
      if (answer.ok) return { answer, outcome: { isDone: true, versionstamp: answer.versionstamp } };
      return { answer, outcome: await readOutcome(this, receipt) };
    } catch (error) {
      // Deno's client refused the operation before sending it.
      if (error instanceof TypeError) {
        return { answer: null, error, outcome: { isDone: false, versionstamp: receipt.versionstamp } };
      }
      if (error instanceof StoreTroubleError) throw error;
      return { answer: null, error, outcome: await this.#tried(() => this.#forbid(receipt)) };
    }
  }

  /** Forbids a commit that may still reach the server. If it has happened already, reads its outcome. */
  async #forbid(receipt: Receipt): Promise<CommitOutcome> {
    const answer = await this.#calls.call(() => withReceipt(this.#kv.atomic(), receipt, "forbidden").commit());
    if (answer.ok) return { isDone: false, versionstamp: answer.versionstamp };
    return await readOutcome(this, receipt);
  }

  /** Retries after connection errors. Permanent errors and calls to a silent store are not retried. */
  async #tried<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1;; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof TypeError || error instanceof StoreTroubleError) throw error;
        // A starting server refuses with errors of any kind. Report `silent`, which callers can handle.
        if (attempt === TRIES) throw new StoreTroubleError("silent", error);
        await this.#wait(attempt);
      }
    }
  }

  #wait(attempt: number): Promise<void> {
    const milliseconds = this.#waitMilliseconds * 2 ** (attempt - 1) * (0.5 + Math.random());
    return new Promise((go) => setTimeout(go, milliseconds));
  }
}

/** Result of a commit without checks, which cannot be refused. */
function unchecked(answer: CommitAnswer): Deno.KvCommitResult {
  if (!answer.ok) throw new Error("A commit without checks was refused.");
  return answer;
}
