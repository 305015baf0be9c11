// Replaces `node:dns/promises`, so that each party of a test has separate addresses.

/** Where names are: `a.at-127-0-66-1.test` and `a.b-at-127-0-66-1.test` are at 127.0.66.1. */
const PLACE = /(?:^|\.|-)at-(\d+)-(\d+)-(\d+)-(\d+)\.test$/;

/** Finds the address of a name as Node's `dnsPromises.lookup` does with `all`. */
export function lookup(host: string): Promise<readonly { readonly address: string; readonly family: number }[]> {
  const [, ...numbers] = PLACE.exec(host) ?? [];
  if (numbers.length === 4) return Promise.resolve([{ address: numbers.join("."), family: 4 }]);
  return Promise.reject(Object.assign(new Error(`${host} is not found.`), { code: "ENOTFOUND" }));
}
