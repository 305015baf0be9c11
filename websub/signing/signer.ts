import type { Subscription } from "../store/subscription.ts";
import type { Signed, ToSign } from "./signing_worker.ts";

type SubscriptionEntry = Deno.KvEntry<Subscription>;

interface Page {
  readonly body: Uint8Array;
  readonly entries: readonly SubscriptionEntry[];
  /** How many of them are signed. */
  signed: number;
  readonly done: () => void;
}

interface KnownSignature {
  readonly body: Uint8Array;
  /** Null while the worker makes it. */
  readonly value: string | null;
}

// A message to the worker and its answers take this thread about as long as ten signatures.
const FEWEST = 50;
// Changes that follow each other find the worker running.
const IDLE_MS = 10_000;

/**
 * Signs what a page of subscriptions is to be sent in a worker: a signature takes a quarter of the time that a delivery
 * takes in this thread, and another core may be free for it. Nothing waits for the worker: what it has not signed in time,
 * or cannot, as on a host without workers, is signed where it is sent.
 */
export class Signer {
  #worker: Worker | null = null;
  #hasFailed = false;
  /** What the worker signs now. */
  #body: Uint8Array | null = null;
  /** What the worker has been sent and not answered yet; it takes one after the other. */
  readonly #pages: Page[] = [];
  readonly #known = new WeakMap<SubscriptionEntry, KnownSignature>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** Begins to sign for the subscriptions of a page, if they are many. Resolves when they are signed, or never will be. */
  begin(body: Uint8Array, page: readonly SubscriptionEntry[]): Promise<void> {
    // A page that is read again in the course of a distribution is largely the same.
    const isToSign = (entry: SubscriptionEntry) => entry.value.secret !== null && this.#known.get(entry)?.body !== body;
    const entries = page.filter(isToSign);
    const worker = entries.length < FEWEST ? null : this.#running();
    if (worker === null) return Promise.resolve();
    if (this.#body !== body) {
      this.#body = body;
      worker.postMessage(body satisfies ToSign);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pages.push({ body, entries, signed: 0, done: resolve });
    for (const entry of entries) this.#known.set(entry, { body, value: null });
    worker.postMessage(entries.map(({ value: { secret } }) => secret ?? "") satisfies ToSign);
    return promise;
  }

  /** The signature for a row as it was read with its page; null where there is none yet. */
  find(entry: SubscriptionEntry, body: Uint8Array): string | null {
    const known = this.#known.get(entry);
    return known?.body === body ? known.value : null;
  }

  /** Ends the worker; the next page starts another. */
  close(): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = null;
    this.#body = null;
    for (const { entries, done } of this.#pages.splice(0)) {
      for (const entry of entries) if (this.#known.get(entry)?.value === null) this.#known.delete(entry);
      done();
    }
  }

  #running(): Worker | null {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), IDLE_MS);
    if (this.#worker !== null || this.#hasFailed) return this.#worker;
    try {
      const worker = new Worker(new URL("./signing_worker.ts", import.meta.url), { type: "module" });
      this.#worker = worker;
      // What one that was ended has still answered is for pages that have been given up.
      worker.onmessage = ({ data }: MessageEvent<Signed>) => worker === this.#worker && this.#take(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#fail();
      };
    } catch {
      this.#fail();
    }
    return this.#worker;
  }

  #take(signatures: Signed): void {
    const [page] = this.#pages;
    if (page === undefined) return;
    const { body, entries } = page;
    for (const value of signatures) {
      const entry = entries[page.signed++];
      // A newer body may be asked for already.
      if (entry !== undefined && this.#known.get(entry)?.body === body) this.#known.set(entry, { body, value });
    }
    if (page.signed < entries.length) return;
    this.#pages.shift();
    page.done();
  }

  #fail(): void {
    this.#hasFailed = true;
    this.close();
  }
}
