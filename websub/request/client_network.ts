import ipaddr from "ipaddr.js";

/** Returns the machine of an address, for limits. An IPv6 machine has a whole /64 (RFC 4291 2.5.1). */
export function clientNetwork(address: string): string {
  return networkOf(address, 32, 64);
}

/** Returns the network of a client, as large as one party gets: `192.0.2.0/24`, `2001:db8:1::/48`. */
export function queueNetwork(address: string): string {
  return networkOf(address, 24, 48);
}

/** A mapped IPv6 address counts as its IPv4 address. Other text is returned unchanged. */
function networkOf(address: string, ipv4: number, ipv6: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    if (ipv4 === 32) return parsed.toString();
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${ipv4}`)}/${ipv4}`;
  }
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, ipv6 / 16);
  return `${groups.map((group) => group.toString(16)).join(":")}::/${ipv6}`;
}
