import type { Store, StoreOperation } from "./store.ts";

/** A row that proves whether a commit has happened. Only commits of this process with this receipt write it. */
export interface Receipt {
  readonly key: Deno.KvKey;
  /** Versionstamp before the commit; null before the first. */
  readonly versionstamp: string | null;
}

/** Outcome of a commit that was refused or forbidden. */
export interface CommitOutcome {
  /** True if the commit has happened; if false, it never will. */
  readonly isDone: boolean;
  /**
   * Current versionstamp of the receipt. If it changed without the commit being done, the receipt expired or was
   * forbidden.
   */
  readonly versionstamp: string | null;
}

type ReceiptValue = "done" | "forbidden";

// Receipts of ended processes expire after a day.
const KEPT_MS = 86_400_000;

/**
 * Pool of receipts; its size is the largest number of simultaneous commits. Each commit writes one receipt and checks
 * that it is unchanged. Therefore a commit happens at most once, however often a client or proxy repeats it. Its
 * receipt proves that it has happened.
 */
export class Receipts {
  readonly #process = crypto.randomUUID();
  readonly #free: Receipt[] = [];
  #made = 0;

  /** Takes a receipt for one commit. A receipt that is not returned is never reused. */
  take(): Receipt {
    return this.#free.pop() ?? { key: ["commit", this.#process, this.#made++], versionstamp: null };
  }

  /** Returns a receipt to the pool with its current versionstamp. */
  give({ key }: Receipt, versionstamp: string | null): void {
    this.#free.push({ key, versionstamp });
  }
}

/**
 * Makes a commit write its receipt: `done`, or `forbidden` to forbid the commit with this receipt. Both check the
 * receipt, so only the first can succeed.
 */
export function withReceipt(
  operation: StoreOperation,
  { key, versionstamp }: Receipt,
  value: ReceiptValue,
): StoreOperation {
  return operation.check({ key, versionstamp }).set(key, value, { expireIn: KEPT_MS });
}

/** Reads the outcome of a commit that was refused or forbidden. */
export async function readOutcome(kv: Pick<Store, "get">, receipt: Receipt): Promise<CommitOutcome> {
  const { value, versionstamp } = await kv.get<ReceiptValue>(receipt.key);
  return { isDone: value === "done" && versionstamp !== receipt.versionstamp, versionstamp };
}
