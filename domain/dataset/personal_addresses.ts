import { isIPv6 } from "node:net";

// Bounded repetitions: with an unbounded local part, a long word without "@" took quadratic time.
const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}]{2,63}/gu;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const IPV4 = new RegExp(
  `(?<![\\d.])${OCTET}(?:\\.${OCTET}){3}(?![\\d]|\\.\\d)`,
  "g",
);
const IPV6 = /(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi;

/** Replacement for an e-mail address. */
export const EMAIL_NOTE = "[e-mail address removed]";

/**
 * Replaces the e-mail and IP addresses in a text by a note.
 *
 * @param allowed Addresses to keep, in lower case: the business's own public one, which it gives in replies.
 */
export function withoutPersonalAddresses(text: string, allowed: ReadonlySet<string>): string {
  let clean = text;
  if (clean.includes("@")) {
    clean = clean.replace(EMAIL, (found) => allowed.has(found.toLowerCase()) ? found : EMAIL_NOTE);
  }
  if (/\d\.\d/.test(clean)) clean = clean.replace(IPV4, "[IP address removed]");
  if (clean.includes(":")) {
    // "12:30:45" is a time and "::" punctuation: only valid addresses with a digit are replaced.
    clean = clean.replace(IPV6, (found) => isIPv6(found) && /\d/.test(found) ? "[IP address removed]" : found);
  }
  return clean;
}
