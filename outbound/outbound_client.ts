import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { BLOCKED, blockedAddress, publicAddress } from "./public_address.ts";
import { KeptConnections } from "./kept_connections.ts";
import { openConnection, trustedAuthorities } from "./open_connection.ts";
import { drainBody, readBody } from "./read_body.ts";
import { type Address, type Resolve, vettedResolve, vettingLookup } from "./vetting_lookup.ts";

export type { Address };

/** One exchange with a server of a stranger's. */
export interface OutboundRequest {
  readonly method: "GET" | "POST";
  /** Whom to call: the URL that was given, its host name, and where to connect to (`https://subscriber.example:8443`). */
  readonly callback: { readonly text: string; readonly host: string; readonly origin: string };
  /** Path and query to ask for, sent byte for byte. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with POST. */
  readonly body?: Uint8Array;
  /** How many bytes of the answer's body are wanted; 0 when it does not matter. */
  readonly readBytes: number;
  /** Whether the fields of the answer's header section are wanted. */
  readonly wantsFields?: boolean;
  /** The address to call, as `locate` found it, over a new connection; without it the name is looked up. */
  readonly to?: Address;
  /** Instead of the client's own deadline. */
  readonly timeoutMilliseconds?: number;
}

/** The addresses of a host, or why there are none. */
export type LocatedHost =
  | { readonly kind: "located"; readonly addresses: readonly [Address, ...Address[]] }
  | { readonly kind: "failed"; readonly failure: OutboundFailure };

/** Why an exchange brought no answer. */
export type OutboundFailure =
  | "timeout"
  | "address_not_allowed"
  | "name_not_found"
  | "certificate"
  | "network"
  /** The peer has closed a connection that was kept, perhaps before the request came: worth another try at once. */
  | "closed";

/** How an exchange ended. Redirects are answers like any other; they are never followed. */
export type OutboundAnswer =
  | {
    readonly kind: "answered";
    readonly status: number;
    /** Value of the `Retry-After` field, or null. */
    readonly retryAfter: string | null;
    /** The body; null when it is longer than was wanted, or was not wanted. */
    readonly body: Uint8Array | null;
    /** The fields by their names in lower case, of each the first; absent when they were not wanted. */
    readonly fields?: Readonly<Record<string, string>>;
  }
  | { readonly kind: "failed"; readonly failure: OutboundFailure };

/** Calls servers of strangers; never rejects for what one does. */
export interface OutboundClient {
  readonly exchange: (request: OutboundRequest) => Promise<OutboundAnswer>;
  /** Finds the addresses of a host, all of them allowed. */
  readonly locate: (host: string, timeoutMilliseconds: number) => Promise<LocatedHost>;
  /** Ends exchanges that are under way (they count as `network` failures) and closes connections. */
  readonly close: () => Promise<void>;
}

/** What the client may reach, and for how long it waits. */
export interface OutboundOptions {
  /** Ranges that are not public but may be connected to: `10.0.0.0/8`. */
  readonly allowCidrs: readonly string[];
  /** Authorities to trust besides the public ones, as PEM; reading the public ones besides needs `--allow-sys`. */
  readonly caCertificates: readonly string[];
  /** For one exchange, from the lookup of the name to the last byte of the body. */
  readonly timeoutMilliseconds: number;
  /** How many connections of all hosts may be kept open for their next exchange. */
  readonly keptConnections?: number;
  /** Milliseconds that never run backwards; tests replace them. */
  readonly elapsed?: () => number;
  /** Calls a function after some milliseconds; the answer takes that back. Tests replace it. */
  readonly after?: (milliseconds: number, then: () => void) => () => void;
  /** Sent with every request as `User-Agent`. */
  readonly userAgent: string;
  /** Finds the addresses of a name; the system's resolver when it is absent. */
  readonly resolve?: Resolve;
  /** Lets `http:` origins through, for measurements on one machine. */
  readonly plainHttp?: boolean;
}

/** Code of the error that the deadline of an exchange ends it with. */
const DEADLINE = "EDEADLINE";

const NAME_NOT_FOUND = /^(?:ENOTFOUND|ENODATA|EAI_\w+)$/;
/** Node names a failed verification after OpenSSL. */
const CERTIFICATE =
  /^(?:CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|HOSTNAME_MISMATCH|INVALID_CA)$/;

/**
 * How long a connection is kept for another exchange: a change each minute finds it open, and it is closed before the
 * idle time of any usual NAT or balancer ends, of which a sender is not told. The address was vetted when it was opened.
 */
const IDLE_MILLISECONDS = 90_000;
/** A name that has moved is looked up again after so long, however often its callback is called. */
const LONGEST_USE_MILLISECONDS = 600_000;
/** Connections of all hosts that are kept, where nothing else is said. */
const KEPT_CONNECTIONS = 128;
/** What an exchange ends with whose connection the peer has closed. */
const CLOSED = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/**
 * Makes a client that connects with allowed addresses only, verifies certificates, follows no redirect and ends every
 * exchange at its deadline. It sends a request at most once.
 *
 * @throws {TypeError} When one of `allowCidrs` is not a range.
 */
export function outboundClient(options: OutboundOptions): OutboundClient {
  const { caCertificates, timeoutMilliseconds, userAgent, plainHttp = false } = options;
  const { keptConnections = KEPT_CONNECTIONS, elapsed = () => performance.now(), after = afterTime } = options;
  const isAllowed = publicAddress(options.allowCidrs);
  const resolve = vettedResolve(isAllowed, options.resolve);
  const lookup = vettingLookup(isAllowed, options.resolve);
  const closing = Promise.withResolvers<LocatedHost>();
  const ca = trustedAuthorities(caCertificates);
  const trust = ca === null ? {} : { secureContext: createSecureContext({ ca }) };
  const connections = new KeptConnections((origin, to) => {
    checkOrigin(origin, isAllowed, plainHttp);
    const found = to === undefined ? lookup : vettingLookup(isAllowed, () => Promise.resolve([to]));
    return openConnection(origin, { lookup: found, isAllowed, idleMilliseconds: IDLE_MILLISECONDS, ...trust });
  }, keptConnections);
  const underWay = new Map<AbortController, Promise<OutboundAnswer>>();
  let isClosed = false;

  async function answer(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const connection = connections.take(request.callback.origin, request.to);
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
        // A peer that has been started anew knows none of the others either.
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

  async function timed(request: OutboundRequest, ending: AbortController): Promise<OutboundAnswer> {
    const cancel = after(
      request.timeoutMilliseconds ?? timeoutMilliseconds,
      () => ending.abort(Object.assign(new Error("The deadline has passed."), { code: DEADLINE })),
    );
    try {
      return await answer(request, ending.signal);
    } catch (error) {
      // What ended the exchange is the reason, not the error that the ending caused further down.
      return { kind: "failed", failure: classifyFailure(ending.signal.aborted ? ending.signal.reason : error) };
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

function afterTime(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
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
  // Nobody looks up an address, so the lookup does not see it.
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && !isAllowed(address)) throw blockedAddress(`The callback is at ${address}`);
}

/** Names why an exchange failed, after the error that ended it. */
function classifyFailure(error: unknown): OutboundFailure {
  const code = codeOf(error);
  if (code === DEADLINE) return "timeout";
  if (code === BLOCKED) return "address_not_allowed";
  if (NAME_NOT_FOUND.test(code)) return "name_not_found";
  // Older versions of Deno give no code, only the sentence of their TLS library.
  if (CERTIFICATE.test(code) || /invalid peer certificate|received fatal alert/.test(String(error))) {
    return "certificate";
  }
  return "network";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
