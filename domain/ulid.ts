import { createHash } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ULID_LENGTH = 26;

/**
 * The ULID of a review, derived from what identifies it at its source: the first 128 bits of a SHA-256. So a review has
 * the same id in every import and on every machine.
 *
 * Unlike other ULIDs it contains no time: sources change a review's date when it is edited, which would change the id,
 * and with it the review's page and its entries in feeds.
 *
 * @param parts `[source, native id]`; all fields of the review if the source gives no id.
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
 * The 128 bits of a ULID as a UUID (RFC 9562 4), for `urn:uuid:` names, which stay the same when the service moves to
 * another origin.
 */
export function ulidToUuid(ulid: string): string {
  let bits = 0n;
  for (const digit of ulid) bits = bits << 5n | BigInt(DIGITS.indexOf(digit));
  const hex = bits.toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
