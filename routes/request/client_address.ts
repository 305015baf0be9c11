import { isIP } from "node:net";

/**
 * Finds the address of a request's client behind proxies. Each proxy appends its peer's address to `X-Forwarded-For`.
 * The list is read from its end as long as the writer of an entry is trusted, because clients can forge all earlier
 * entries.
 *
 * @param environment What the server passes besides the request, with the address of the connection's peer.
 * @returns The first address that is not a trusted proxy, or the leftmost. Stops at an entry that is no address.
 */
export function clientAddress(
  { headers }: Request,
  environment: unknown,
  isTrusted: (address: string) => boolean,
): string {
  let client = remoteHostname(environment);
  for (const entry of (headers.get("x-forwarded-for") ?? "").split(",").reverse()) {
    const address = addressOf(entry.trim());
    if (address === null || !isTrusted(client)) return client;
    client = address;
  }
  return client;
}

function addressOf(entry: string): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  const address = bracketed ?? dotted ?? entry;
  return isIP(address) === 0 ? null : address;
}

function remoteHostname(environment: unknown): string {
  const hostname = member(member(environment, "remoteAddr"), "hostname");
  return typeof hostname === "string" ? hostname : "unknown";
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
