import { BlockList, isIP } from "node:net";
import { isBehindNetwork, kvLocation } from "../service/kv_location.ts";
import { readMetricsAddress } from "../service/metrics_address.ts";

/**
 * Where no callback and no source may be: private, shared and link-local addresses, among them those at which clouds
 * hand out credentials. Not the loopback, as the service tries at its start, with a request to itself, what this Deno
 * can do. Deno takes ranges of IPv4 alone; of IPv6 there is a single address.
 */
const INNER = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "[fd00:ec2::254]",
];

/**
 * The network permission of a program that calls strangers: all but inner addresses, as callbacks and sources may be on
 * any public host and port, and Deno has no pattern for these. Inner addresses stay open where the store is behind a
 * network, where `cidrs` names some, and where the program listens on one or on a name. This is a second lock: each
 * address is vetted before (`outbound/vetting_lookup.ts`), that of a name too.
 *
 * @param cidrs The variable that opens inner ranges to callbacks or sources.
 * @param listens Whether the program listens on `HOST` and `METRICS_ADDR`.
 * @throws {ConfigurationError} If `METRICS_ADDR` is invalid.
 */
export function outwardPermission(
  variable: (name: string) => string | undefined,
  cidrs: string,
  listens: boolean,
): readonly string[] {
  const metrics = listens ? readMetricsAddress(variable) : null;
  const own = [...listens ? [variable("HOST") || "0.0.0.0"] : [], ...metrics === null ? [] : [metrics.hostname]];
  const isOpen = isBehindNetwork(kvLocation(variable)) || Boolean(variable(cidrs)) ||
    own.some((address) => isIP(address) === 0);
  if (isOpen) return ["--allow-net"];
  const denied = INNER.filter((range) => !own.some((address) => isWithin(address, range)));
  return ["--allow-net", `--deny-net=${denied.join()}`];
}

/** The network permission of a command: none where the store is a file. */
export function storePermission(variable: (name: string) => string | undefined): readonly string[] {
  return isBehindNetwork(kvLocation(variable)) ? ["--allow-net"] : [];
}

function isWithin(address: string, range: string): boolean {
  const [, network = "", bits] = /^\[?([^\]/]+)\]?(?:\/(\d+))?$/.exec(range) ?? [];
  const family = isIP(network) === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(bits ?? 128), family);
  return list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
