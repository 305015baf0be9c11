import type { ConnectionLimits } from "../connection_configuration.ts";

/*
 * What a connection does, by its requests. HTTP/2 has many at a time.
 *
 *   state     | event                                         | next
 *   opening   | the first header section arrives              | reading or answering
 *   idle      | the next header section arrives               | reading or answering
 *   reading   | a body that is awaited has come, is answered  | sending
 *   answering | the answer, its next part or its end is made  | sending
 *   sending   | the client asks for the next part             | answering
 *   sending   | the answer has ended, and no request is left  | idle
 *   any but answering | its time has run out                  | late
 *   late, or any but answering if others need its place       | closing
 *   any       | the client or the network ends it             | closing
 *
 * In all states but answering the service waits for the client. `opening`, `idle` and `late` follow from the requests
 * and the clock; `closing` is a connection that the guard has let go.
 */
type RequestState = "reading" | "answering" | "sending";

/** The fewest bytes a millisecond that a client has to take, beside the time that it may idle. */
const LEAST_RATE = 10;

/** A request and its answer. */
export class Exchange {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  #state: RequestState;
  #since: number;
  #quietSince: number;

  /** @param now Milliseconds that never run backwards. */
  constructor(hasBody: boolean, limits: ConnectionLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#state = hasBody ? "reading" : "answering";
    this.#since = this.#quietSince = now();
  }

  /** Bytes of the answer were made, the first or the next ones. */
  send(bytes: number): void {
    if (this.#state === "sending") throw new Error("A part of an answer was sent before the client asked for it.");
    const time = this.#now();
    // The client does not answer for the time in which it waited for the service.
    const quietSince = this.#quietSince + time - this.#since + bytes / LEAST_RATE;
    // Bytes may be in a buffer of the system, which takes megabytes for a client that reads nothing.
    this.#quietSince = Math.min(quietSince, time + this.#limits.idleMilliseconds);
    this.#state = "sending";
  }

  /** The client has taken all that was sent, and asks for more. */
  askForMore(): void {
    if (this.#state !== "sending") throw new Error(`The client asked for more of an answer while ${this.#state} it.`);
    this.#state = "answering";
    this.#since = this.#now();
  }

  /** Since when the service waits for the client; later than now while bytes may be on their way, null if it does not. */
  get quietSince(): number | null {
    return this.#state === "answering" ? null : this.#quietSince;
  }

  /** When the client will have kept the service waiting too long. */
  get lateAt(): number {
    if (this.#state === "answering") return Infinity;
    const { bodyMilliseconds, idleMilliseconds } = this.#limits;
    return this.#quietSince + (this.#state === "reading" ? bodyMilliseconds : idleMilliseconds);
  }
}

/** An open connection, as far as a server sees it: requests with whole header sections, and their answers. */
export class Connection {
  /** Closes it at once, also in the middle of an answer. */
  readonly close: () => void;
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #exchanges = new Set<Exchange>();
  #quietSince: number;
  #hasAnswered = false;

  /** @param now Milliseconds that never run backwards. */
  constructor(close: () => void, limits: ConnectionLimits, now: () => number) {
    this.close = close;
    this.#limits = limits;
    this.#now = now;
    this.#quietSince = now();
  }

  /** The header section of a request has arrived. */
  begin(hasBody: boolean): Exchange {
    const exchange = new Exchange(hasBody, this.#limits, this.#now);
    this.#exchanges.add(exchange);
    return exchange;
  }

  /** The answer of a request has ended, or will never come. */
  end(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
    this.#hasAnswered = true;
    this.#quietSince = Math.max(this.#quietSince, this.#now(), exchange.quietSince ?? 0);
  }

  /** How many requests are under way. */
  get requests(): number {
    return this.#exchanges.size;
  }

  /** Since when the service waits for the client, as of the request that did so last; null if it makes all answers. */
  get quietSince(): number | null {
    if (this.#exchanges.size === 0) return this.#quietSince;
    let last: number | null = null;
    for (const { quietSince } of this.#exchanges) if (quietSince !== null) last = Math.max(last ?? 0, quietSince);
    return last;
  }

  /** When the client will have kept the service waiting too long, with any of its requests. */
  get lateAt(): number {
    const { idleMilliseconds, headersMilliseconds } = this.#limits;
    if (this.#exchanges.size === 0) {
      return this.#quietSince + (this.#hasAnswered ? idleMilliseconds : headersMilliseconds);
    }
    let first = Infinity;
    for (const { lateAt } of this.#exchanges) first = Math.min(first, lateAt);
    return first;
  }
}
