import { getDomain } from "tldts";

/** A valid callback of a subscriber (WebSub 5.1). */
export interface CallbackUrl {
  /** The URL exactly as it was sent. */
  readonly text: string;
  /** Host name, in lower case and ASCII; without the port. */
  readonly host: string;
  /** Registrable domain, or the host if it has none. One owner controls all hosts of a registrable domain. */
  readonly domain: string;
  /** Origin to connect to: `https://subscriber.example:8443`. */
  readonly origin: string;
  /** Path and query exactly as they were sent; `/` is put before a query without a path. */
  readonly target: string;
}

/** Groups: authority without the default port, host, path with query (RFC 3986 appendix B). */
const PARTS = /^https:\/\/(([^/?:]+)(?::(?!443(?![0-9]))[0-9]+)?)(?::443)?(.*)$/;

/**
 * Splits a callback that the form's schema allows into its parts. Does not use `URL`, because the called address could
 * differ from the checked text.
 */
export function callbackUrl(text: string): CallbackUrl {
  const [, authority = "", host = "", target = ""] = PARTS.exec(text) ?? [];
  return {
    text,
    host,
    domain: registrableDomain(host),
    origin: `https://${authority}`,
    target: target.startsWith("/") ? target : `/${target}`,
  };
}

/**
 * Returns the registrable domain by the Public Suffix List, including private suffixes such as `github.io`. Validation
 * is off: resolvers accept labels that begin or end with a hyphen, and each such name would count as a separate domain.
 */
function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
}

/** Appends the hub's parameters to path and query. Its own ones of the same names are kept (WebSub 5.3). */
export function targetWith({ target }: CallbackUrl, parameters: Readonly<Record<string, string>>): string {
  const ours = Object.entries(parameters).map(([name, value]) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  ).join("&");
  if (ours === "") return target;
  if (!target.includes("?")) return `${target}?${ours}`;
  // No `&` after `&`, or after a `?` that begins the query. Any later `?` belongs to the last value.
  const isSeparated = target.endsWith("&") || target.indexOf("?") === target.length - 1;
  return isSeparated ? target + ours : `${target}&${ours}`;
}
