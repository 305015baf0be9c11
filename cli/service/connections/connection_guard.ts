import { clientNetwork } from "../../../websub/request/client_network.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";

// A client that takes an answer more slowly than this counts as idle while it still reads.
const SLOWEST_BYTES_PER_MILLISECOND = 10;
const LEAST_TOTAL = 16;
/** Descriptors to give back when there are none left. */
const SPARE = 32;

/** What an open connection does, as far as a server sees it: requests with whole header sections, and answers. */
export class GuardedConnection {
  /** The client, for its limit; null if it has none. */
  readonly client: string | null;
  /** Closes the connection at once, also in the middle of an answer. */
  readonly close: () => void;
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  #answering = 0;
  #bodies = 0;
  #bodiesSince = 0;
  #quietSince: number;
  #hasAnswered = false;

  constructor(client: string | null, close: () => void, limits: ConnectionLimits, now: () => number) {
    this.client = client;
    this.close = close;
    this.#limits = limits;
    this.#now = now;
    this.#quietSince = now();
  }

  /** A request's header section has arrived. */
  begin(hasBody: boolean): void {
    this.#answering++;
    if (hasBody && this.#bodies++ === 0) this.#bodiesSince = this.#now();
  }

  /**
   * A request of {@linkcode begin} is answered.
   *
   * @param length Bytes that may still be on their way to the client.
   */
  end(hasBody: boolean, length: number): void {
    const time = this.#now();
    this.#answering--;
    this.#hasAnswered = true;
    if (hasBody) {
      this.#bodies--;
      this.#bodiesSince = time;
    }
    this.#quietSince = Math.max(this.#quietSince, time + length / SLOWEST_BYTES_PER_MILLISECOND);
  }

  /** Whether it waits for a request. */
  get isQuiet(): boolean {
    return this.#answering === 0;
  }

  /** Whether at least one request was answered. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Since when it has waited; later than now while an answer may be on its way. */
  get quietSince(): number {
    return this.#quietSince;
  }

  /** Whether the client has kept us waiting longer than the limits allow. */
  isLate(time: number): boolean {
    if (this.#answering > 0) return this.#bodies > 0 && time - this.#bodiesSince > this.#limits.bodyMilliseconds;
    const { idleMilliseconds, headersMilliseconds } = this.#limits;
    return time - this.#quietSince > (this.#hasAnswered ? idleMilliseconds : headersMilliseconds);
  }
}

/** Connections turned away since the last look. */
export interface GuardReport {
  /** New ones that were closed because all others were being answered. */
  readonly refused: number;
  /** Quiet ones that made room for new ones. */
  readonly displaced: number;
}

/** Bounds the open connections, in all and for each client, and closes those that keep the service waiting. */
export class ConnectionGuard {
  readonly #limits: ConnectionLimits;
  readonly #hasNoShare: (address: string) => boolean;
  readonly #now: () => number;
  readonly #open = new Set<GuardedConnection>();
  readonly #ofClient = new Map<string, Set<GuardedConnection>>();
  #total: number;
  #refused = 0;
  #displaced = 0;

  /**
   * @param hasNoShare Whether an address has no limit of its own, like a proxy, whose connections are those of many.
   * @param now Milliseconds that never run backwards.
   */
  constructor(limits: ConnectionLimits, hasNoShare: (address: string) => boolean, now: () => number) {
    this.#limits = limits;
    this.#hasNoShare = hasNoShare;
    this.#now = now;
    this.#total = limits.total;
  }

  /** How many connections are open. */
  get open(): number {
    return this.#open.size;
  }

  /** How many may be open. */
  get room(): number {
    return this.#total;
  }

  /**
   * Takes in a new connection. If there is no room, the one closes that has been quiet longest: of its own client when
   * that one has its share, else of the client that has most, where one has several, and else of all. A reader whose
   * request is still to be read would otherwise make room for a crowd of silent connections from many clients.
   *
   * @param close Closes the connection at once.
   * @returns null if nothing can make room: then the new one is to be closed.
   */
  admit(address: string, close: () => void): GuardedConnection | null {
    const client = this.#limits.perAddress === 0 || this.#hasNoShare(address) ? null : clientNetwork(address);
    const own = client === null ? undefined : this.#ofClient.get(client);
    const isOverShare = own !== undefined && own.size >= this.#limits.perAddress;
    if (isOverShare && !this.#displace(own) || this.#open.size >= this.#total && !this.#makeRoom()) {
      this.#refused++;
      return null;
    }
    const connection = new GuardedConnection(client, close, this.#limits, this.#now);
    this.#open.add(connection);
    if (client !== null) this.#ofClient.set(client, (own ?? new Set()).add(connection));
    return connection;
  }

  /** A connection has ended. */
  leave(connection: GuardedConnection): void {
    this.#open.delete(connection);
    if (connection.client === null) return;
    const own = this.#ofClient.get(connection.client);
    own?.delete(connection);
    if (own?.size === 0) this.#ofClient.delete(connection.client);
  }

  /** Closes the connections of clients that have kept the service waiting too long. */
  closeLate(): void {
    const time = this.#now();
    for (const connection of this.#open) if (connection.isLate(time)) this.#close(connection);
  }

  /** Descriptors have run out: there is less room than was thought, from now on. */
  outOfDescriptors(): void {
    this.#total = Math.max(LEAST_TOTAL, Math.min(this.#total, this.#open.size - SPARE));
    while (this.#open.size > this.#total && this.#makeRoom());
  }

  /** What has happened since the last call. */
  takeReport(): GuardReport {
    const report = { refused: this.#refused, displaced: this.#displaced };
    [this.#refused, this.#displaced] = [0, 0];
    return report;
  }

  #makeRoom(): boolean {
    let most: ReadonlySet<GuardedConnection> | null = null;
    for (const connections of this.#ofClient.values()) {
      if (connections.size > Math.max(1, most?.size ?? 0)) most = connections;
    }
    return most !== null && this.#displace(most) || this.#displace(this.#open);
  }

  #displace(connections: ReadonlySet<GuardedConnection>): boolean {
    let longest: GuardedConnection | null = null;
    for (const connection of connections) {
      if (connection.isQuiet && connection.quietSince < (longest?.quietSince ?? Infinity)) longest = connection;
    }
    if (longest === null) return false;
    this.#displaced++;
    this.#close(longest);
    return true;
  }

  #close(connection: GuardedConnection): void {
    this.leave(connection);
    connection.close();
  }
}
