import { createHash } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ULID_LENGTH = 26;

/**
 * Makes the ULID of a review from what identifies it at its source: 128 bits of a SHA-256 over the
 * parts, so that the same review has the same id in every import and on every machine.
 *
 * No bit of it is a time. Sources move a review's date when it is edited, and an id that began with
 * the date would then change, and with it the review's page and its entries in feeds.
 *
 * @param parts What identifies the review: `[source, native id]`, or every field where a source
 * gives no id.
 */
export function reviewId(parts: readonly string[]): string {
  // JSON keeps ["a", "bc"] and ["ab", "c"] apart.
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, 16)) bits = bits << 8n | BigInt(byte);
  return crockford(bits, ULID_LENGTH);
}

/** Writes a whole number in Crockford's base 32, with leading zeros. */
export function crockford(number: bigint, digits: number): string {
  let text = "";
  for (let shift = 5n * BigInt(digits - 1); shift >= 0n; shift -= 5n) text += DIGITS[Number(number >> shift & 31n)];
  return text;
}

/**
 * Writes the 128 bits of a ULID as a UUID (RFC 9562 4), for `urn:uuid:` names that stay the same
 * when the service moves to another origin.
 */
export function ulidToUuid(ulid: string): string {
  let bits = 0n;
  for (const digit of ulid) bits = bits << 5n | BigInt(DIGITS.indexOf(digit));
  const hex = bits.toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
