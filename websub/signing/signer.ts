import type { Subscription } from "../store/subscription.ts";
import type { Message, Signatures } from "./signature.ts";
import type { ToSign } from "./signing_worker.ts";

/** Signatures, and the timestamp that one of them covers. */
export interface SignedAhead extends Signatures {
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The signatures of a message with one timestamp, as the worker writes them, by their secrets; null while it makes one. */
interface Made {
  /** When they were begun; milliseconds since 1970. */
  readonly at: number;
  readonly signatures: Map<string, string | null>;
}

interface Page {
  /** Where its signatures go. */
  readonly signatures: Made["signatures"];
  readonly secrets: readonly string[];
  /** How many of them the worker has signed with. */
  signed: number;
  readonly done: () => void;
}

// A message to the worker and its answers take this thread about as long as ten signatures.
const FEWEST = 50;
// Some three megabytes; a million of them would not fit.
const MOST_KEPT = 20_000;
/**
 * How old the timestamp of a signature may be that is used. Receivers refuse one of five minutes, of which the exchange
 * may take two. Of half that age none are added to those that there are.
 */
const FRESH_MS = 120_000;
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
  readonly #made = new WeakMap<Message, Made>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  /**
   * Begins to sign for the subscriptions of a page, where those of a message are many. Resolves when they are signed, or
   * never will be.
   *
   * @param messageOf What a subscription is to be sent: the same object where it is the same.
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
    // A page that is read again in the course of a distribution is largely the same.
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

  /** The signatures of a message with a secret; null where there are none yet, or their timestamp is too old. */
  find(message: Message, secret: string, now: number): SignedAhead | null {
    const made = this.#made.get(message);
    if (made === undefined || !isWithin(FRESH_MS, made, now)) return null;
    const text = made.signatures.get(secret) ?? null;
    if (text === null) return null;
    const at = text.indexOf(" ");
    return { timestamp: secondsOf(made.at), hub: text.slice(0, at), webhook: text.slice(at + 1) };
  }

  /** Ends the worker; the next page starts another. */
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

/** Whether it was begun within so many milliseconds; not, where the clock was put back by more. */
function isWithin(milliseconds: number, { at }: Made, now: number): boolean {
  return Math.abs(now - at) <= milliseconds;
}
