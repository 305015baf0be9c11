import ipaddr from "ipaddr.js";

/** Leading bits of an address that identify one party. */
interface PartyBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** One machine: an IPv6 machine has all the addresses of its /64 (RFC 4291 2.5.1). */
const MACHINE: PartyBits = { ipv4: 32, ipv6: 64 };
/** Usual allocation of one party: requests of a network wait in one line. */
const NETWORK: PartyBits = { ipv4: 24, ipv6: 48 };

/** The machine of an address, for limits of clients and of the addresses of callbacks. */
export function clientNetwork(address: string): string {
  return networkOf(address, MACHINE);
}

/** The network of a client: `192.0.2.0/24`, `2001:db8:1::/48`. Nothing else of its address is stored. */
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
