import ipaddr from "ipaddr.js";

/**
 * What counts as one client for limits: an IPv4 address, also one that is mapped into IPv6, or the /64 of an IPv6
 * address, because one machine has all the addresses in it (RFC 4291 2.5.1).
 *
 * @returns A key; text that is no address is its own.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`;
}
