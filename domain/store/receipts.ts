import type { Store, StoreOperation } from "./store.ts";

/** A row of this process by which it is known whether a commit has happened: only commits with this receipt write it. */
export interface Receipt {
  readonly key: Deno.KvKey;
  /** As it stood when no commit with it was under way; null before the first. */
  readonly versionstamp: string | null;
}

/** What is known of a commit that was refused or forbidden. */
export interface CommitOutcome {
  /** Whether it has happened all the same; if not, it never will. */
  readonly isDone: boolean;
  /** How the receipt stands now; other than before without the commit being done, it had expired or was forbidden. */
  readonly versionstamp: string | null;
}

type ReceiptValue = "done" | "forbidden";

// A process that ends leaves its receipts behind.
const KEPT_MS = 86_400_000;

/**
 * Receipts for commits whose answer may be lost. Each commit writes one and checks that it is as before: so it can
 * happen once only, however often a client or a proxy repeats it, and its receipt says that it has. There are as many
 * as commits at the same time.
 */
export class Receipts {
  readonly #process = crypto.randomUUID();
  readonly #free: Receipt[] = [];
  #made = 0;

  /** Takes a receipt for one commit. One that is not given back is never used again. */
  take(): Receipt {
    return this.#free.pop() ?? { key: ["commit", this.#process, this.#made++], versionstamp: null };
  }

  /** Gives a receipt back, as it stands now. */
  give({ key }: Receipt, versionstamp: string | null): void {
    this.#free.push({ key, versionstamp });
  }
}

/** Has a commit write its receipt. */
export function withReceipt(operation: StoreOperation, receipt: Receipt): StoreOperation {
  return write(operation, receipt, "done");
}

/** Has a commit make the one with this receipt impossible. */
export function withoutReceipt(operation: StoreOperation, receipt: Receipt): StoreOperation {
  return write(operation, receipt, "forbidden");
}

/** Reads what became of a commit that was refused or forbidden. */
export async function readOutcome(kv: Pick<Store, "get">, receipt: Receipt): Promise<CommitOutcome> {
  const { value, versionstamp } = await kv.get<ReceiptValue>(receipt.key);
  return { isDone: value === "done" && versionstamp !== receipt.versionstamp, versionstamp };
}

function write(operation: StoreOperation, { key, versionstamp }: Receipt, value: ReceiptValue): StoreOperation {
  return operation.check({ key, versionstamp }).set(key, value, { expireIn: KEPT_MS });
}
