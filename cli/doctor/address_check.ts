import { Sentence, sentence } from "../../domain/sentences/sentence.ts";
import { isLocalOrigin } from "../../service/configuration.ts";
import type { HealthAnswer } from "./service_check.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";
import { connect } from "node:tls";

interface AddressEvidence {
  /** The public origin, set or not. */
  readonly baseUrl: string;
  readonly isSet: boolean;
  /** The certificate, or why it cannot be read; null for an address without TLS. */
  readonly certificate: ShownCertificate | Sentence | null;
  /** The answer of `/healthz`, or why there was none; null if no request was sent. */
  readonly answer: HealthAnswer | Sentence | null;
  /** Revision that the store publishes; null if unknown. */
  readonly published: string | null;
  readonly hasTrustedProxies: boolean;
  readonly now: number;
}

interface ShownCertificate {
  /** OpenSSL's reason to reject it; null if it is valid. */
  readonly refusal: string | null;
  /** End of its validity, in milliseconds since 1970; null if that cannot be read. */
  readonly validTo: number | null;
}

const TIMEOUT_MS = 10_000;

/** Reads the certificate of an https origin. Resolves to a reason if there is none to read. */
export function readCertificate(origin: string): Promise<ShownCertificate | Sentence> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  const { promise, resolve } = Promise.withResolvers<ShownCertificate | Sentence>();
  // Also reads an invalid certificate. Nothing is sent.
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
  const timer = setTimeout(
    () => resolve(sentence("it does not answer within {count} seconds", { count: TIMEOUT_MS / 1000 })),
    TIMEOUT_MS,
  );
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

function reasonOf({ code = "", message }: Error & { readonly code?: string }): Sentence {
  if (/ENOTFOUND|ENODATA|EAI_/.test(code)) return sentence("the name is not found");
  if (code === "ECONNREFUSED") return sentence("the connection is refused");
  return /tls|ssl|record|certificate/i.test(message)
    ? sentence("it does not speak TLS")
    : sentence("the connection fails");
}

const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** Checks that the public address leads to this service. Returns findings on address, certificate and proxy. */
export function checkAddress(evidence: AddressEvidence): readonly Finding[] {
  const { baseUrl, isSet, hasTrustedProxies } = evidence;
  const isSecure = baseUrl.startsWith("https:");
  if (!isSet || isLocalOrigin(baseUrl) && !isSecure) {
    const base = isSet ? baseUrl : "not set";
    const text = `BASE_URL is ${base}: all links lead to ${baseUrl}, which only this machine can open.`;
    return [warning("address", text, "Set BASE_URL to the outside origin, such as https://reviews.example.")];
  }
  if (!isSecure) {
    const text = sentence("BASE_URL is {url}, without encryption.", { url: baseUrl });
    return [
      warning("address", text, "Put a reverse proxy with TLS in front, and set BASE_URL to an https origin."),
      ...reached(evidence),
    ];
  }
  return [...certificateFindings(evidence), ...reached(evidence), proxyFinding(hasTrustedProxies)];
}

function proxyFinding(hasTrustedProxies: boolean): Finding {
  if (hasTrustedProxies) return ok("proxy", "TRUSTED_PROXIES is set.");
  const text = sentence(
    "BASE_URL is https, so there is a proxy, but TRUSTED_PROXIES is not set: all clients share one limit.",
  );
  return warning("proxy", text, "Set TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1/32.");
}

function certificateFindings({ baseUrl, certificate, now }: AddressEvidence): readonly Finding[] {
  if (certificate === null || certificate instanceof Sentence) return [];
  const { refusal, validTo } = certificate;
  const days = validTo === null ? null : Math.floor((validTo - now) / DAY_MS);
  const renew = "Renew it, or have the proxy renew it by itself.";
  if (days !== null && days < 0) {
    return [
      fault(
        "certificate",
        sentence("The certificate of {url} has expired {count|# day|# days} ago.", { url: baseUrl, count: -days }),
        renew,
      ),
    ];
  }
  if (refusal !== null) {
    const text = sentence("The certificate of {url} is not accepted: {details}.", { url: baseUrl, details: refusal });
    return [
      fault("certificate", text, "Install one for this name, with its chain, from an authority that clients trust."),
    ];
  }
  if (days !== null && days < SOON_DAYS) {
    return [
      warning(
        "certificate",
        sentence("The certificate of {url} expires in {count|# day|# days}.", { url: baseUrl, count: days }),
        renew,
      ),
    ];
  }
  if (validTo === null) return [ok("certificate", sentence("The certificate of {url} is valid.", { url: baseUrl }))];
  const day = new Date(validTo).toISOString().slice(0, 10);
  return [ok("certificate", sentence("The certificate of {url} is valid until {day:day}.", { url: baseUrl, day }))];
}

function reached({ baseUrl, certificate, answer, published }: AddressEvidence): readonly Finding[] {
  const failure = certificate instanceof Sentence ? certificate : answer instanceof Sentence ? answer : null;
  if (failure !== null) {
    const text = sentence("{url} cannot be reached from here: {reason}.", { url: baseUrl, reason: failure });
    return [fault("address", text, "Check BASE_URL, the name server and the proxy.")];
  }
  if (answer === null || answer instanceof Sentence) return [];
  if (answer.revision === null) {
    const text = sentence("{url}/healthz answers with {status}, and not as this service does.", {
      ...{ url: baseUrl, status: String(answer.status) },
    });
    return [fault("address", text, "Let the proxy pass all paths on to the service, or correct BASE_URL.")];
  }
  if (published !== null && answer.revision !== published) {
    const text = sentence("{url} serves revision {revision}, and the store publishes {published}.", {
      ...{ url: baseUrl, revision: answer.revision, published },
    });
    return [warning("address", text, "Unless an import has just ended, the service there is on another store.")];
  }
  return [ok("address", sentence("{url} leads to this service.", { url: baseUrl }))];
}
