const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Writes the 128 bits of a ULID as a UUID (RFC 9562 4), for `urn:uuid:` names that stay the same
 * when the service moves to another origin.
 */
export function ulidToUuid(ulid: string): string {
  let bits = 0n;
  for (const character of ulid) {
    bits = bits << 5n | BigInt(CROCKFORD.indexOf(character));
  }
  const hex = bits.toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
