import ipaddr from "ipaddr.js";
import { parseAddress } from "../../outbound/public_address.ts";

/** Returns the machine of an address, for limits. An IPv6 machine has a whole /64 (RFC 4291 2.5.1). */
export function clientNetwork(address: string): string {
  return networkOf(address, 32, 64);
}

/** Returns the network of a client, as large as one party gets: `192.0.2.0/24`, `2001:db8:1::/48`. */
export function queueNetwork(address: string): string {
  return networkOf(address, 24, 48);
}

function networkOf(address: string, ipv4: number, ipv6: number): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  if (parsed instanceof ipaddr.IPv4) {
    if (ipv4 === 32) return parsed.toString();
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${ipv4}`)}/${ipv4}`;
  }
  const groups = parsed.parts.slice(0, ipv6 / 16);
  return `${groups.map((group) => group.toString(16)).join(":")}::/${ipv6}`;
}
