import type { ConnectionLimits } from "../connection_configuration.ts";

/*
 * States of a connection, by its requests. HTTP/2 has many at a time.
 *
 *   state     | event                                         | next
 *   opening   | the first header section arrives              | reading or answering
 *   idle      | the next header section arrives               | reading or answering
 *   reading   | the body has arrived and is answered          | sending
 *   answering | the answer is made                            | sending
 *   sending   | the answer has ended, and no request is left  | idle
 *   any but answering | its time has run out                  | late
 *   late, or any but answering if others need its place       | closing
 *   any       | the client or the network ends it             | closing
 *
 * In all states but answering the service waits for the client. `opening`, `idle` and `late` follow from the requests
 * and the clock. `closing` is a connection that the guard has released.
 */
type RequestState = "reading" | "answering" | "sending";

/** Minimum download rate of a client in bytes a millisecond, besides its idle time. */
const LEAST_RATE = 10;

/** A request and its answer. */
export class Exchange {
  #state: RequestState;
  #quietSince: number;

  constructor(hasBody: boolean, private readonly limits: ConnectionLimits, private readonly now: () => number) {
    this.#state = hasBody ? "reading" : "answering";
    this.#quietSince = now();
  }

  /** Records that the first or next bytes of the answer are on their way, as the client has taken all before them. */
  send(bytes: number): void {
    const time = this.now();
    // The time in which the client waited for the service does not count.
    const quietSince = this.#state === "sending" ? this.#quietSince : time;
    // Bounded, because the system buffers megabytes for a client that reads nothing.
    this.#quietSince = Math.min(quietSince + bytes / LEAST_RATE, time + this.limits.idleMilliseconds);
    this.#state = "sending";
  }

  /** Time since which the service waits for the client; in the future while bytes are on their way, else null. */
  get quietSince(): number | null {
    return this.#state === "answering" ? null : this.#quietSince;
  }

  get lateAt(): number {
    if (this.#state === "answering") return Infinity;
    const { bodyMilliseconds, idleMilliseconds } = this.limits;
    return this.#quietSince + (this.#state === "reading" ? bodyMilliseconds : idleMilliseconds);
  }
}

/** An open connection and its unfinished requests. A request counts once its whole header section has arrived. */
export class Connection {
  readonly #exchanges = new Set<Exchange>();
  #quietSince: number;
  #hasAnswered = false;

  /**
   * @param close Closes the connection at once, even during an answer.
   * @param now Milliseconds of a monotonic clock.
   */
  constructor(
    readonly close: () => void,
    private readonly limits: ConnectionLimits,
    private readonly now: () => number,
  ) {
    this.#quietSince = now();
  }

  /** Records that the header section of a request has arrived. */
  begin(hasBody: boolean): Exchange {
    const exchange = new Exchange(hasBody, this.limits, this.now);
    this.#exchanges.add(exchange);
    return exchange;
  }

  /** Records that the answer to a request has ended, or will never come. */
  end(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
    this.#hasAnswered = true;
    this.#quietSince = Math.max(this.#quietSince, this.now(), exchange.quietSince ?? 0);
  }

  get requests(): number {
    return this.#exchanges.size;
  }

  /** Time since which the service waits for the client, by the latest request; null if it works on all answers. */
  get quietSince(): number | null {
    if (this.#exchanges.size === 0) return this.#quietSince;
    let last: number | null = null;
    for (const { quietSince } of this.#exchanges) if (quietSince !== null) last = Math.max(last ?? 0, quietSince);
    return last;
  }

  /** Time from which the client is late with any of its requests. */
  get lateAt(): number {
    const { idleMilliseconds, headersMilliseconds } = this.limits;
    if (this.#exchanges.size === 0) {
      return this.#quietSince + (this.#hasAnswered ? idleMilliseconds : headersMilliseconds);
    }
    let first = Infinity;
    for (const { lateAt } of this.#exchanges) first = Math.min(first, lateAt);
    return first;
  }
}
