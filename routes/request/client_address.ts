import { isIP } from "node:net";

/**
 * Finds the address of a client behind proxies. Each proxy appends its peer's address to `X-Forwarded-For`. The list
 * is read from its end as long as the writer of an entry is trusted, because clients can forge all earlier entries.
 * @param remote The address of the connection's peer.
 * @param forwardedFor The field's value; null if absent.
 * @returns The first address that is not a trusted proxy, or the leftmost. Stops at an entry that is no address.
 */
export function clientAddress(
  remote: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  let client = remote;
  for (const entry of (forwardedFor ?? "").split(",").reverse()) {
    const address = addressOf(entry.trim());
    if (address === null || !isTrusted(client)) return client;
    client = address;
  }
  return client;
}

/** The IP address of an entry, without the port that some proxies add; null for anything else. */
function addressOf(entry: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  const address = bracketed ?? dotted ?? entry;
  return isIP(address) === 0 ? null : address;
}

/**
 * The address of the connection's peer, from `Deno.ServeHandlerInfo`; `unknown` if it has none, as on a Unix socket.
 */
export function remoteHostname(environment: unknown): string {
  const hostname = member(member(environment, "remoteAddr"), "hostname");
  return typeof hostname === "string" ? hostname : "unknown";
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
