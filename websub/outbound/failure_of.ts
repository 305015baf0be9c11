import { BLOCKED } from "./blocked_address.ts";
import type { OutboundFailure } from "./outbound_client.ts";

/** Code of the error that the deadline of an exchange ends it with. */
export const DEADLINE = "EDEADLINE";

const NAME_NOT_FOUND = /^(?:ENOTFOUND|ENODATA|EAI_\w+)$/;
/** Node names a failed verification after OpenSSL. */
const CERTIFICATE =
  /^(?:CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|HOSTNAME_MISMATCH|INVALID_CA)$/;

/** Names why an exchange failed, after the error that ended it. */
export function failureOf(error: unknown): OutboundFailure {
  const code = codeOf(error);
  if (code === DEADLINE) return "timeout";
  if (code === BLOCKED) return "address_not_allowed";
  if (NAME_NOT_FOUND.test(code)) return "name_not_found";
  // Older versions of Deno give no code, only the sentence of their TLS library.
  if (CERTIFICATE.test(code) || /invalid peer certificate|received fatal alert/.test(String(error))) {
    return "certificate";
  }
  return "network";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
