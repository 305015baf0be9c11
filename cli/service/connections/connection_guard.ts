import { clientNetwork } from "../../../websub/request/client_network.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import { Connection, type Exchange } from "./connection.ts";

const LEAST_TOTAL = 16;
/** Descriptors to give back when there are none left. */
const SPARE = 32;
const MOST_HOLDERS = 3;
/** The end of one answer may be seen after the next request has begun, so two requests do not mean HTTP/2. */
const REQUESTS_IN_PLACE = 2;

/** A client with the connections that count for its share. */
interface Client {
  readonly network: string;
  readonly connections: Set<Connection>;
  places: number;
}

/** What was turned away, as the log says it. */
export type GuardReport = {
  /** New connections and requests of HTTP/2 that found no place, because all others were being answered. */
  readonly refused: number;
  /** Connections that were closed for others. */
  readonly displaced: number;
  /** The clients that had most places when it began, such as `198.51.100.7: 300, 2001:db8:0:1::/64: 2`. */
  readonly most_held_by: string;
};

/**
 * Bounds what clients hold, in all and each: a place for a connection and for each further request of HTTP/2 that is
 * under way. Closes connections that keep the service waiting.
 */
export class ConnectionGuard {
  readonly #limits: ConnectionLimits;
  readonly #hasNoShare: (address: string) => boolean;
  readonly #now: () => number;
  readonly #open = new Map<Connection, Client | null>();
  readonly #clients = new Map<string, Client>();
  #places = 0;
  #total: number;
  #refused = 0;
  #displaced = 0;
  #holders = "";

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

  /** How many places there are. */
  get room(): number {
    return this.#total;
  }

  /** Connections and requests that found no place since the last report. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Takes in a new connection.
   *
   * @param close Closes the connection at once.
   * @returns null if nothing can make room: then the new one is to be closed.
   */
  admit(address: string, close: () => void): Connection | null {
    const client = this.#clientOf(address);
    if (!this.#findPlace(client)) return null;
    const connection = new Connection(close, this.#limits, this.#now);
    this.#open.set(connection, client);
    client?.connections.add(connection);
    this.#take(client, 1);
    return connection;
  }

  /**
   * The header section of a request has arrived on an open connection.
   *
   * @returns null if it is one more of HTTP/2 and nothing can make room: then it is to be refused.
   */
  begin(connection: Connection, hasBody: boolean): Exchange | null {
    if (connection.requests >= REQUESTS_IN_PLACE) {
      const client = this.#open.get(connection);
      // The connection itself may have been closed, before or to make room.
      if (client === undefined || !this.#findPlace(client) || !this.#open.has(connection)) return null;
      this.#take(client, 1);
    }
    return connection.begin(hasBody);
  }

  /** The answer of a request has ended. */
  end(connection: Connection, exchange: Exchange): void {
    connection.end(exchange);
    const client = this.#open.get(connection);
    if (client !== undefined && connection.requests >= REQUESTS_IN_PLACE) this.#take(client, -1);
  }

  /** A connection has ended. */
  leave(connection: Connection): void {
    const client = this.#open.get(connection);
    if (client === undefined) return;
    this.#open.delete(connection);
    client?.connections.delete(connection);
    this.#take(client, -Math.max(1, connection.requests - REQUESTS_IN_PLACE + 1));
  }

  /** Closes the connections of clients that have kept the service waiting too long. */
  closeLate(): void {
    const time = this.#now();
    for (const connection of this.#open.keys()) if (time > connection.lateAt) this.#close(connection);
  }

  /** Descriptors have run out: there is less room than was thought, from now on. */
  outOfDescriptors(): void {
    this.#total = Math.max(LEAST_TOTAL, Math.min(this.#total, this.#places - SPARE));
    while (this.#places > this.#total && this.#makeRoom());
  }

  /** What was turned away since the last call; null if nothing was. */
  takeReport(): GuardReport | null {
    const report = { refused: this.#refused, displaced: this.#displaced, most_held_by: this.#holders };
    [this.#refused, this.#displaced, this.#holders] = [0, 0, ""];
    return report.refused + report.displaced === 0 ? null : report;
  }

  #clientOf(address: string): Client | null {
    if (this.#limits.perAddress === 0 || this.#hasNoShare(address)) return null;
    const network = clientNetwork(address);
    return this.#clients.get(network) ?? { network, connections: new Set(), places: 0 };
  }

  #take(client: Client | null, places: number): void {
    this.#places += places;
    if (client === null) return;
    client.places += places;
    if (client.places > 0) this.#clients.set(client.network, client);
    else this.#clients.delete(client.network);
  }

  /**
   * Finds a place for a client. If there is none, the connection closes that has kept the service waiting longest: of
   * the same client if that one has its share, else of the client that has most, if one has several, else of all. A
   * reader whose request is still to be read would otherwise make room for a crowd of silent connections.
   */
  #findPlace(client: Client | null): boolean {
    const isOverShare = client !== null && client.places >= this.#limits.perAddress;
    const isFound = (!isOverShare || this.#displace(client.connections)) &&
      (this.#places < this.#total || this.#makeRoom());
    if (!isFound && this.#refused++ === 0) this.#noteHolders();
    return isFound;
  }

  #makeRoom(): boolean {
    let most: Client | null = null;
    for (const client of this.#clients.values()) {
      if (client.places > Math.max(1, most?.places ?? 0)) most = client;
    }
    return most !== null && this.#displace(most.connections) || this.#displace(this.#open.keys());
  }

  #displace(connections: Iterable<Connection>): boolean {
    let [longest, since]: [Connection | null, number] = [null, Infinity];
    for (const connection of connections) {
      const { quietSince } = connection;
      if (quietSince !== null && quietSince < since) [longest, since] = [connection, quietSince];
    }
    if (longest === null) return false;
    if (this.#displaced++ === 0) this.#noteHolders();
    this.#close(longest);
    return true;
  }

  #noteHolders(): void {
    const most = [...this.#clients.values()].sort((a, b) => b.places - a.places).slice(0, MOST_HOLDERS);
    this.#holders = most.map(({ network, places }) => `${network}: ${places}`).join(", ");
  }

  #close(connection: Connection): void {
    this.leave(connection);
    connection.close();
  }
}
