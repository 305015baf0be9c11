import { connect } from "node:tls";

/** What a server shows at the beginning of TLS. */
export interface ShownCertificate {
  /** Why it is not accepted, as OpenSSL names it; null when it is. */
  readonly refusal: string | null;
  /** Until when it holds, in milliseconds since 1970; null when that cannot be read. */
  readonly validTo: number | null;
}

const TIMEOUT_MS = 5000;

/** Reads the certificate of an https origin; resolves to why there is none to read, if so. */
export function readCertificate(origin: string): Promise<ShownCertificate | string> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  const { promise, resolve } = Promise.withResolvers<ShownCertificate | string>();
  // It is to be looked at though nobody would accept it; nothing is sent.
  const socket = connect(
    { host, port: Number(port || 443), servername: host, rejectUnauthorized: false },
    () => {
      const { valid_to } = socket.getPeerCertificate();
      const validTo = Date.parse(valid_to);
      resolve({
        refusal: socket.authorized ? null : String(socket.authorizationError),
        validTo: Number.isNaN(validTo) ? null : validTo,
      });
    },
  );
  socket.on("error", (error: Error & { readonly code?: string }) => resolve(reasonOf(error)));
  const timer = setTimeout(() => resolve(`it does not answer within ${TIMEOUT_MS / 1000} seconds`), TIMEOUT_MS);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

function reasonOf({ code = "", message }: Error & { readonly code?: string }): string {
  if (/ENOTFOUND|ENODATA|EAI_/.test(code)) return "the name is not found";
  if (code === "ECONNREFUSED") return "the connection is refused";
  return /tls|ssl|record|certificate/i.test(message) ? "it does not speak TLS" : "the connection fails";
}
