import assert from "node:assert/strict";
import { readCallbackUrl } from "../../../websub/request/callback_url.ts";
import { clientNetwork, queueNetwork } from "../../../websub/request/client_network.ts";

Deno.test("a queue is for an IPv4 /24 or an IPv6 /48, a client an IPv4 address or an IPv6 /64", () => {
  const networks: readonly (readonly [address: string, queue: string, client: string])[] = [
    ["192.0.2.77", "192.0.2.0/24", "192.0.2.77"],
    ["::ffff:192.0.2.77", "192.0.2.0/24", "192.0.2.77"],
    ["2001:db8:1:2:3::4", "2001:db8:1::/48", "2001:db8:1:2::/64"],
    ["unknown", "unknown", "unknown"],
  ];
  for (const [address, queue, client] of networks) {
    assert.deepEqual([queueNetwork(address), clientNetwork(address)], [queue, client]);
  }
});

Deno.test("the registrable domain of a callback belongs to one party, also under private suffixes", () => {
  const domains: readonly (readonly [host: string, domain: string])[] = [
    ["z1.s.example", "s.example"],
    ["a.b.shop.co.uk", "shop.co.uk"],
    ["a.b.github.io", "b.github.io"],
    ["build", "build"],
    ["co.uk", "co.uk"],
  ];
  for (const [host, domain] of domains) {
    const callback = readCallbackUrl(`https://${host}/`, { localNames: true, ownOrigin: "https://hub.example" });
    assert.equal("domain" in callback ? callback.domain : callback, domain);
  }
});
