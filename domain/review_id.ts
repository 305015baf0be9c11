import { createHash } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ULID_LENGTH = 26;

/**
 * Derives the ULID of a review from its identity at the source: the first 128 bits of a SHA-256. A review has the same
 * id in every import and on every machine.
 *
 * Unlike other ULIDs it contains no time. Sources change the date of an edited review; the id must not change with it,
 * because it identifies the review's page and feed entries.
 *
 * @param parts `[source, native id]`, or all fields of the review if the source gives no id.
 */
export function reviewId(parts: readonly string[]): string {
  // Joined without JSON, ["a", "bc"] and ["ab", "c"] would be equal.
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, 16)) bits = bits << 8n | BigInt(byte);
  return crockford(bits, ULID_LENGTH);
}

/** A non-negative integer in Crockford's base 32 with leading zeros. */
export function crockford(number: bigint, digits: number): string {
  let text = "";
  for (let shift = 5n * BigInt(digits - 1); shift >= 0n; shift -= 5n) text += DIGITS[Number(number >> shift & 31n)];
  return text;
}

/**
 * Converts a ULID to a UUID (RFC 9562 4), for `urn:uuid:` names, which stay valid when the service moves to another
 * origin.
 */
export function ulidToUuid(ulid: string): string {
  let bits = 0n;
  for (const digit of ulid) bits = bits << 5n | BigInt(DIGITS.indexOf(digit));
  const hex = bits.toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
