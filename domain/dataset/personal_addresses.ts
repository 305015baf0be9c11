import { isIPv6 } from "node:net";

// Bounded runs: with an open-ended local part a long word without "@" took quadratic time.
const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}]{2,63}/gu;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const IPV4 = new RegExp(
  `(?<![\\d.])${OCTET}(?:\\.${OCTET}){3}(?![\\d]|\\.\\d)`,
  "g",
);
const IPV6 = /(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi;

/** What stands where an e-mail address was. */
export const EMAIL_NOTE = "[e-mail address removed]";

/**
 * Takes e-mail and IP addresses out of a text that will be published, leaving a note in their place.
 *
 * @param allowed Addresses that may stay, in lower case: the business's own public e-mail address,
 * which it gives in its replies.
 */
export function withoutPersonalAddresses(text: string, allowed: ReadonlySet<string>): string {
  let clean = text;
  if (clean.includes("@")) {
    clean = clean.replace(EMAIL, (found) => allowed.has(found.toLowerCase()) ? found : EMAIL_NOTE);
  }
  if (/\d\.\d/.test(clean)) clean = clean.replace(IPV4, "[IP address removed]");
  if (clean.includes(":")) {
    // "12:30:45" is a time, "::" is punctuation: only what is an address and has a digit is taken.
    clean = clean.replace(IPV6, (found) => isIPv6(found) && /\d/.test(found) ? "[IP address removed]" : found);
  }
  return clean;
}
