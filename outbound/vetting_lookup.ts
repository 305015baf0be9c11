import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { blockedAddress } from "./public_address.ts";

/** Finds the addresses of a host name; rejects with `ENOTFOUND` or `EAI_AGAIN`. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const LOOPBACK = [{ address: "127.0.0.1", family: 4 }];

/**
 * Makes the lookup that sockets connect with. The addresses that were judged are the addresses that are dialled, so
 * a name that answers differently the next time gains nothing. One address that is not allowed refuses the name: a
 * mixed answer is an attack or a mistake.
 */
export function vettingLookup(isAllowed: (ip: string) => boolean, resolve: Resolve = systemResolve): LookupFunction {
  async function vetted(host: string): ReturnType<Resolve> {
    const addresses = isLocalhost(host) ? LOOPBACK : await resolve(host);
    if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address.`), { code: "ENOTFOUND" });
    const wrong = addresses.find(({ address }) => !isAllowed(address));
    if (wrong !== undefined) throw blockedAddress(`${host} resolves to ${wrong.address}`);
    return addresses;
  }
  return (host, options, callback) => {
    vetted(host).then((addresses) => {
      const [first] = addresses;
      if (options.all) callback(null, [...addresses]);
      else callback(null, first?.address ?? "", first?.family);
    }).catch((error) => callback(error, "")); // Also where Deno has no permission to connect, which it throws here.
  };
}

/** RFC 6761 6.3: these names are this machine, whatever a server says. */
function isLocalhost(host: string): boolean {
  return /(?:^|\.)localhost$/i.test(host);
}

function systemResolve(host: string): ReturnType<Resolve> {
  return systemLookup(host, { all: true });
}
