import type { Subscription } from "../store/subscription.ts";
import type { ToSign } from "./signing_worker.ts";

interface Page {
  /** The signatures of its body. */
  readonly made: Map<string, string | null>;
  readonly secrets: readonly string[];
  /** How many of them the worker has signed with. */
  signed: number;
  readonly done: () => void;
}

// A message to the worker and its answers take this thread about as long as ten signatures.
const FEWEST = 50;
// Some three megabytes; a million of them would not fit.
const MOST_KEPT = 20_000;
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
  /** What the worker has been sent and not answered yet; it takes one after the other. */
  readonly #pages: Page[] = [];
  /** For each body the signatures by their secrets; null while the worker makes one. */
  readonly #made = new WeakMap<Uint8Array, Map<string, string | null>>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** Begins to sign for the subscriptions of a page, if they are many. Resolves when they are signed, or never will be. */
  begin(body: Uint8Array, page: readonly Pick<Deno.KvEntry<Subscription>, "value">[]): Promise<void> {
    const before = this.#made.get(body);
    const made = before === undefined || before.size > MOST_KEPT ? new Map<string, string | null>() : before;
    // A page that is read again in the course of a distribution is largely the same.
    const secrets: string[] = [];
    for (const { value: { secret } } of page) if (secret !== null && !made.has(secret)) secrets.push(secret);
    const worker = secrets.length < FEWEST ? null : this.#running();
    if (worker === null) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#made.set(body, made);
    for (const secret of secrets) made.set(secret, null);
    this.#pages.push({ made, secrets, signed: 0, done: resolve });
    worker.postMessage({ body, secrets } satisfies ToSign);
    return promise;
  }

  /** The signature of a body with a secret; null where there is none yet. */
  find(body: Uint8Array, secret: string): string | null {
    return this.#made.get(body)?.get(secret) ?? null;
  }

  /** Ends the worker; the next page starts another. */
  close(): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = null;
    for (const { made, secrets, signed, done } of this.#pages.splice(0)) {
      for (const secret of secrets.slice(signed)) made.delete(secret);
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
      worker.onmessage = ({ data }) => worker === this.#worker && this.#keep(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#fail();
      };
    } catch {
      this.#fail();
    }
    return this.#worker;
  }

  #keep(signatures: readonly string[]): void {
    const [page] = this.#pages;
    if (page === undefined) return;
    const { made, secrets } = page;
    for (const signature of signatures) {
      const secret = secrets[page.signed++];
      if (secret !== undefined) made.set(secret, signature);
    }
    if (page.signed < secrets.length) return;
    this.#pages.shift();
    page.done();
  }

  #fail(): void {
    this.#hasFailed = true;
    this.close();
  }
}
