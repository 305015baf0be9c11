import assert from "node:assert/strict";
import { ConfigurationError, readCaFile } from "../../service/configuration_value.ts";
import { readHubConfiguration } from "../../service/hub_configuration.ts";
import { DEFAULT_HUB_SETTINGS, HUB_LIMITS } from "../../websub/hub_settings.ts";

function read(variables: Readonly<Record<string, string>>) {
  return readHubConfiguration((name) => variables[name]);
}

Deno.test("the hub has its documented defaults where nothing is set, and where a variable is empty", () => {
  const expected = {
    settings: DEFAULT_HUB_SETTINGS,
    driver: "auto",
    keptConnections: 128,
    caFile: null,
    trustedProxies: [],
  };
  assert.deepEqual(read({}), expected);
  const empty = { WEBSUB_RETRY_SECONDS: "", WEBSUB_ALLOW_CIDRS: "", WEBSUB_LIMITS: "", DELIVERY_DRIVER: "" };
  assert.deepEqual(read(empty), expected);
});

Deno.test("every variable of the hub is read", () => {
  const { settings, driver, caFile, trustedProxies } = read({
    WEBSUB_LIMITS: "none",
    WEBSUB_DEFAULT_LEASE_SECONDS: "600",
    WEBSUB_MAX_LEASE_SECONDS: "6000",
    WEBSUB_RETRY_SECONDS: "0, 604800,2 ,3,4",
    WEBSUB_DEBOUNCE_SECONDS: "0",
    WEBSUB_ALLOW_CIDRS: "10.0.0.0/8, fd00::/8",
    WEBSUB_CA_FILE: "ca.pem",
    DELIVERY_DRIVER: "sweep",
    TRUSTED_PROXIES: "127.0.0.1/32",
  });
  assert.deepEqual(settings, {
    ...DEFAULT_HUB_SETTINGS,
    ...HUB_LIMITS.none,
    lease: { default: 600, min: 300, max: 6000 },
    retrySeconds: [0, 604_800, 2, 3, 4],
    debounceSeconds: 0,
    allowCidrs: ["10.0.0.0/8", "fd00::/8"],
  });
  assert.deepEqual([driver, caFile, trustedProxies], ["sweep", "ca.pem", ["127.0.0.1/32"]]);
});

Deno.test("a store behind a network has no queue: the driver is sweep, and queue is refused", () => {
  const url = "auto or sweep where KV_PATH is a URL, because KV Connect and PostgreSQL have no queue";
  const deploy = "auto or sweep on Deno Deploy, which has no queues";
  const stores: [Record<string, string>, string][] = [
    [{ KV_PATH: "https://kv.example/" }, url],
    [{ KV_PATH: "postgres://reviews@db.example/reviews" }, url],
    [{ DENO_DEPLOYMENT_ID: "d" }, deploy],
    [{ DENO_DEPLOY: "true" }, deploy],
    [{ DENO_DEPLOY: "true", KV_PATH: "postgres://reviews@db.example/reviews" }, deploy],
    [{ DENO_DEPLOYMENT_ID: "d", KV_PATH: ":memory:" }, deploy],
  ];
  for (const [store, allowed] of stores) {
    assert.equal(read(store).driver, "sweep");
    assert.equal(read({ ...store, DELIVERY_DRIVER: "sweep" }).driver, "sweep");
    assert.throws(
      () => read({ ...store, DELIVERY_DRIVER: "queue" }),
      new ConfigurationError(`DELIVERY_DRIVER is "queue"; allowed is ${allowed}.`),
    );
  }
  assert.equal(read({ KV_PATH: "reviews.kv", DELIVERY_DRIVER: "queue" }).driver, "queue");
});

Deno.test("the default lease is clamped to the configured bounds", () => {
  assert.deepEqual(read({ WEBSUB_MAX_LEASE_SECONDS: "3600" }).settings.lease, { min: 300, max: 3600, default: 3600 });
});

Deno.test("a file of authorities has to be there and hold a certificate", async () => {
  assert.deepEqual(await readCaFile(null), []);
  const certificates = await readCaFile("tests/fixtures/tls/ca.pem");
  assert.equal(certificates.length, 1);
  assert.match(certificates[0] ?? "", /^-----BEGIN CERTIFICATE-----/);
  const broken = await Deno.makeTempFile();
  await Deno.writeTextFile(broken, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  for (const path of ["tests/fixtures/tls/none.pem", "deno.json", broken]) {
    await assert.rejects(
      readCaFile(path),
      (error) => error instanceof ConfigurationError && error.message.includes(`"${path}"`),
    );
  }
});

Deno.test("connections with callbacks are kept as far as descriptors allow, a thousand at most", () => {
  const kept = (limit: string) => read({ DESCRIPTOR_LIMIT: limit }).keptConnections;
  assert.deepEqual(["64", "4096", "1048576"].map(kept), [8, 512, 1000]);
});
