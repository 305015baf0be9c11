import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Public IPv6 addresses (RFC 4291 2.4). ipaddr.js calls the rest of the space unicast as well. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Makes the predicate for allowed addresses: public ones, and those inside the given ranges. A mapped IPv6 address
 * counts as its IPv4 address.
 *
 * @param allowCidrs `10.0.0.0/8`; usually empty.
 * @throws {TypeError} When one is not a range.
 */
export function publicAddress(allowCidrs: readonly string[]): (ip: string) => boolean {
  const ranges = allowCidrs.map((text) => {
    if (!isCidr(text)) throw new TypeError(`"${text}" is not a range of addresses such as 10.0.0.0/8 or fd00::/8.`);
    return ipaddr.parseCIDR(text);
  });
  return (ip) => {
    // ipaddr.js also accepts 127.1 and 0177.0.0.1, which other programs read differently.
    if (isIP(ip) === 0) return false;
    const address = ipaddr.process(withoutDots(ip));
    if (ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))) return true;
    if (address.range() !== "unicast") return false;
    return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
  };
}

/** Writes the IPv4 part of an IPv6 address in hexadecimal: ipaddr.js takes `::10.0.0.1` for `::ffff:10.0.0.1`. */
function withoutDots(ip: string): string {
  return ip.replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, a, b, c, d) => `:${pair(a, b)}:${pair(c, d)}`);
}

function pair(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}

/**
 * True if the text is a range of addresses: `10.0.0.0/8`, `fd00::/8` (RFC 4632 3.1, RFC 4291 2.3). Rejects short and
 * octal spellings. A range of mapped IPv4 addresses must be written as an IPv4 range.
 */
export function isCidr(text: string): boolean {
  const [, address = "", bits = ""] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || (family === 6 && ipaddr.IPv6.parse(address).isIPv4MappedAddress())) return false;
  return Number(bits) <= (family === 4 ? 32 : 128);
}

/** Error code of a connection to a forbidden address. */
export const BLOCKED = "EBLOCKED";

/** Makes the error of a connection to a forbidden address; `what` names host and address. */
export function blockedAddress(what: string): Error {
  return Object.assign(new Error(`${what}, which is not allowed.`), { code: BLOCKED });
}
