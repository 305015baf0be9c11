/** Maximum number of streams of one client. */
export const MOST_OF_ONE_CLIENT = 32;

/** Maximum number of streams of all clients together. */
export const MOST_STREAMS = 1024;

/** Counts the open `subscriptions/listen` streams of each client, so that none takes the places of others. */
export class ListenStreams {
  readonly #open = new Map<string, number>();

  /**
   * Takes a place for one more stream of a client. Synchronous, so that simultaneous requests cannot share a place.
   *
   * @returns Function that frees the place once; null if the client has no place left.
   */
  enter(address: string): (() => void) | null {
    const client = networkOf(address);
    if ((this.#open.get(client) ?? 0) >= MOST_OF_ONE_CLIENT) return null;
    this.#add(client, 1);
    let isIn = true;
    return () => {
      if (isIn) this.#add(client, -1);
      isIn = false;
    };
  }

  #add(client: string, change: 1 | -1): void {
    const count = (this.#open.get(client) ?? 0) + change;
    if (count === 0) this.#open.delete(client);
    else this.#open.set(client, count);
  }
}

/**
 * Wraps an answer; calls `onEnd` at least once when its stream ends, fails or loses its reader. `onEnd` may be called
 * twice: a reader that leaves during a read ends both.
 */
export function toldOfEnd(stream: Response, onEnd: () => void): Response {
  if (stream.body === null) {
    onEnd();
    return stream;
  }
  const reader = stream.body.getReader();
  const body = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
      } catch (error) {
        onEnd();
        throw error;
      }
      onEnd();
      controller.close();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: stream.status, headers: stream.headers });
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
