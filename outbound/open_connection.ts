import { connect as connectTcp, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, rootCertificates, type SecureContext } from "node:tls";
import { type buildConnector, Client } from "undici";
import { blockedAddress } from "./public_address.ts";

/** How connections are opened. */
export interface ConnectionOptions {
  readonly lookup: LookupFunction;
  /** The last word on the address that the socket is really connected with. */
  readonly isAllowed: (ip: string) => boolean;
  /** Whom to trust; the system's own list when it is absent. */
  readonly secureContext?: SecureContext;
  /** How long it stays open without an exchange; milliseconds. A callback that names a shorter time has its way. */
  readonly idleMilliseconds: number;
}

/** One connection with one callback host, for one exchange at a time. */
export interface Connection {
  readonly origin: string;
  readonly client: Client;
  /** When it was first used; absent until it has brought an answer. */
  usedSince?: number;
  /** Ends at once what is under way, be it a lookup, a handshake or an answer; never rejects. */
  readonly destroy: (reason: Error) => Promise<void>;
}

/**
 * Prepares a connection; it connects at its first request. HTTP/1.1 only, without pipelining. All limits of time
 * are the caller's: it ends the connection.
 */
export function openConnection(origin: string, options: ConnectionOptions): Connection {
  let connecting: Socket | null = null;
  const client = new Client(origin, {
    connect: (to, callback) => {
      connecting = dial(to, options, (error, socket) => {
        connecting = null;
        if (error === null && socket !== null) callback(null, socket);
        else callback(error ?? new Error("No connection."), null);
      });
    },
    pipelining: 1,
    keepAliveTimeout: options.idleMilliseconds,
    keepAliveMaxTimeout: options.idleMilliseconds,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    origin,
    client,
    destroy: async (reason) => {
      connecting?.destroy();
      await client.destroy(reason);
    },
  };
}

function dial(
  { protocol, hostname, port }: buildConnector.Options,
  { lookup, isAllowed, secureContext }: ConnectionOptions,
  callback: (error: Error | null, socket: Socket | null) => void,
): Socket {
  const isTls = protocol === "https:";
  const address = { host: hostname, port: Number(port) || (isTls ? 443 : 80), lookup };
  const socket = isTls
    ? connectTls({
      ...address,
      servername: hostname,
      ALPNProtocols: ["http/1.1"],
      ...(secureContext === undefined ? {} : { secureContext }),
    })
    : connectTcp(address);
  let isSettled = false;
  const settle = (error: Error | null) => {
    if (isSettled) return;
    isSettled = true;
    callback(error, error === null ? socket : null);
  };
  socket.setNoDelay(true);
  // Before the handshake, so that a forbidden peer learns nothing, not even the name.
  socket.once("connect", () => {
    const peer = socket.remoteAddress ?? "an unknown address";
    if (!isAllowed(peer)) socket.destroy(blockedAddress(`${hostname} is connected with ${peer}`));
    else if (!isTls) settle(null);
  });
  socket.once("secureConnect", () => settle(null));
  socket.on("error", settle);
  socket.once("close", () => settle(new Error(`${hostname} closed the connection.`)));
  return socket;
}

/**
 * The authorities to trust, as PEM: the public ones and the given ones. Null when none is given: then the runtime's
 * own store holds, to which `DENO_CERT` adds.
 */
export function trustedAuthorities(given: readonly string[]): string[] | null {
  // A list that is handed over takes the place of the public authorities, so it must hold them too.
  return given.length === 0 ? null : [...rootCertificates, ...given];
}
