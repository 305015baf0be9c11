import ipaddr from "ipaddr.js";
import { parseAddress } from "../../outbound/public_address.ts";

/** Number of leading bits of an address that identify one party. */
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

/** Returns the network of an address. Other text is returned unchanged. */
function networkOf(address: string, { ipv4, ipv6 }: PartyBits): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  if (parsed instanceof ipaddr.IPv4) {
    if (ipv4 === 32) return parsed.toString();
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${ipv4}`)}/${ipv4}`;
  }
  const groups = parsed.parts.slice(0, ipv6 / 16);
  return `${groups.map((group) => group.toString(16)).join(":")}::/${ipv6}`;
}
