import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, rootCertificates, type SecureContext } from "node:tls";
import { type buildConnector, Client } from "undici";
import { blockedAddress } from "./public_address.ts";

/** Limits new connections by their address. */
export interface ConnectionLimit {
  /** Returns false to refuse a connection to the address. Otherwise `end` follows. */
  readonly begin: (address: string) => boolean;
  /** Called when the connection is open, with TLS after a valid certificate, or has failed. */
  readonly end: (address: string, isOpen: boolean) => void;
}

/** Error codes of a failed certificate verification. Node uses the names of OpenSSL, Deno 2.5 only the last. */
const CERTIFICATE_CODES = [
  "CERT_\\w+",
  "ERR_TLS_\\w+",
  "ERR_SSL_\\w+",
  "EPROTO",
  "UNABLE_TO_\\w+",
  "SELF_SIGNED_\\w+",
  "DEPTH_ZERO_\\w+",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "UNKNOWN",
];
const CERTIFICATE = new RegExp(`^(?:${CERTIFICATE_CODES.join("|")})$`);

/** Whether the error code of a connection means that the certificate was not accepted. */
export function isCertificateFault(code: string): boolean {
  return CERTIFICATE.test(code);
}

interface ConnectionOptions {
  /** Makes the lookup of a connection, without addresses that are not admitted. */
  readonly lookup: (admit: (address: string) => boolean) => LookupFunction;
  readonly limit?: ConnectionLimit;
  readonly isAllowed: (ip: string) => boolean;
  /** Certificate authorities to trust; the list of the runtime if absent. */
  readonly secureContext?: SecureContext;
  /** Idle timeout, in milliseconds. If the server has a shorter one, that applies. */
  readonly idleMilliseconds: number;
}

/** A connection with one host, for one exchange at a time. */
export interface Connection {
  readonly origin: string;
  readonly client: Client;
  /** Time of the first use; absent before the first answer. */
  usedSince?: number;
  /** Ends the connection at once, even during a lookup, handshake or answer. Never rejects. */
  readonly destroy: (reason: Error) => Promise<void>;
}

/**
 * Returns a connection that connects at its first request. HTTP/1.1 only, without pipelining. The caller enforces
 * deadlines and ends the connection.
 */
export function openConnection(origin: string, options: ConnectionOptions): Connection {
  let connecting: Socket | null = null;
  let admission = new Admission(options.limit);
  const client = new Client(origin, {
    connect: (to, callback) => {
      admission = new Admission(options.limit);
      connecting = dial(to, options.lookup((address) => admission.admit(address)), options, (error, socket) => {
        connecting = null;
        admission.end(error === null);
        if (error === null && socket !== null) callback(null, socket);
        else callback(error ?? new Error("No connection."), null);
      }, () => admission.refuse());
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
      admission.end(false);
      connecting?.destroy();
      await client.destroy(reason);
    },
  };
}

/** The addresses of one connection that the limit admitted. */
class Admission {
  #begun: readonly string[] = [];
  #isOver = false;
  #isOpen = false;

  constructor(private readonly limit: ConnectionLimit | undefined) {}

  admit(address: string): boolean {
    if (this.limit === undefined) return true;
    // The connection was given up during the lookup. The socket still waits for its result.
    if (this.#isOver || !this.limit.begin(address)) return false;
    this.#begun = [...this.#begun, address];
    return true;
  }

  end(isOpen: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isOpen = isOpen;
    for (const address of this.#begun) this.limit?.end(address, isOpen);
  }

  /** Reports that the certificate of an open connection was refused. */
  refuse(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const address of this.#begun) this.limit?.end(address, false);
  }
}

function dial(
  { protocol, hostname, port }: buildConnector.Options,
  lookup: LookupFunction,
  { isAllowed, secureContext }: ConnectionOptions,
  callback: (error: Error | null, socket: Socket | null) => void,
  onLateRefusal: () => void,
): Socket {
  const isTls = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  // On Deno 2.5 a TLS socket that connects by itself tries one address only.
  const socket = connectTcp({ host, port: Number(port) || (isTls ? 443 : 80), lookup });
  let isSettled = false;
  const settle = (error: Error | null, connected: Socket | null = null) => {
    if (isSettled) return;
    isSettled = true;
    callback(error, connected);
  };
  socket.setNoDelay(true);
  // Checked before the handshake, so that a forbidden peer does not even learn the host name.
  socket.once("connect", () => {
    const peer = socket.remoteAddress ?? "an unknown address";
    if (!isAllowed(peer)) return void socket.destroy(blockedAddress(`${hostname} is connected with ${peer}`));
    if (!isTls) return settle(null, socket);
    const secured = connectTls({
      socket,
      // A literal address is no server name (RFC 6066 3). The certificate is checked against it nevertheless.
      host,
      servername: isIP(host) === 0 ? hostname : "",
      ALPNProtocols: ["http/1.1"],
      ...(secureContext === undefined ? {} : { secureContext }),
    });
    secured.once("secureConnect", () => settle(null, secured));
    secured.on("error", (error: Error & { readonly code?: string }) => {
      // Deno 2.5 checks the certificate after it has called the connection open.
      if (isSettled && isCertificateFault(error.code ?? "")) onLateRefusal();
      settle(error);
    });
  });
  socket.on("error", settle);
  socket.once("close", () => settle(new Error(`${hostname} closed the connection.`)));
  return socket;
}

/**
 * Returns the certificate authorities to trust, as PEM: the public ones and the given ones. Null if none is given. Then
 * the runtime's list applies, which `DENO_CERT` extends.
 */
export function trustedAuthorities(given: readonly string[]): string[] | null {
  // A given list replaces the public authorities, so it must contain them.
  return given.length === 0 ? null : [...rootCertificates, ...given];
}
