import assert from "node:assert/strict";
import { isLocalOrigin, readConfiguration } from "../../service/configuration.ts";
import { REPLACED_VARIABLES } from "../../service/variables.ts";
import { REQUEST_DEADLINES } from "../../service/connection_configuration.ts";
import { ConfigurationError, readMetricsAddress } from "../../service/configuration_value.ts";

function read(variables: Readonly<Record<string, string>>) {
  return readConfiguration((name) => variables[name]);
}

Deno.test("a wrong variable is refused in one sentence that names it, its value and what is allowed", () => {
  const cases: readonly (readonly [name: string, value: string, allowed: string])[] = [
    ["PORT", "eighty", "a whole number from 0 to 65535."],
    ["PORT", "70000", "a whole number from 0 to 65535."],
    ...["reviews.example", "ftp://reviews.example"].map((url) => ["BASE_URL", url, "an http or https URL"] as const),
    ...["/path", "?", ",evil.example", "{$HOME}"].map((end) =>
      ["BASE_URL", `https://reviews.example${end}`, "an http or https URL"] as const
    ),
    ["LOG_LEVEL", "loud", "one of debug, info, warn, error."],
    ["LOG_FORMAT", "xml", "one of pretty, json."],
    ["HOST", "a b", "an address or host name of this machine"],
    ["SAMPLE_DATA", "true", "one of yes, no."],
    ["MAX_CONNECTIONS", "873", "at most 872, as the process may have 1024 files open and needs 152"],
    ["MAX_CONNECTIONS", "0", "a whole number from 1 to 872"],
    ["MAX_CONNECTIONS", "many", "a whole number from 1 to 872"],
    ["MAX_CONNECTIONS_PER_ADDRESS", "-1", "a whole number from 0 to"],
    ["DESCRIPTOR_LIMIT", "10", "a whole number from 64 to"],
    ...["0", "1.5", "3601"].map((text) => ["IDLE_TIMEOUT_SECONDS", text, "a whole number from 1 to 3600"] as const),
    ["KEPT_REVISIONS", "1001", "a whole number from 1 to 1000"],
    ["WEBSUB_MAX_LEASE_SECONDS", "299", "a whole number from 300 to 31536000"],
    ["WEBSUB_DEFAULT_LEASE_SECONDS", "1296001", "a whole number from 300 to 1296000"],
    ...["300", "1,2,3", "1,604801", "1,", `1${",1".repeat(31)}`].map((waits) =>
      ["WEBSUB_RETRY_SECONDS", waits, "2, 5, 8 or more whole numbers of seconds up to 604800 with commas"] as const
    ),
    ["WEBSUB_DEBOUNCE_SECONDS", "-1", "a whole number from 0 to 3600"],
    ["WEBSUB_ALLOW_CIDRS", "127.0.0.1", "address ranges"],
    ["WEBSUB_LIMITS", "100", "one of standard, generous, none"],
    ["DELIVERY_DRIVER", "Queue", "one of auto, queue, sweep"],
    ["TRUSTED_PROXIES", "proxy.example", "address ranges"],
    ["OPENAI_APPS_CHALLENGE", "tökén", "1 to 1000 characters of ASCII"],
    ["MCP_REGISTRY_AUTH", "v=MCPv1; ", "1 to 1000 characters of ASCII"],
  ];
  for (const [name, value, allowed] of cases) {
    assert.throws(() => read({ [name]: value }), (error) => {
      assert.ok(error instanceof ConfigurationError);
      assert.ok(error.message.startsWith(`${name} is "${value}"; allowed is ${allowed}`), error.message);
      assert.ok(!error.message.includes("\n"));
      return true;
    });
  }
});

Deno.test("a variable that is no longer read stops the start, and the sentence names its successor", () => {
  const cases: Readonly<Record<string, RegExp>> = {
    WEBSUB_PENDING_PER_HOST: / is replaced by WEBSUB_LIMITS, which is standard, generous or none\.$/,
    GOOGLE_REFRESH_TOKEN: / is replaced by GOOGLE_CREDENTIALS_FILE, which names a JSON file with client_id, /,
    READER_KEY: / is replaced by LABELLER_KEY_FILE, which names a file with the key\.$/,
    HEADERS_TIMEOUT_SECONDS: new RegExp(` is gone, .*: ${REQUEST_DEADLINES.headersMilliseconds / 1000}\\.$`),
    BODY_TIMEOUT_SECONDS: new RegExp(` is gone, .*: ${REQUEST_DEADLINES.bodyMilliseconds / 1000}\\.$`),
    SOURCES: / is replaced by SOURCES_FILE, which names a JSON file such as \[\{"folder": "inbox"\}, /,
  };
  for (const [name, message] of Object.entries(cases)) {
    assert.throws(() => read({ [name]: "1" }), {
      name: "ConfigurationError",
      message: new RegExp(name + message.source),
    });
  }
  for (const name of Object.keys(REPLACED_VARIABLES)) {
    assert.throws(() => read({ [name]: "hush" }), { name: "ConfigurationError", message: /^(?!.*hush)/ });
    read({ [name]: "" });
  }
});

Deno.test("without a BASE_URL the service listens on this machine alone, with one on every address", () => {
  assert.equal(read({}).host, "127.0.0.1");
  assert.equal(read({ BASE_URL: "https://reviews.example" }).host, "0.0.0.0");
});

Deno.test("the sample is for a BASE_URL that names this machine, unless SAMPLE_DATA says otherwise", () => {
  const decided = (variables: Readonly<Record<string, string>>) => read(variables).servesSample;
  const local = ["localhost:8000", "localhost.", "reviews.localhost", "127.0.0.1:8000", "127.8.9.1", "127.1"];
  for (const host of [...local, "[::1]:8000", "[::ffff:127.0.0.1]", "0.0.0.0:8000", "[::]"]) {
    assert.equal(decided({ BASE_URL: `http://${host}` }), true, host);
    assert.equal(decided({ BASE_URL: `http://${host}`, SAMPLE_DATA: "no" }), false, host);
    assert.equal(decided({ BASE_URL: `http://${host}`, DENO_DEPLOY: "true" }), false, host);
    // Mails with a password need no TLS there.
    assert.ok(isLocalOrigin(`smtp://${host}`), host);
  }
  const others = ["reviews.example", "localhost.example", "notlocalhost", "127.0.0.1.example", "10.0.0.1", "128.0.0.1"];
  for (const host of [...others, "192.168.0.1", "[fd00::1]", "[::ffff:10.0.0.1]"]) {
    assert.equal(decided({ BASE_URL: `http://${host}` }), false, host);
    assert.equal(decided({ BASE_URL: `http://${host}`, SAMPLE_DATA: "yes" }), true, host);
    assert.ok(!isLocalOrigin(`smtp://${host}`), host);
  }
  assert.equal(decided({}), true);
  assert.equal(decided({ KV_PATH: "https://kv.example" }), true);
  assert.equal(decided({ DENO_DEPLOYMENT_ID: "deployment" }), false);
  assert.equal(decided({ DENO_DEPLOYMENT_ID: "deployment", SAMPLE_DATA: "yes" }), true);
});

const connectionsOf = (variables: Readonly<Record<string, string>>) => read(variables).connections;
const TIMES = { headersMilliseconds: 10_000, bodyMilliseconds: 30_000, idleMilliseconds: 75_000 };

Deno.test("connections are bounded below the descriptors that the process may have, a quarter of them for one client", () => {
  assert.deepEqual(connectionsOf({}), { total: 872, perAddress: 218, ...TIMES });
  assert.deepEqual(connectionsOf({ DESCRIPTOR_LIMIT: "20000" }), { total: 2000, perAddress: 500, ...TIMES });
  assert.deepEqual(connectionsOf({ DESCRIPTOR_LIMIT: "300" }), { total: 150, perAddress: 37, ...TIMES });
  assert.deepEqual(connectionsOf({ WEBSUB_LIMITS: "generous" })?.total, 1024 - 64 - 176);
  assert.deepEqual(connectionsOf({ WEBSUB_LIMITS: "none", DESCRIPTOR_LIMIT: "400" })?.total, 200);
  assert.deepEqual(connectionsOf({ DESCRIPTOR_LIMIT: "64" }), { total: 32, perAddress: 16, ...TIMES });
  // Deno Deploy accepts connections itself.
  assert.equal(connectionsOf({ DENO_DEPLOYMENT_ID: "d" }), null);
});

Deno.test("every variable of connections is read", () => {
  const variables = {
    DESCRIPTOR_LIMIT: "20000",
    MAX_CONNECTIONS: "5000",
    MAX_CONNECTIONS_PER_ADDRESS: "0",
    IDLE_TIMEOUT_SECONDS: "3",
  };
  assert.deepEqual(connectionsOf(variables), { total: 5000, perAddress: 0, ...TIMES, idleMilliseconds: 3000 });
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
