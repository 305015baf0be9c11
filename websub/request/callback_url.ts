import { getDomain } from "tldts";
import type { ValueFault } from "./hub_answer.ts";

/** A valid callback of a subscriber (WebSub 5.1). */
export interface CallbackUrl {
  /** Exactly as it was sent. */
  readonly text: string;
  /** Lower-case host name, international names in their ASCII form; without the port. */
  readonly host: string;
  /** The registrable domain: whoever has `s.example` has all of `*.s.example`. The host if it has none. */
  readonly domain: string;
  /** Where to connect to: `https://subscriber.example:8443`. */
  readonly origin: string;
  /** Path and query exactly as they were sent; `/` is put before a query without a path. */
  readonly target: string;
}

/** Rules for callbacks. */
export interface CallbackRules {
  /** True to allow names of closed networks: `localhost`, `build`, `nas.lan`. */
  readonly localNames: boolean;
  /** Origin of the hub, which does not call itself. */
  readonly ownOrigin: string;
}

/**
 * Top-level names with another meaning in each network: RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 7686
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

/** Longest callback, in characters. */
const MAX_LENGTH = 2048;
/** RFC 3986 appendix B, with the authority that HTTP demands (RFC 9110 4.2.2). */
const PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/i;

/**
 * Reads `hub.callback` (WebSub 5.1). Its faults show nothing of path, query or userinfo. Judges the raw text, before
 * `URL` repairs it: a parser that strips tabs and turns backslashes would check one address and call another.
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
 * Registrable domain by the Public Suffix List, private suffixes such as `github.io` included. Not validated: resolvers
 * accept labels that begin or end with a hyphen, and each such name would count as a separate domain.
 */
function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
}

function textFault(text: string, parts: RegExpExecArray | null): ValueFault | null {
  if (text === "") return malformed("The callback must be an absolute https URL; it is empty.");
  if (text.length > MAX_LENGTH) {
    return malformed(`The callback must have at most ${MAX_LENGTH} characters; it has ${text.length}.`);
  }
  // With formatting characters: international names lose a soft hyphen when they become ASCII.
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
 * Judges the host of a callback as `URL` wrote it: with any spelling of an IPv4 address as four decimal numbers, and
 * international names in ASCII.
 *
 * @param localNames Whether names that only a closed network knows are allowed.
 * @return Null when the host is allowed.
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

/**
 * The callback's path and query, byte for byte, with the hub's parameters after them. Parameters of the same name
 * that the subscriber put there stay (WebSub 5.3).
 */
export function targetWith({ target }: CallbackUrl, parameters: Readonly<Record<string, string>>): string {
  const ours = Object.entries(parameters).map(([name, value]) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  ).join("&");
  if (ours === "") return target;
  if (!target.includes("?")) return `${target}?${ours}`;
  // Within a query, a question mark at the end belongs to the last value.
  const isSeparated = target.endsWith("&") || target.indexOf("?") === target.length - 1;
  return isSeparated ? target + ours : `${target}&${ours}`;
}
