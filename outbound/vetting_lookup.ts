import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { blockedAddress } from "./public_address.ts";

/** An address of a host, of IPv4 or IPv6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a host name; rejects with `ENOTFOUND` or `EAI_AGAIN`. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

/** Finds the addresses of a host name, at least one, and all of them allowed. */
export type VettedResolve = (host: string) => Promise<readonly [Address, ...Address[]]>;

const LOOPBACK: Address = { address: "127.0.0.1", family: 4 };

/**
 * Makes the function that finds addresses. Rejects if any of them is forbidden: a mixed answer is an attack or a
 * mistake.
 */
export function vettedResolve(isAllowed: (ip: string) => boolean, resolve: Resolve = systemResolve): VettedResolve {
  return async (host) => {
    const [first, ...others] = isLocalhost(host) ? [LOOPBACK] : await resolve(host);
    if (first === undefined) throw Object.assign(new Error(`${host} has no address.`), { code: "ENOTFOUND" });
    const wrong = [first, ...others].find(({ address }) => !isAllowed(address));
    if (wrong !== undefined) throw blockedAddress(`${host} resolves to ${wrong.address}`);
    return [first, ...others];
  };
}

/**
 * Makes the lookup that sockets connect with. It dials the vetted addresses themselves, so that a name cannot resolve
 * to others in between.
 */
export function vettingLookup(isAllowed: (ip: string) => boolean, resolve?: Resolve): LookupFunction {
  const vetted = vettedResolve(isAllowed, resolve);
  return (host, options, callback) => {
    vetted(host).then((addresses) => {
      const [first] = addresses;
      if (options.all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    }).catch((error) => callback(error, "")); // Also where Deno has no permission to connect, which it throws here.
  };
}

/** True for names of this machine, whatever a server answers (RFC 6761 6.3). */
function isLocalhost(host: string): boolean {
  return /(?:^|\.)localhost$/i.test(host);
}

function systemResolve(host: string): ReturnType<Resolve> {
  return systemLookup(host, { all: true });
}
