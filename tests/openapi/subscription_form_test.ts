import assert from "node:assert/strict";
import { isIPv4 } from "node:net";
import { subscriptionForm } from "../../openapi/hub_operation.ts";
import { ADDRESS_HOSTS, LOCAL_HOSTS, RESERVED_ADDRESSES, TRICKY_CALLBACKS } from "../fixtures/ssrf_callbacks.ts";

const SITE = { baseUrl: "https://example.org/reviews" };
const VALID = {
  "hub.mode": "subscribe",
  "hub.topic": `${SITE.baseUrl}/feed.xml`,
  "hub.callback": "https://subscriber.example/cb",
};
const [OPEN, CLOSED_NETWORK] = [subscriptionForm(SITE, false), subscriptionForm(SITE, true)];

/** Parameters of a form at fault, with the messages. */
function faults(changes: object, schema = OPEN): readonly string[] {
  const { error } = schema.safeParse({ ...VALID, ...changes });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join()}: ${message}`);
}

function assertCallback(url: string, isAllowed: boolean, schema = OPEN): void {
  const found = faults({ "hub.callback": url }, schema);
  if (isAllowed) assert.deepEqual(found, [], url);
  else assert.match(found.join("\n"), /^hub\.callback: Give an? .*\.$/m, url);
}

for (const schema of [OPEN, CLOSED_NETWORK]) {
  const local = schema === CLOSED_NETWORK;
  Deno.test(`no address and no trick is a callback, local names ${local ? "" : "not "}allowed`, () => {
    const hosts = [...ADDRESS_HOSTS, ...RESERVED_ADDRESSES.map((ip) => isIPv4(ip) ? ip : `[${ip}]`)];
    for (const url of [...hosts.map((host) => `https://${host}/callback`), ...TRICKY_CALLBACKS]) {
      assertCallback(url, false, schema);
    }
  });

  Deno.test(`names of closed networks are callbacks ${local ? "" : "no"}where, in ASCII and lower case`, () => {
    for (const host of LOCAL_HOSTS) assertCallback(`https://${host}/`, local && /^[a-z0-9.-]+$/.test(host), schema);
    for (const host of ["local.example", "notlocalhost.example", "lan.example", "myhome.arpa"]) {
      for (const end of ["", "/", "?", ":8443"]) assertCallback(`https://${host}${end}`, true, schema);
    }
  });
}

Deno.test("a callback has port 443 or one from 1024 to 65535", () => {
  const isAllowed = (port: number) => port === 443 || port >= 1024 && port <= 65535;
  for (let port = 0; port <= 70_000; port++) {
    const { success } = OPEN.safeParse({ ...VALID, "hub.callback": `https://subscriber.example:${port}/` });
    if (success !== isAllowed(port)) assert.fail(String(port));
  }
  for (const port of [":", ":00443", ":-1", ":port"]) assertCallback(`https://subscriber.example${port}/`, false);
});

Deno.test("a callback has visible ASCII alone, no fragment and at most 2048 characters", () => {
  const targets = ["", "/", "?", "/%zz", `/"<>^{|}'!$&()*+,;=:@~[]`, "//host/?x?y@z:1//", "/".repeat(2022)];
  for (const target of targets) assertCallback(`https://subscriber.example${target}`, true);
  const invisible = ["/a\tb", "/\0", "/\x7f", "/\u00a0", "/ ", "/\n"];
  const others = ["/ä", "?q=ä", "/\ud800", "/\ufffd", "/a\\b", "/#", "/?a#b"];
  for (const target of [...invisible, ...others, "/".repeat(2023)]) {
    assertCallback(`https://subscriber.example${target}`, false);
  }
  for (const url of ["HTTPS://subscriber.example/", "https://Subscriber.example/", "https://a.b..example/"]) {
    assertCallback(url, false);
  }
  assertCallback(`https://${"a.".repeat(9)}example/`, true);
  assertCallback(`https://${"a.".repeat(10)}example/`, false);
});

Deno.test("an unsubscription may have lease and secret in any form, a subscription may not", () => {
  for (const name of ["hub.lease_seconds", "hub.secret"]) {
    for (const value of ["\u0000", "é".repeat(500), ["1", "2"]]) {
      assert.equal(faults({ [name]: value }).length, 1, name);
      const end = OPEN.parse({ ...VALID, [name]: value, "hub.mode": "unsubscribe" });
      assert.deepEqual(end, { ...VALID, "hub.mode": "unsubscribe" });
    }
  }
});

Deno.test("messages say what is allowed and repeat no value", () => {
  const found = faults({
    "hub.mode": "hidden",
    "hub.topic": "https://hidden.example/",
    "hub.callback": "https://hidden:hidden@a.example/hidden#hidden",
    "hub.lease_seconds": "hidden",
    "hub.secret": "hidden\n",
  });
  assert.equal(found.length, 5);
  assert.doesNotMatch(found.join(), /hidden/);
  const [, , topic] = found;
  assert.match(topic ?? "", /reviews\/reviews\.json, .*reviews\/api\/feed\.json, .*reviews\/feed\.xml\.$/);
});
