import { rootCertificates } from "node:tls";

/**
 * The authorities to trust, as PEM: the public ones and the given ones. Null when none is given: then the runtime's
 * own store holds, to which `DENO_CERT` adds.
 */
export function trustedAuthorities(given: readonly string[]): string[] | null {
  // A list that is handed over takes the place of the public authorities, so it must hold them too.
  return given.length === 0 ? null : [...rootCertificates, ...given];
}
