import { createHash } from "node:crypto";

/**
 * The strong entity tag of some bytes: 128 bits of their SHA-256 in base64url, quoted (RFC 9110 8.8.3). Independent of
 * clock and instance.
 */
export function entityTag(bytes: Uint8Array | string): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}
