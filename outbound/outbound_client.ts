import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { createSecureContext } from "node:tls";
import {
  type Address,
  BLOCKED,
  blockedAddress,
  LIMITED,
  publicAddress,
  type Resolve,
  vettedResolve,
  vettingLookup,
} from "./public_address.ts";
import { KeptConnections } from "./kept_connections.ts";
import { type ConnectionLimit, isCertificateFault, openConnection, trustedAuthorities } from "./open_connection.ts";
import { joinBytes } from "../domain/buffers.ts";
import { type After, afterTime } from "../domain/deadline.ts";

export type { Address };

/** A request to a callback or another outside server. */
export interface OutboundRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** URL as given, its host name, and the origin to connect to (`https://subscriber.example:8443`). */
  readonly callback: { readonly text: string; readonly host: string; readonly origin: string };
  /** Path and query to request, sent unchanged. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Maximum length of the answer's body to return, in bytes; 0 if the body is not wanted. */
  readonly readBytes: number;
  readonly wantsFields?: boolean;
  /** Address for a new connection, from `locate`. If absent, the client looks up the host name. */
  readonly to?: Address;
  /** Limit of a new connection; none if absent. */
  readonly limit?: ConnectionLimit;
  /** Deadline of this exchange, which replaces that of the client. */
  readonly timeoutMilliseconds?: number;
}

/** Addresses of a host, or the reason why there are none. */
export type LocatedHost =
  | { readonly kind: "located"; readonly addresses: readonly [Address, ...Address[]] }
  | { readonly kind: "failed"; readonly failure: OutboundFailure };

/** Reason why an exchange had no answer. */
export type OutboundFailure =
  | "timeout"
  | "address_not_allowed"
  /** No connection was made, because the limit refused every address. */
  | "address_limited"
  | "name_not_found"
  | "certificate"
  | "network"
  /** The peer has closed a kept connection, perhaps before the request arrived. Retry at once. */
  | "closed";

/** Result of an exchange. A redirect is an answer like any other; it is never followed. */
export type OutboundAnswer =
  | {
    readonly kind: "answered";
    readonly status: number;
    /** Value of the `Retry-After` field, or null. */
    readonly retryAfter: string | null;
    /** Body; null if too long or not wanted. */
    readonly body: Uint8Array | null;
    /** First value of each header field, by lower-case name; absent if not wanted. */
    readonly fields?: Readonly<Record<string, string>>;
  }
  | {
    readonly kind: "failed";
    readonly failure: OutboundFailure;
    /** Code of the error, such as `ECONNREFUSED`; absent if fields are not wanted, or without one. */
    readonly code?: string;
  };

/** Client for calls of outside servers. Never rejects because of a server's behaviour. */
export interface OutboundClient {
  readonly exchange: (request: OutboundRequest) => Promise<OutboundAnswer>;
  /** Resolves to the addresses of a host. Fails unless all of them are allowed. */
  readonly locate: (host: string, timeoutMilliseconds: number) => Promise<LocatedHost>;
  /** Ends running exchanges with a `network` failure, and closes all connections. */
  readonly close: () => Promise<void>;
}

/** Options of the client. */
export interface OutboundOptions {
  /** Allowed private address ranges: `10.0.0.0/8`. */
  readonly allowCidrs: readonly string[];
  /** Additional certificate authorities to trust, as PEM. Any of them requires `--allow-sys`. */
  readonly caCertificates: readonly string[];
  /** Deadline of one exchange, from the lookup of the name to the last byte of the body. */
  readonly timeoutMilliseconds: number;
  /** Maximum number of idle connections to keep, for all hosts together. */
  readonly keptConnections?: number;
  /** Returns monotonic milliseconds. Tests replace this. */
  readonly elapsed?: () => number;
  /** Timer of the deadlines. Tests replace this. */
  readonly after?: After;
  readonly userAgent: string;
  /** Finds the addresses of a host name; the system's resolver if absent. */
  readonly resolve?: Resolve;
  /** Allows `http:` origins, for measurements on one machine. */
  readonly plainHttp?: boolean;
}

const DEADLINE = "EDEADLINE";

const NAME_NOT_FOUND = /^(?:ENOTFOUND|ENODATA|EAI_\w+)$/;

/**
 * Idle time after which a connection is closed. Longer than a minute, so that changes each minute reuse it. Shorter
 * than the usual timeout of NATs and load balancers, which close without notice. Its address was checked when it was
 * opened.
 */
const IDLE_MILLISECONDS = 90_000;
/** A newer connection looks up the host name again. */
const LONGEST_USE_MILLISECONDS = 600_000;
const KEPT_CONNECTIONS = 128;
const CLOSED = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

const MAX_DRAIN_BYTES = 16 * 1024;
const MAX_DRAIN_MILLISECONDS = 1000;

/**
 * Returns a client that connects only to allowed addresses and verifies certificates. It follows no redirects, ends
 * every exchange at its deadline, and sends each request at most once.
 *
 * @throws {TypeError} If one of `allowCidrs` is not a range.
 */
export function outboundClient(options: OutboundOptions): OutboundClient {
  const { after = afterTime, timeoutMilliseconds } = options;
  const isAllowed = publicAddress(options.allowCidrs);
  const resolve = vettedResolve(isAllowed, options.resolve);
  const connections = keptConnections(options, isAllowed);
  const closing = Promise.withResolvers<LocatedHost>();
  const underWay = new Map<AbortController, Promise<OutboundAnswer>>();
  let isClosed = false;

  async function timed(request: OutboundRequest, ending: AbortController): Promise<OutboundAnswer> {
    const cancel = after(
      request.timeoutMilliseconds ?? timeoutMilliseconds,
      () => ending.abort(Object.assign(new Error("The deadline has passed."), { code: DEADLINE })),
    );
    try {
      return await exchange(connections, request, options, ending.signal);
    } catch (error) {
      // After an abort, classifies its reason instead of an error that it caused.
      const cause = ending.signal.aborted ? ending.signal.reason : error;
      const code = codeOf(cause);
      return { kind: "failed", failure: classifyFailure(cause), ...request.wantsFields && code !== "" && { code } };
    } finally {
      cancel();
      underWay.delete(ending);
    }
  }

  return {
    exchange: (request) => {
      if (isClosed) return Promise.resolve({ kind: "failed", failure: "network" });
      const ending = new AbortController();
      const exchange = timed(request, ending);
      underWay.set(ending, exchange);
      return exchange;
    },
    locate: async (host, milliseconds) => {
      const late = Promise.withResolvers<LocatedHost>();
      const cancel = after(milliseconds, () => late.resolve({ kind: "failed", failure: "timeout" }));
      const found = resolve(host).then(
        (addresses): LocatedHost => ({ kind: "located", addresses }),
        (error): LocatedHost => ({ kind: "failed", failure: classifyFailure(error) }),
      );
      return await Promise.race([found, late.promise, closing.promise]).finally(cancel);
    },
    close: async () => {
      isClosed = true;
      closing.resolve({ kind: "failed", failure: "network" });
      const exchanges = [...underWay.values()];
      for (const ending of underWay.keys()) ending.abort(new Error("The client is being closed."));
      await Promise.all(exchanges);
      await connections.close();
    },
  };
}

function keptConnections(options: OutboundOptions, isAllowed: (ip: string) => boolean): KeptConnections {
  const { plainHttp = false, keptConnections: most = KEPT_CONNECTIONS } = options;
  const ca = trustedAuthorities(options.caCertificates);
  const trust = ca === null ? {} : { secureContext: createSecureContext({ ca }) };
  return new KeptConnections((origin, to, limit) => {
    checkOrigin(origin, isAllowed, plainHttp);
    const resolve = to === undefined ? options.resolve : () => Promise.resolve([to]);
    const lookup = (admit: (address: string) => boolean) => vettingLookup(isAllowed, resolve, admit);
    const limited = limit === undefined ? {} : { limit };
    return openConnection(origin, { lookup, isAllowed, idleMilliseconds: IDLE_MILLISECONDS, ...limited, ...trust });
  }, most);
}

async function exchange(
  connections: KeptConnections,
  request: OutboundRequest,
  { userAgent, elapsed = () => performance.now() }: OutboundOptions,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const connection = connections.take(request.callback.origin, request.to, request.limit);
  const { usedSince = elapsed() } = connection;
  const end = () => void connection.destroy(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  let isReusable = false;
  try {
    const { method, target: path, body: sent = null } = request;
    const headers = { ...request.headers, "user-agent": userAgent };
    const response = await connection.client.request({ method, path, headers, body: sent }).catch((error) => {
      if (connection.usedSince !== undefined && !signal.aborted && CLOSED.test(codeOf(error))) return null;
      throw error;
    });
    if (response === null) {
      // The peer may have restarted, which closes all its other connections as well.
      connections.drop(request.callback.origin);
      return { kind: "failed", failure: "closed" };
    }
    const { body, isComplete } = request.readBytes === 0
      ? { body: null, isComplete: await drainBody(response.body) }
      : await readBody(response.body, request.readBytes);
    connection.usedSince = usedSince;
    isReusable = isComplete && elapsed() - usedSince < LONGEST_USE_MILLISECONDS;
    const [retryAfter = null] = [response.headers["retry-after"]].flat();
    const fields = request.wantsFields ? { fields: firstFields(response.headers) } : {};
    return { kind: "answered", status: response.statusCode, retryAfter, body, ...fields };
  } finally {
    connections.give(connection, isReusable);
  }
}

/** The body, or null if it is longer than the limit. A complete one leaves the connection for the next exchange. */
interface ReadBody {
  readonly body: Uint8Array | null;
  readonly isComplete: boolean;
}

/**
 * Reads a body to its end or to a limit in bytes, whichever comes first. Counts the bytes: a declared length is only a
 * claim. Rejects when the connection ends first.
 */
function readBody(stream: Readable, limit: number): Promise<ReadBody> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadBody>();
  const chunks: Uint8Array[] = [];
  let length = 0;
  stream.on("data", (chunk: Uint8Array) => {
    length += chunk.length;
    if (length <= limit) return void chunks.push(chunk);
    resolve({ body: null, isComplete: false });
  });
  stream.once("end", () => resolve({ body: joinBytes(chunks), isComplete: true }));
  stream.on("error", reject);
  stream.once("close", () => reject(new Error("The connection was closed before the end of the body.")));
  return promise;
}

/**
 * Reads an unwanted body to its end, so that the connection can be used again. Resolves to false if the body is too
 * long or slow. Never rejects: only the status counts (WebSub 7), and that has been received.
 */
async function drainBody(stream: Readable): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const giveUp = () => resolve(false);
  const timer = setTimeout(giveUp, MAX_DRAIN_MILLISECONDS);
  readBody(stream, MAX_DRAIN_BYTES).then(({ isComplete }) => resolve(isComplete), giveUp);
  return await promise.finally(() => clearTimeout(timer));
}

function firstFields(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const [first] = [value].flat();
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

function checkOrigin(origin: string, isAllowed: (ip: string) => boolean, plainHttp: boolean): void {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "https:" && !(plainHttp && protocol === "http:")) throw blockedAddress(`${origin} is not https`);
  // Checked here, because a literal address is not looked up and so bypasses the vetting lookup.
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && !isAllowed(address)) throw blockedAddress(`The callback is at ${address}`);
}

function classifyFailure(error: unknown): OutboundFailure {
  const code = codeOf(error);
  if (code === DEADLINE) return "timeout";
  if (code === BLOCKED) return "address_not_allowed";
  if (code === LIMITED) return "address_limited";
  if (NAME_NOT_FOUND.test(code)) return "name_not_found";
  return isCertificateFault(code) ? "certificate" : "network";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
