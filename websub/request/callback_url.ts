import { getDomain } from "tldts";
import type { ValueFault } from "./hub_answer.ts";

/** A valid callback of a subscriber (WebSub 5.1). */
export interface CallbackUrl {
  /** The URL exactly as it was sent. */
  readonly text: string;
  /** Lower-case host name, international names in their ASCII form; without the port. */
  readonly host: string;
  /** Registrable domain, or the host if it has none. One owner controls all hosts of a registrable domain. */
  readonly domain: string;
  /** Origin to connect to: `https://subscriber.example:8443`. */
  readonly origin: string;
  /** Path and query exactly as they were sent; `/` is put before a query without a path. */
  readonly target: string;
}

interface CallbackRules {
  /** True to allow names of closed networks: `localhost`, `build`, `nas.lan`. */
  readonly localNames: boolean;
  readonly ownOrigin: string;
}

/**
 * Top-level names that each network resolves for itself: RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 7686
 * (onion), RFC 8375 (home.arpa), RFC 9476 (alt), ICANN's reserved corp, home, mail and internal.
 */
const LOCAL_NAMES = new Set([
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "mail",
  "onion",
  "alt",
]);

/** Labels of letters, digits, hyphens and underscores (RFC 1123 2.1; underscores occur), at most 63 each. */
const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

const MAX_LENGTH = 2048;
/** Scheme, authority (RFC 9110 4.2.2 requires it), path, query, fragment (RFC 3986 appendix B). */
const PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/i;

/**
 * Reads `hub.callback` (WebSub 5.1). Faults never quote path, query or userinfo. Checks the raw text, because `URL`
 * strips tabs and turns backslashes: the checked address could differ from the called one.
 */
export function readCallbackUrl(text: string, rules: CallbackRules): CallbackUrl | ValueFault {
  const parts = PARTS.exec(text);
  const fault = textFault(text, parts);
  if (fault !== null || parts === null) return fault ?? malformed("The callback must be an absolute https URL.");
  const url = URL.parse(text);
  if (url === null) {
    return malformed("The callback must be an absolute https URL; its host or its port cannot be read.");
  }
  const { hostname, origin, port } = url;
  const message = hostFault(hostname, rules.localNames);
  if (message !== null) return message;
  if (port !== "" && Number(port) < 1024) {
    return notAllowed(`The callback's port must be 443 or 1024 to 65535; it is ${port}.`);
  }
  if (origin === new URL(rules.ownOrigin).origin) {
    return notAllowed(`The callback must be another service than this hub; it is at ${origin}.`);
  }
  const [, , , path = "", query = ""] = parts;
  return { text, host: hostname, domain: registrableDomain(hostname), origin, target: `${path || "/"}${query}` };
}

/**
 * Returns the registrable domain by the Public Suffix List, including private suffixes such as `github.io`. Validation
 * is off: resolvers accept labels that begin or end with a hyphen, and each such name would count as a separate domain.
 */
function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
}

function textFault(text: string, parts: RegExpExecArray | null): ValueFault | null {
  if (text === "") return malformed("The callback must be an absolute https URL; it is empty.");
  if (text.length > MAX_LENGTH) {
    return malformed(`The callback must have at most ${MAX_LENGTH} characters; it has ${text.length}.`);
  }
  // Includes formatting characters, such as the soft hyphen, which international names lose when they become ASCII.
  if (/[\p{C}\p{Z}]/u.test(text)) {
    return malformed("The callback must not contain white space, control or invisible characters.");
  }
  if (text.includes("\\")) return malformed("The callback must not contain a backslash.");
  if (parts === null) return malformed("The callback must be an absolute https URL: https://subscriber.example/path.");
  const [, scheme = "", authority = "", path = "", query = "", fragment] = parts;
  if (scheme.toLowerCase() !== "https") {
    return notAllowed(`The callback's scheme must be https; it is ${scheme.toLowerCase()}.`);
  }
  if (authority.includes("@")) return notAllowed("The callback must not contain a user name or a password.");
  if (fragment !== undefined) return notAllowed("The callback must not have a fragment.");
  if (/[^\x21-\x7e]/.test(path + query)) {
    return malformed("The callback's path and query must be visible ASCII; other characters are percent-encoded.");
  }
  return null;
}

/**
 * Returns the fault of a callback host.
 *
 * @param hostname As normalised by `URL`: IPv4 addresses as four decimal numbers, international names in ASCII.
 * @param localNames True to allow names of closed networks.
 * @return Null if the host is allowed.
 */
function hostFault(hostname: string, localNames: boolean): ValueFault | null {
  if (hostname.startsWith("[") || /(?:^|\.)\d+$/.test(hostname)) {
    return notAllowed(`The callback's host must be a name; it is the address ${hostname}.`);
  }
  if (hostname.endsWith(".")) return notAllowed("The callback's host must not end with a dot.");
  if (hostname.length > 253 || !NAME.test(hostname)) {
    return malformed("The callback's host must be a host name of at most 253 characters.");
  }
  if (!localNames && isLocal(hostname)) {
    return notAllowed(`The callback's host must be a public name; ${hostname} is a local one.`);
  }
  return null;
}

function isLocal(hostname: string): boolean {
  const labels = hostname.split(".");
  return labels.length === 1 || LOCAL_NAMES.has(labels.at(-1) ?? "") || hostname === "home.arpa" ||
    hostname.endsWith(".home.arpa");
}

function malformed(message: string): ValueFault {
  return { code: "malformed", message };
}

function notAllowed(message: string): ValueFault {
  return { code: "not_allowed", message };
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
