import { outboundClient, type OutboundOptions, type OutboundRequest } from "../../../outbound/outbound_client.ts";

const CA = await Deno.readTextFile(new URL("../../fixtures/tls/ca.pem", import.meta.url));

/** A client that resolves every name to 127.0.0.1 and trusts the test authority. */
export function outboundTestClient(options: Partial<OutboundOptions> = {}) {
  const client = outboundClient({
    allowCidrs: ["127.0.0.0/8"],
    caCertificates: [CA],
    timeoutMilliseconds: 10_000,
    userAgent: "Hub/1.0 (+https://hub.example/)",
    resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    ...options,
  });
  return { exchange: client.exchange, locate: client.locate, close: client.close, [Symbol.asyncDispose]: client.close };
}

/** A GET of `/callback` whose body is not read, unless overridden. */
export function callbackRequest(
  port: number,
  given: Partial<OutboundRequest> = {},
  host = "a.subscriber.test",
  scheme = "https",
) {
  const origin = `${scheme}://${host}:${port}`;
  const callback = { text: `${origin}/callback`, host, origin, target: "/callback" };
  return { method: "GET", callback, target: "/callback", headers: {}, readBytes: 0, ...given } as const;
}
