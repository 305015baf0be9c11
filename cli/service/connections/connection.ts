import type { ConnectionLimits } from "../connection_configuration.ts";

/*
 * An open connection has any number of requests; with HTTP/2, many at a time. A request is in one of these states:
 *
 *   reading    the client still sends the body
 *   answering  the service makes the answer, or the next part of a stream
 *   sending    the client takes what was made
 *
 *   event                              | from               | to
 *   its header section has arrived     |                    | reading if it has a body, else answering
 *   an answer or a part of it is made  | reading, answering | sending
 *   the client asks for the next part  | sending            | answering
 *   the answer has ended               | any                |
 *
 * Without requests a connection is opening until its first answer, idle afterwards. In every state but answering the
 * service waits for the client: then the connection can be late, and can be closed for others.
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
    const time = this.#now();
    // The client does not answer for the time in which it waited for the service.
    const quietSince = this.#quietSince + time - this.#since + bytes / LEAST_RATE;
    // Bytes may be in a buffer of the system, which takes megabytes for a client that reads nothing.
    this.#quietSince = Math.min(quietSince, time + this.#limits.idleMilliseconds);
    this.#state = "sending";
  }

  /** The client has taken all that was sent, and asks for more. */
  askForMore(): void {
    if (this.#state !== "sending") return;
    this.#state = "answering";
    this.#since = this.#now();
  }

  /** Since when the service waits for the client; later than now while bytes may be on their way, null in `answering`. */
  get quietSince(): number | null {
    return this.#state === "answering" ? null : this.#quietSince;
  }

  /** Whether the client has kept the service waiting longer than it may. */
  isLate(time: number): boolean {
    const { bodyMilliseconds, idleMilliseconds } = this.#limits;
    if (this.#state === "reading") return time - this.#since > bodyMilliseconds;
    return this.#state === "sending" && time - this.#quietSince > idleMilliseconds;
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

  /** Since when all that waits for the client has waited; later than now while bytes may be on their way, or null. */
  get quietSince(): number | null {
    if (this.#exchanges.size === 0) return this.#quietSince;
    let last: number | null = null;
    for (const { quietSince } of this.#exchanges) if (quietSince !== null) last = Math.max(last ?? 0, quietSince);
    return last;
  }

  /** Whether the client has kept the service waiting longer than it may. */
  isLate(time: number): boolean {
    for (const exchange of this.#exchanges) if (exchange.isLate(time)) return true;
    if (this.#exchanges.size > 0) return false;
    const { idleMilliseconds, headersMilliseconds } = this.#limits;
    return time - this.#quietSince > (this.#hasAnswered ? idleMilliseconds : headersMilliseconds);
  }
}
