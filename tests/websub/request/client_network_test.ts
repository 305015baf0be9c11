import assert from "node:assert/strict";
import { clientNetwork, queueNetwork } from "../../../websub/request/client_network.ts";

Deno.test("a queue is for an IPv4 /24 or an IPv6 /48, a client an IPv4 address or an IPv6 /64", () => {
  const networks: readonly (readonly [address: string, queue: string, client: string])[] = [
    ["192.0.2.77", "192.0.2.0/24", "192.0.2.77"],
    ["::ffff:192.0.2.77", "192.0.2.0/24", "192.0.2.77"],
    ["::ffff:c000:24d", "192.0.2.0/24", "192.0.2.77"],
    ["2001:db8:1:2:3::4", "2001:db8:1::/48", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:2::", "2001:db8:1::/48", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0::/48", "fe80:0:0:0::/64"],
    ["", "", ""],
    ["unknown", "unknown", "unknown"],
  ];
  for (const [address, queue, client] of networks) {
    assert.deepEqual([queueNetwork(address), clientNetwork(address)], [queue, client]);
  }
});
