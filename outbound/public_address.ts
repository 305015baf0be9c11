import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { lookup as systemLookup } from "node:dns/promises";

/** All public IPv6 addresses (RFC 4291 2.4). ipaddr.js calls addresses outside it unicast as well. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns a predicate that is true for a public address, or one inside the given ranges.
 *
 * @param allowCidrs Ranges such as `10.0.0.0/8`; usually empty.
 * @throws {TypeError} If one of them is not a range.
 */
export function publicAddress(allowCidrs: readonly string[]): (ip: string) => boolean {
  const isNamed = addressIn(allowCidrs);
  return (ip) => {
    if (isNamed(ip)) return true;
    const address = parseAddress(ip);
    if (address?.range() !== "unicast") return false;
    return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
  };
}

/**
 * Returns a predicate that is true for an address in one of the ranges, and false for anything but an address.
 *
 * @throws {TypeError} If one of them is not a range.
 */
export function addressIn(cidrs: readonly string[]): (ip: string) => boolean {
  const ranges = cidrs.map((text) => {
    if (!isCidr(text)) throw new TypeError(`"${text}" is not a range of addresses such as 10.0.0.0/8 or fd00::/8.`);
    return ipaddr.parseCIDR(text);
  });
  return (ip) => {
    const address = parseAddress(ip);
    return ranges.some(([range, bits]) => range.kind() === address?.kind() && address.match(range, bits));
  };
}

/** Parses an address; null for anything else. A mapped IPv6 address counts as its IPv4 address. */
export function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // ipaddr.js also accepts 127.1 and 0177.0.0.1, which other programs read differently.
  return isIP(ip) === 0 ? null : ipaddr.process(withoutDots(ip));
}

/** Writes the IPv4 part in hexadecimal. Otherwise ipaddr.js reads `::10.0.0.1` as `::ffff:10.0.0.1`. */
function withoutDots(ip: string): string {
  return ip.replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, a, b, c, d) => `:${pair(a, b)}:${pair(c, d)}`);
}

function pair(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}

/**
 * True if a text is a range of addresses: `10.0.0.0/8`, `fd00::/8` (RFC 4632 3.1, RFC 4291 2.3). Rejects short and
 * octal spellings. A range of mapped IPv4 addresses must be written as an IPv4 range.
 */
export function isCidr(text: string): boolean {
  const [, address = "", bits = ""] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || (family === 6 && ipaddr.IPv6.parse(address).isIPv4MappedAddress())) return false;
  return Number(bits) <= (family === 4 ? 32 : 128);
}

/** Error code of a connection to a forbidden address. */
export const BLOCKED = "EBLOCKED";

/** Returns the error of a connection to a forbidden address. `what` names host and address. */
export function blockedAddress(what: string): Error {
  return Object.assign(new Error(`${what}, which is not allowed.`), { code: BLOCKED });
}

/** IPv4 or IPv6 address of a host. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a host name. Rejects with `ENOTFOUND` or `EAI_AGAIN`. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

type VettedResolve = (host: string) => Promise<readonly [Address, ...Address[]]>;

const LOOPBACK: Address = { address: "127.0.0.1", family: 4 };

/** Makes a resolver that rejects if any address is forbidden: a mixed answer is an attack or a mistake. */
export function vettedResolve(isAllowed: (ip: string) => boolean, resolve: Resolve = systemResolve): VettedResolve {
  return async (host) => {
    const [first, ...others] = isLocalhost(host) ? [LOOPBACK] : await resolve(host);
    if (first === undefined) throw Object.assign(new Error(`${host} has no address.`), { code: "ENOTFOUND" });
    const wrong = [first, ...others].find(({ address }) => !isAllowed(address));
    if (wrong !== undefined) throw blockedAddress(`${host} resolves to ${wrong.address}`);
    return [first, ...others];
  };
}

/** Error code of a connection that was not opened because a limit of its address is reached. */
export const LIMITED = "ELIMITED";

/**
 * Makes the DNS lookup of sockets. They connect to exactly the checked addresses.
 *
 * @param admit Returns false for an address to leave out.
 */
export function vettingLookup(
  isAllowed: (ip: string) => boolean,
  resolve?: Resolve,
  admit: (ip: string) => boolean = () => true,
): LookupFunction {
  const vetted = vettedResolve(isAllowed, resolve);
  return (host, options, callback) => {
    vetted(host).then((found) => {
      const addresses = found.filter(({ address }) => admit(address));
      const [first] = addresses;
      if (first === undefined) throw Object.assign(new Error(`The limit of ${host} is reached.`), { code: LIMITED });
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    }).catch((error) => callback(error, "")); // Also where Deno has no permission to connect, which it throws here.
  };
}

/** True for host names that always mean this machine, whatever DNS answers (RFC 6761 6.3). */
function isLocalhost(host: string): boolean {
  return /(?:^|\.)localhost$/i.test(host);
}

function systemResolve(host: string): ReturnType<Resolve> {
  return systemLookup(host, { all: true });
}
