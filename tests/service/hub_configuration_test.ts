import assert from "node:assert/strict";
import { ConfigurationError, readCaFile } from "../../service/configuration_value.ts";
import { readHubConfiguration } from "../../service/hub_configuration.ts";
import { DEFAULT_HUB_SETTINGS } from "../../websub/hub_settings.ts";

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
  const empty = { WEBSUB_ATTEMPT_SECONDS: "", WEBSUB_RETRY_SECONDS: "" };
  assert.deepEqual(read({ ...empty, WEBSUB_ALLOW_CIDRS: "", DELIVERY_DRIVER: "" }), expected);
});

Deno.test("every variable of the hub is read", () => {
  const { settings, driver, caFile, trustedProxies } = read({
    WEBSUB_DEFAULT_LEASE_SECONDS: "600",
    WEBSUB_MIN_LEASE_SECONDS: "60",
    WEBSUB_MAX_LEASE_SECONDS: "6000",
    WEBSUB_RETRY_SECONDS: "0, 604800,2 ,3,4",
    WEBSUB_RESTART_SECONDS: "0",
    WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "3",
    WEBSUB_DEBOUNCE_SECONDS: "0",
    WEBSUB_ALLOW_CIDRS: "10.0.0.0/8, fd00::/8",
    WEBSUB_CA_FILE: "ca.pem",
    WEBSUB_CONCURRENCY: "5",
    WEBSUB_CONCURRENCY_PER_HOST: "6",
    WEBSUB_REQUESTS_PER_MINUTE: "0",
    WEBSUB_PENDING_PER_HOST: "7",
    WEBSUB_PENDING: "8",
    WEBSUB_SUBSCRIPTIONS_PER_HOST: "9",
    WEBSUB_SUBSCRIPTIONS: "11",
    WEBSUB_CALLS_PER_DESTINATION: "12, 13",
    WEBSUB_MEGABYTES_PER_CHANGE: "14",
    DELIVERY_DRIVER: "sweep",
    TRUSTED_PROXIES: "127.0.0.1/32",
  });
  assert.deepEqual(settings, {
    lease: { default: 600, min: 60, max: 6000 },
    retrySeconds: [0, 604_800, 2, 3, 4],
    restartSeconds: 0,
    attemptTimeoutSeconds: 3,
    debounceSeconds: 0,
    allowCidrs: ["10.0.0.0/8", "fd00::/8"],
    concurrency: 5,
    concurrencyPerHost: 6,
    requestsPerMinute: 0,
    pendingPerHost: 7,
    pending: 8,
    subscriptionsPerHost: 9,
    subscriptions: 11,
    callsPerDestination: { perSecond: 12, perHour: 13 },
    megabytesPerChange: 14,
  });
  assert.deepEqual([driver, caFile, trustedProxies], ["sweep", "ca.pem", ["127.0.0.1/32"]]);
});

Deno.test("the variable that another one has replaced stops the start, which names the other", () => {
  const says = /^WEBSUB_ATTEMPT_SECONDS is replaced by WEBSUB_RETRY_SECONDS, which lists .* 30,120,600,1800,3600,/;
  assert.throws(() => read({ WEBSUB_ATTEMPT_SECONDS: "30" }), { name: "ConfigurationError", message: says });
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
  const { lease } = read({ WEBSUB_MIN_LEASE_SECONDS: "2000000" }).settings;
  assert.deepEqual(lease, { min: 2_000_000, max: 2_000_000, default: 2_000_000 });
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
