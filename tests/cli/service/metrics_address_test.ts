import assert from "node:assert/strict";
import { ConfigurationError, readMetricsAddress } from "../../../cli/service/configuration_value.ts";

const read = (value?: string) => readMetricsAddress((name) => name === "METRICS_ADDR" ? value : undefined);

Deno.test("METRICS_ADDR is a port of the loopback, or an address and a port; without it there is nothing", () => {
  assert.equal(read(), null);
  assert.equal(read(""), null);
  assert.deepEqual(read("9464"), { hostname: "127.0.0.1", port: 9464 });
  assert.deepEqual(read("10.0.0.5:9464"), { hostname: "10.0.0.5", port: 9464 });
  assert.deepEqual(read("localhost:0"), { hostname: "localhost", port: 0 });
  assert.deepEqual(read("[::1]:9464"), { hostname: "::1", port: 9464 });
});

Deno.test("another METRICS_ADDR is refused in a sentence", () => {
  for (
    const value of ["on", "10.0.0.5", "10.0.0.5:", ":9464", "::1:9464", "65536", "http://127.0.0.1:9464", "9464/x"]
  ) {
    assert.throws(() => read(value), (error) => {
      assert.ok(error instanceof ConfigurationError, value);
      assert.match(error.message, /^METRICS_ADDR is ".*"; allowed is a port, or an address and a port, such as /);
      return true;
    });
  }
});
