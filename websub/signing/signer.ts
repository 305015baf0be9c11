import type { Subscription } from "../store/subscription.ts";
import type { Message, Signatures } from "./signature.ts";
import type { ToSign } from "./signing_worker.ts";

/** Precomputed signatures, and the timestamp that `webhook` covers. */
export interface SignedAhead extends Signatures {
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/**
 * Precomputed signatures of a message with one timestamp. Maps each secret to a line from the worker; null until it has
 * answered.
 */
interface Made {
  /** Timestamp that the signatures cover, in milliseconds since 1970. */
  readonly at: number;
  readonly signatures: Map<string, string | null>;
}

interface Page {
  /** Map to which the signatures are added. */
  readonly signatures: Made["signatures"];
  readonly secrets: readonly string[];
  /** Number of secrets that the worker has signed with. */
  signed: number;
  readonly done: () => void;
}

// Minimum number of secrets for a use of the worker. Its messages cost this thread as much as about ten signatures.
const FEWEST = 50;
// Maximum number of signatures to keep for a message, about three megabytes.
const MOST_KEPT = 20_000;
/**
 * Maximum age of the timestamp of a signature, in milliseconds. Receivers refuse timestamps older than five minutes,
 * and the exchange may take two. From half this age on, new signatures get a new timestamp.
 */
const FRESH_MS = 120_000;
// Idle time after which the worker ends, in milliseconds. Keeps it running between quick changes.
const IDLE_MS = 10_000;

/**
 * Precomputes the signatures of a page of subscriptions in a worker. Signing takes a quarter of the time of a delivery,
 * and another core may be free. Deliveries never wait for the worker. Signatures that are missing then, or on a host
 * without workers, are made in this thread.
 */
export class Signer {
  #worker: Worker | null = null;
  #hasFailed = false;
  /** Unfinished pages, in the order in which the worker signs them. */
  readonly #pages: Page[] = [];
  readonly #made = new WeakMap<Message, Made>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  /**
   * Begins to sign for the subscriptions of a page, if enough of them get the same message. Resolves when they are
   * signed or the worker has failed.
   *
   * @param messageOf Returns the message of a subscription: the same object for equal messages.
   * @param now Milliseconds since 1970.
   */
  async begin(
    page: readonly Pick<Deno.KvEntry<Subscription>, "value">[],
    messageOf: (subscription: Subscription) => Message,
    now: number,
  ): Promise<void> {
    const messages = Map.groupBy(page.filter(({ value }) => value.secret !== null), ({ value }) => messageOf(value));
    await Promise.all([...messages].map(([message, rows]) => this.#begin(message, rows, now)));
  }

  #begin(
    message: Message,
    rows: readonly Pick<Deno.KvEntry<Subscription>, "value">[],
    now: number,
  ): Promise<void> {
    const before = this.#made.get(message);
    const isUsable = before !== undefined && before.signatures.size <= MOST_KEPT && isWithin(FRESH_MS / 2, before, now);
    const made = isUsable ? before : { at: now, signatures: new Map() };
    const { signatures } = made;
    // Skips known secrets: the page may have been read before.
    const secrets: string[] = [];
    for (const { value: { secret } } of rows) if (secret !== null && !signatures.has(secret)) secrets.push(secret);
    const worker = secrets.length < FEWEST ? null : this.#running();
    if (worker === null) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#made.set(message, made);
    for (const secret of secrets) signatures.set(secret, null);
    this.#pages.push({ signatures, secrets, signed: 0, done: resolve });
    const { id, content, body } = message;
    const timestamp = secondsOf(made.at);
    worker.postMessage({ message: { id, content, body }, timestamp, secrets } satisfies ToSign);
    return promise;
  }

  /**
   * Returns the precomputed signatures of a message with a secret. Null if there are none, or their timestamp is too
   * old.
   */
  find(message: Message, secret: string, now: number): SignedAhead | null {
    const made = this.#made.get(message);
    if (made === undefined || !isWithin(FRESH_MS, made, now)) return null;
    const text = made.signatures.get(secret) ?? null;
    if (text === null) return null;
    const at = text.indexOf(" ");
    return { timestamp: secondsOf(made.at), hub: text.slice(0, at), webhook: text.slice(at + 1) };
  }

  /** Ends the worker. The next page starts another one. */
  close(): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = null;
    for (const { signatures, secrets, signed, done } of this.#pages.splice(0)) {
      for (const secret of secrets.slice(signed)) signatures.delete(secret);
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
      // Ignores answers of an ended worker, because its pages were dropped.
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

  #keep(answer: string): void {
    const [page] = this.#pages;
    if (page === undefined) return;
    const { signatures, secrets } = page;
    for (const signed of answer.split("\n")) {
      const secret = secrets[page.signed++];
      if (secret !== undefined) signatures.set(secret, signed);
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

function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** True if the timestamp is at most this many milliseconds before or after now. */
function isWithin(milliseconds: number, { at }: Made, now: number): boolean {
  return Math.abs(now - at) <= milliseconds;
}
