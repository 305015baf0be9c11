import { clientNetwork } from "../../websub/request/client_network.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import { Connection, type Exchange } from "./connection.ts";

/** Places that remain even when descriptors run out. */
const LEAST_TOTAL = 16;
const SPARE = 32;
/** Clients that a report names. */
const MOST_HOLDERS = 3;
/** Requests that share one place. Two, because even over HTTP/1.1 one may begin before the previous answer ends. */
const REQUESTS_IN_PLACE = 2;

interface Client {
  readonly network: string;
  readonly connections: Set<Connection>;
  places: number;
}

type GuardReport = {
  /** Number of connections and HTTP/2 requests refused because no connection could be displaced. */
  readonly refused: number;
  readonly displaced: number;
  /** Clients with the most places at the first refusal or displacement: `198.51.100.7: 300, 2001:db8:0:1::/64: 2`. */
  readonly most_held_by: string;
};

/**
 * Limits the places that clients take, in total and per client. A connection takes one place, and so does each of its
 * parallel requests beyond two (HTTP/2). Closes connections that keep the service waiting.
 */
export class ConnectionGuard {
  readonly #open = new Map<Connection, Client | null>();
  readonly #clients = new Map<string, Client>();
  #places = 0;
  #total: number;
  #refused = 0;
  #displaced = 0;
  #holders = "";

  /**
   * @param hasNoShare True for an address without a limit of its places, such as a proxy that serves many clients.
   * @param now Milliseconds of a monotonic clock.
   */
  constructor(
    private readonly limits: ConnectionLimits,
    private readonly hasNoShare: (address: string) => boolean,
    private readonly now: () => number,
  ) {
    this.#total = limits.total;
  }

  get open(): number {
    return this.#open.size;
  }

  get room(): number {
    return this.#total;
  }

  /** Number of connections and requests refused since the last report. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Admits a new connection.
   *
   * @param close Closes the connection at once.
   * @returns Null if nothing can make room: the caller closes the connection.
   */
  admit(address: string, close: () => void): Connection | null {
    const client = this.#clientOf(address);
    if (!this.#findPlace(client)) return null;
    const connection = new Connection(close, this.limits, this.now);
    this.#open.set(connection, client);
    client?.connections.add(connection);
    this.#take(client, 1);
    return connection;
  }

  /**
   * Begins a request whose header section has arrived.
   *
   * @returns Null if it is a further HTTP/2 request and nothing can make room: the caller refuses it.
   */
  begin(connection: Connection, hasBody: boolean): Exchange | null {
    if (connection.requests >= REQUESTS_IN_PLACE) {
      const client = this.#open.get(connection);
      // The connection itself may have been closed to make room.
      if (client === undefined || !this.#findPlace(client) || !this.#open.has(connection)) return null;
      this.#take(client, 1);
    }
    return connection.begin(hasBody);
  }

  end(connection: Connection, exchange: Exchange): void {
    connection.end(exchange);
    const client = this.#open.get(connection);
    if (client !== undefined && connection.requests >= REQUESTS_IN_PLACE) this.#take(client, -1);
  }

  leave(connection: Connection): void {
    const client = this.#open.get(connection);
    if (client === undefined) return;
    this.#open.delete(connection);
    client?.connections.delete(connection);
    this.#take(client, -Math.max(1, connection.requests - REQUESTS_IN_PLACE + 1));
  }

  /** Closes the connections whose client is late. */
  closeLate(): void {
    const time = this.now();
    for (const connection of this.#open.keys()) if (time > connection.lateAt) this.#close(connection);
  }

  /** Lowers the number of places, because descriptors have run out. */
  outOfDescriptors(): void {
    this.#total = Math.max(LEAST_TOTAL, Math.min(this.#total, this.#places - SPARE));
    while (this.#places > this.#total && this.#makeRoom());
  }

  takeReport(): GuardReport | null {
    const report = { refused: this.#refused, displaced: this.#displaced, most_held_by: this.#holders };
    [this.#refused, this.#displaced, this.#holders] = [0, 0, ""];
    return report.refused + report.displaced === 0 ? null : report;
  }

  #clientOf(address: string): Client | null {
    if (this.limits.perAddress === 0 || this.hasNoShare(address)) return null;
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
   * Returns whether a client may take a place. If none is free, closes the connection that has kept the service waiting
   * longest. It belongs to
   * 1. the same client, if that has used up its share,
   * 2. else the client with the most places, if it has several: its silent connections must not displace other readers,
   * 3. else any client.
   */
  #findPlace(client: Client | null): boolean {
    const isOverShare = client !== null && client.places >= this.limits.perAddress;
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
