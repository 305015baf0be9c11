import ipaddr from "ipaddr.js";

/** How many leading bits of an address name one party. */
interface PartyBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** One machine: an IPv6 machine has all the addresses of its /64 (RFC 4291 2.5.1). */
const MACHINE: PartyBits = { ipv4: 32, ipv6: 64 };
/** What one party usually has at once: requests of a network wait in one queue. */
const NETWORK: PartyBits = { ipv4: 24, ipv6: 48 };

/** What counts as one client for limits, and as one address that callbacks resolve to. */
export function clientNetwork(address: string): string {
  return networkOf(address, MACHINE);
}

/** The network of a client: `192.0.2.0/24`, `2001:db8:1::/48`. No more of its address is ever stored. */
export function queueNetwork(address: string): string {
  return networkOf(address, NETWORK);
}

/** Text that is no address is its own key; an IPv4 address that is mapped into IPv6 is that IPv4 address. */
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
