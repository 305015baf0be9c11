import { isLocalOrigin } from "../service/configuration.ts";
import type { ShownCertificate } from "./certificate.ts";
import type { HealthAnswer } from "./service_check.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

/** What there is at `BASE_URL`. */
export interface AddressEvidence {
  /** The public origin, set or not. */
  readonly baseUrl: string;
  readonly isSet: boolean;
  /** Why there is none to read, or what is shown; null for an address without TLS. */
  readonly certificate: ShownCertificate | string | null;
  /** Why there was no answer, or the answer; null if nobody was asked. */
  readonly answer: HealthAnswer | string | null;
  /** The revision that the store publishes; null where none is known. */
  readonly published: string | null;
  readonly hasTrustedProxies: boolean;
  readonly now: number;
}

const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** Judges whether the public address is the one of this service: one finding for each of address, certificate, proxy. */
export function checkAddress(evidence: AddressEvidence): readonly Finding[] {
  const { baseUrl, isSet, hasTrustedProxies } = evidence;
  const isSecure = baseUrl.startsWith("https:");
  if (!isSet || isLocalOrigin(baseUrl) && !isSecure) {
    const text = `BASE_URL is ${isSet ? baseUrl : "not set"}: all links lead to ${baseUrl}, for this machine alone.`;
    return [warning("address", text, "Set it to the outside origin, such as https://reviews.example.")];
  }
  if (!isSecure) {
    const text = `BASE_URL is ${baseUrl}, without encryption.`;
    return [
      warning("address", text, "Put a reverse proxy with TLS in front and set it to an https origin."),
      ...reached(evidence),
    ];
  }
  const proxy = hasTrustedProxies ? ok("proxy", "TRUSTED_PROXIES names whose X-Forwarded-For is believed.") : warning(
    "proxy",
    "BASE_URL is https, so a proxy is in front; TRUSTED_PROXIES is not set, and all clients share one limit.",
    "Set it to the proxy's address, such as 127.0.0.1/32.",
  );
  return [...certificateFindings(evidence), ...reached(evidence), proxy];
}

function certificateFindings({ baseUrl, certificate, now }: AddressEvidence): readonly Finding[] {
  if (certificate === null || typeof certificate === "string") return [];
  const { refusal, validTo } = certificate;
  const days = validTo === null ? null : Math.floor((validTo - now) / DAY_MS);
  const renew = "Renew it, or have the proxy renew it by itself.";
  if (days !== null && days < 0) {
    return [fault("certificate", `The certificate of ${baseUrl} has expired ${count(-days, "day")} ago.`, renew)];
  }
  if (refusal !== null) {
    const text = `The certificate of ${baseUrl} is not accepted: ${refusal}.`;
    return [fault("certificate", text, "Use one for this name, of an authority that clients know, with its chain.")];
  }
  if (days !== null && days < SOON_DAYS) {
    return [warning("certificate", `The certificate of ${baseUrl} expires in ${count(days, "day")}.`, renew)];
  }
  const until = validTo === null ? "" : ` until ${new Date(validTo).toISOString().slice(0, 10)}`;
  return [ok("certificate", `The certificate of ${baseUrl} holds${until}.`)];
}

function reached({ baseUrl, certificate, answer, published }: AddressEvidence): readonly Finding[] {
  const failure = typeof certificate === "string" ? certificate : typeof answer === "string" ? answer : null;
  if (failure !== null) {
    const text = `${baseUrl} cannot be reached from here: ${failure}.`;
    return [fault("address", text, "Look at BASE_URL, at the name server, and at the proxy in front of the service.")];
  }
  if (answer === null || typeof answer === "string") return [];
  if (answer.revision === null) {
    const text = `${baseUrl}/healthz answers with ${answer.status}, and not as this service does.`;
    return [fault("address", text, "Let the proxy pass all paths on to the service, or correct BASE_URL.")];
  }
  if (published !== null && answer.revision !== published) {
    const text = `${baseUrl} serves revision ${answer.revision}, and the store publishes ${published}.`;
    return [warning("address", text, "Unless an import has just ended, the service there is on another store.")];
  }
  return [ok("address", `${baseUrl} leads to this service.`)];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
