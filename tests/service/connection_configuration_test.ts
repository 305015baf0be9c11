import assert from "node:assert/strict";
import { readConfiguration } from "../../service/configuration.ts";
import { ConfigurationError, readMetricsAddress } from "../../service/configuration_value.ts";

function read(variables: Readonly<Record<string, string>>) {
  return readConfiguration((name) => variables[name]).connections;
}

const TIMES = { headersMilliseconds: 10_000, bodyMilliseconds: 30_000, idleMilliseconds: 75_000 };

Deno.test("connections are bounded below the descriptors that the process may have, a quarter of them for one client", () => {
  assert.deepEqual(read({}), { total: 872, perAddress: 218, ...TIMES });
  assert.deepEqual(read({ DESCRIPTOR_LIMIT: "20000" }), { total: 2000, perAddress: 500, ...TIMES });
  assert.deepEqual(read({ DESCRIPTOR_LIMIT: "300" }), { total: 150, perAddress: 37, ...TIMES });
  assert.deepEqual(read({ WEBSUB_CONCURRENCY: "1" })?.total, 1024 - 66);
  assert.deepEqual(read({ WEBSUB_CONCURRENCY: "1000" })?.total, 512);
  assert.deepEqual(read({ DESCRIPTOR_LIMIT: "64" }), { total: 32, perAddress: 16, ...TIMES });
  // Deno Deploy accepts connections itself.
  assert.equal(read({ DENO_DEPLOYMENT_ID: "d" }), null);
});

Deno.test("every variable of connections is read", () => {
  const variables = {
    DESCRIPTOR_LIMIT: "20000",
    MAX_CONNECTIONS: "5000",
    MAX_CONNECTIONS_PER_ADDRESS: "0",
    HEADERS_TIMEOUT_SECONDS: "1",
    BODY_TIMEOUT_SECONDS: "2",
    IDLE_TIMEOUT_SECONDS: "3",
  };
  const times = { headersMilliseconds: 1000, bodyMilliseconds: 2000, idleMilliseconds: 3000 };
  assert.deepEqual(read(variables), { total: 5000, perAddress: 0, ...times });
});

const address = (value?: string) => readMetricsAddress((name) => name === "METRICS_ADDR" ? value : undefined);

Deno.test("METRICS_ADDR is a port of the loopback, or an address and a port; without it there is nothing", () => {
  assert.equal(address(), null);
  assert.equal(address(""), null);
  assert.deepEqual(address("9464"), { hostname: "127.0.0.1", port: 9464 });
  assert.deepEqual(address("10.0.0.5:9464"), { hostname: "10.0.0.5", port: 9464 });
  assert.deepEqual(address("localhost:0"), { hostname: "localhost", port: 0 });
  assert.deepEqual(address("[::1]:9464"), { hostname: "::1", port: 9464 });
});

Deno.test("another METRICS_ADDR is refused in a sentence", () => {
  for (const value of "on 10.0.0.5 10.0.0.5: :9464 ::1:9464 65536 http://127.0.0.1:9464 9464/x".split(" ")) {
    assert.throws(() => address(value), (error) => {
      assert.ok(error instanceof ConfigurationError, value);
      assert.match(error.message, /^METRICS_ADDR is ".*"; allowed is a port, or an address and a port, such as /);
      return true;
    });
  }
});
