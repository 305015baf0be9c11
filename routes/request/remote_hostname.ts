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
