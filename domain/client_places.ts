/** Places for long answers, counted by client, so that no client takes the places of others. */
export interface ClientPlaces {
  /**
   * Takes a place for a client. Synchronous, so that simultaneous requests cannot share a place.
   *
   * @param address The client's address.
   * @returns Function that frees the place once; null if none is left.
   */
  readonly enter: (address: string) => (() => void) | null;
}

/** Maximum number of places of one client. */
export const MOST_OF_ONE_CLIENT = 32;

/** Maximum number of places of all clients together. */
export const MOST_PLACES = 1024;

/** Creates places, all of them free. */
export function clientPlaces(): ClientPlaces {
  const taken = new Map<string, number>();
  let total = 0;
  const add = (client: string, change: 1 | -1) => {
    const count = (taken.get(client) ?? 0) + change;
    total += change;
    if (count === 0) taken.delete(client);
    else taken.set(client, count);
  };
  return {
    enter: (address) => {
      const client = networkOf(address);
      if (total >= MOST_PLACES || (taken.get(client) ?? 0) >= MOST_OF_ONE_CLIENT) return null;
      add(client, 1);
      let isIn = true;
      return () => {
        if (isIn) add(client, -1);
        isIn = false;
      };
    },
  };
}

/**
 * Client for the count: the /64 of an IPv6 address, because one machine owns all addresses in it; any other address
 * unchanged.
 */
function networkOf(address: string): string {
  const url = `http://[${address}]`;
  if (!URL.canParse(url) || address.toLowerCase().startsWith("::ffff:")) return address;
  const [before = "", after = ""] = new URL(url).hostname.slice(1, -1).split("::");
  const [first, last] = [before, after].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => "0");
  return [...first ?? [], ...zeros, ...last ?? []].slice(0, 4).join(":");
}
