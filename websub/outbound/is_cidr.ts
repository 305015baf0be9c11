import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Tells whether the text is a range of addresses: `10.0.0.0/8`, `fd00::/8` (RFC 4632 3.1, RFC 4291 2.3). Short
 * and octal writings are none, and a range of mapped IPv4 addresses is written as an IPv4 range.
 */
export function isCidr(text: string): boolean {
  const [, address = "", bits = ""] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || (family === 6 && ipaddr.IPv6.parse(address).isIPv4MappedAddress())) return false;
  return Number(bits) <= (family === 4 ? 32 : 128);
}
