/** The streams of `subscriptions/listen` that are open, counted by client. */
export interface ListenStreams {
  /** Whether a client may open one more. */
  readonly hasRoom: (client: string) => boolean;
  /** Counts a stream until it ends or the client goes. */
  readonly counted: (client: string, stream: Response) => Response;
}

/** The most streams of one client. */
export const MOST_OF_ONE_CLIENT = 32;

/** The most streams of all clients together. */
export const MOST_STREAMS = 1024;

/** Counts open streams, so that no client takes the places of all others. */
export function listenStreams(): ListenStreams {
  const open = new Map<string, number>();
  const add = (client: string, change: 1 | -1) => {
    const count = (open.get(client) ?? 0) + change;
    if (count === 0) open.delete(client);
    else open.set(client, count);
  };
  return {
    hasRoom: (address) => (open.get(networkOf(address)) ?? 0) < MOST_OF_ONE_CLIENT,
    counted: (address, stream) => {
      const client = networkOf(address);
      if (stream.body === null) return stream;
      add(client, 1);
      const reader = stream.body.getReader();
      const body = new ReadableStream({
        async pull(controller) {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          add(client, -1);
          controller.close();
        },
        async cancel(reason) {
          add(client, -1);
          await reader.cancel(reason);
        },
      });
      return new Response(body, { status: stream.status, headers: stream.headers });
    },
  };
}

/** The /64 of an IPv6 address, because one machine has all the addresses in it; any other address as it is. */
function networkOf(address: string): string {
  const url = `http://[${address}]`;
  if (!URL.canParse(url) || address.toLowerCase().startsWith("::ffff:")) return address;
  const [before = "", after = ""] = new URL(url).hostname.slice(1, -1).split("::");
  const [first, last] = [before, after].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => "0");
  return [...first ?? [], ...zeros, ...last ?? []].slice(0, 4).join(":");
}
