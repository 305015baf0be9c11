import type { CallbackFault } from "./callback_url.ts";

/**
 * Names that mean something else in every network: RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 7686
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

/**
 * Judges the host of a callback as `URL` wrote it: `URL` has turned every writing of an IPv4 address into four
 * decimal numbers and international names into ASCII.
 *
 * @param localNames Whether names that only a closed network knows are allowed.
 * @return Null when the host is allowed.
 */
export function hostFault(hostname: string, localNames: boolean): CallbackFault | null {
  if (hostname.startsWith("[") || /(?:^|\.)\d+$/.test(hostname)) {
    return notAllowed(`The callback's host must be a name; it is the address ${hostname}.`);
  }
  if (hostname.endsWith(".")) return notAllowed("The callback's host must not end with a dot.");
  if (hostname.length > 253 || !NAME.test(hostname)) {
    return { code: "malformed", message: "The callback's host must be a host name of at most 253 characters." };
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

function notAllowed(message: string): CallbackFault {
  return { code: "not_allowed", message };
}
