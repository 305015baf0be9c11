import { BlockList, isIP, isIPv4 } from "node:net";

/**
 * Builds the test whether an address belongs to a proxy whose `X-Forwarded-For` is trusted.
 *
 * @param cidrs Ranges such as `10.0.0.0/8`; if empty, no proxy is trusted.
 */
export function trustedProxies(cidrs: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", bits = ""] = cidr.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
