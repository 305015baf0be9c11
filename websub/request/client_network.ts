import ipaddr from "ipaddr.js";

interface PartyBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** Bits that identify one machine. An IPv6 machine has a whole /64 (RFC 4291 2.5.1). */
const MACHINE: PartyBits = { ipv4: 32, ipv6: 64 };
/** Bits of the usual allocation of one party. Requests from one such network share a queue. */
const NETWORK: PartyBits = { ipv4: 24, ipv6: 48 };

/** Returns the key of the machine of an address, for limits by client and by callback address. */
export function clientNetwork(address: string): string {
  return networkOf(address, MACHINE);
}

/** Returns the network of a client: `192.0.2.0/24`, `2001:db8:1::/48`. Its full address is never stored. */
export function queueNetwork(address: string): string {
  return networkOf(address, NETWORK);
}

/**
 * Returns the network of an address. A mapped IPv6 address counts as its IPv4 address. Other text is returned
 * unchanged.
 */
function networkOf(address: string, { ipv4, ipv6 }: PartyBits): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    if (ipv4 === 32) return parsed.toString();
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${ipv4}`)}/${ipv4}`;
  }
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, ipv6 / 16);
  return `${groups.map((group) => group.toString(16)).join(":")}::/${ipv6}`;
}
