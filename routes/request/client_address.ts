import { isIP } from "node:net";

/**
 * Finds the address of a client behind proxies. Each proxy adds to the end of `X-Forwarded-For` who
 * asked it, so the list is walked from its end for as long as the one who wrote the entry is trusted:
 * anything before that a client can have invented.
 *
 * @param remote The address at the other end of the connection.
 * @param forwardedFor The field's value, or null when it is absent.
 * @returns The first address that is no trusted proxy, or the leftmost; an entry that is no address ends the walk.
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

/** The address in an entry, without the port that some proxies add; null for anything else. */
function addressOf(entry: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  const address = bracketed ?? dotted ?? entry;
  return isIP(address) === 0 ? null : address;
}

/**
 * The address at the other end of a request's connection, out of what the server passes along with
 * the request (`Deno.ServeHandlerInfo`); `unknown` when there is none, as on a Unix socket.
 */
export function remoteHostname(environment: unknown): string {
  const hostname = member(member(environment, "remoteAddr"), "hostname");
  return typeof hostname === "string" ? hostname : "unknown";
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
