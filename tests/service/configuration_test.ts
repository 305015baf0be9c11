import assert from "node:assert/strict";
import { isLocalOrigin, readConfiguration } from "../../service/configuration.ts";
import { ConfigurationError } from "../../service/configuration_value.ts";

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
  ];
  for (const [name, value, allowed] of cases) {
    assert.throws(() => read({ [name]: value }), (error) => {
      assert.ok(error instanceof ConfigurationError);
      assert.ok(error.message.startsWith(`${name} is "${value}"; allowed is ${allowed}`), error.message);
      return true;
    });
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
