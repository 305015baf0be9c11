import assert from "node:assert/strict";
import { isIPv4 } from "node:net";
import { type CallbackUrl, readCallbackUrl, targetWith } from "../../../websub/request/callback_url.ts";
import { ADDRESS_HOSTS, LOCAL_HOSTS, RESERVED_ADDRESSES, TRICKY_CALLBACKS } from "../../fixtures/ssrf_callbacks.ts";

const RULES = { localNames: false, ownOrigin: "https://hub.example.com" };
const CLOSED_NETWORK = { ...RULES, localNames: true };

function taken(text: string, rules = RULES): CallbackUrl {
  const callback = readCallbackUrl(text, rules);
  assert.ok("text" in callback, `${text}: ${JSON.stringify(callback)}`);
  return callback;
}

function refused(text: string, code: "malformed" | "not_allowed", rules = RULES): string {
  const fault = readCallbackUrl(text, rules);
  assert.ok("code" in fault, `${text} was taken`);
  assert.equal(fault.code, code, `${text}: ${fault.message}`);
  return fault.message;
}

Deno.test("readCallbackUrl keeps path and query byte for byte", () => {
  const targets: readonly (readonly [string, string])[] = [
    ["", "/"],
    ["/", "/"],
    ["?", "/?"],
    ["?a=1", "/?a=1"],
    ["/a/../b/./c", "/a/../b/./c"],
    ["/x?q=%2F+1&q=%zz", "/x?q=%2F+1&q=%zz"],
    [`/"<>^{|}'!$&()*+,;=:@~`, `/"<>^{|}'!$&()*+,;=:@~`],
    ["//host/%7Euser?x?y@z:1//", "//host/%7Euser?x?y@z:1//"],
  ];
  for (const [given, target] of targets) {
    const text = `https://subscriber.example${given}`;
    const origin = "https://subscriber.example";
    assert.deepEqual(taken(text), { text, host: "subscriber.example", domain: "subscriber.example", origin, target });
  }
});

Deno.test("readCallbackUrl reads scheme and host in any case, and international names", () => {
  const upper = taken("HTTPS://Subscriber.EXAMPLE:443/A");
  assert.deepEqual([upper.host, upper.origin, upper.target], [
    "subscriber.example",
    "https://subscriber.example",
    "/A",
  ]);
  const international = taken("https://bücher.example:8443/");
  assert.deepEqual(
    [international.host, international.origin],
    ["xn--bcher-kva.example", "https://xn--bcher-kva.example:8443"],
  );
});

Deno.test("readCallbackUrl takes 2048 characters and not one more", () => {
  const start = "https://subscriber.example/";
  taken(start + "x".repeat(2048 - start.length));
  assert.match(refused(start + "x".repeat(2049 - start.length), "malformed"), /2048 characters; it has 2049/);
});

Deno.test("readCallbackUrl refuses invalid URLs, also those that a parser would silently repair", () => {
  const hosts = ":8443 subscriber.example:port subscriber.example:65536 subscriber.example:-1 a..example a!b.example " +
    `${"x".repeat(64)}.example ${"x.".repeat(124)}example sub\tscriber.example sub\u00adscriber.example ` +
    "subscriber\u200b.example subscriber.example\\@other.example";
  const targets = "ä ?q=ä a\tb \0 \x7f \u00a0 \ud800 a\\b".split(" ");
  const others = "https:/subscriber.example/ https:subscriber.example/ https:///subscriber.example/ https:// " +
    "subscriber.example //subscriber.example/ ht\ntps://subscriber.example/ https:\\\\subscriber.example/";
  const spaced = ["", " https://subscriber.example/", "https://subscriber.example/ ", "https://subscriber.example/a b"];
  for (
    const text of [
      ...hosts.split(" ").map((host) => `https://${host}/`),
      ...targets.map((target) => `https://subscriber.example/${target}`),
      ...others.split(" "),
      ...spaced,
    ]
  ) refused(text, "malformed");
});

Deno.test("readCallbackUrl refuses other schemes, fragments, user names and this hub itself", () => {
  const others =
    "http://subscriber.example/ wss://subscriber.example/ https://hub.example.com/ https://HUB.example.com:443/a";
  const users = "user@ user:password@ @ :@".split(" ").map((user) => `https://${user}subscriber.example/`);
  const fragments = ["https://subscriber.example/#", "https://subscriber.example/?a#b"];
  for (const text of [...others.split(" "), ...users, ...fragments]) refused(text, "not_allowed");
  taken("https://hub.example.com:8443/");
  taken("https://subscriber.example/@");
});

for (const rules of [RULES, CLOSED_NETWORK]) {
  Deno.test(`no address and no trick is taken for a callback, local names ${rules.localNames ? "" : "not "}allowed`, () => {
    const hosts = [...ADDRESS_HOSTS, ...RESERVED_ADDRESSES.map((ip) => isIPv4(ip) ? ip : `[${ip}]`)];
    const callbacks = [...hosts.map((host) => `https://${host}/callback`), ...TRICKY_CALLBACKS];
    for (const text of callbacks) assert.ok("code" in readCallbackUrl(text, rules), text);
    for (const host of ADDRESS_HOSTS) {
      assert.match(refused(`https://${host}/`, "not_allowed", rules), /must be a name; it is the address/, host);
    }
  });
}

Deno.test("readCallbackUrl allows port 443 and those from 1024 on", () => {
  for (const port of ["", ":", ":443", ":00443", ":1024", ":8443", ":65535"]) {
    taken(`https://subscriber.example${port}/`);
  }
  for (const port of [0, 1, 22, 80, 442, 444, 1023]) {
    const message = refused(`https://subscriber.example:${port}/`, "not_allowed");
    assert.match(message, new RegExp(`443 or 1024 to 65535; it is ${port}\\.`));
  }
});

Deno.test("readCallbackUrl takes names of this machine and of closed networks only where they are allowed", () => {
  for (const host of LOCAL_HOSTS) {
    refused(`https://${host}/`, "not_allowed");
    taken(`https://${host}/`, CLOSED_NETWORK);
  }
  for (const host of ["local.example", "localhost.example", "notlocalhost.example", "lan.example", "myhome.arpa"]) {
    taken(`https://${host}/`);
  }
});

Deno.test("readCallbackUrl refuses a host that ends with a dot, in any writing of the dot", () => {
  for (const host of ["subscriber.example.", "localhost.", "subscriber.example\u3002", "subscriber.example%2e"]) {
    for (const rules of [RULES, CLOSED_NETWORK]) refused(`https://${host}/`, "not_allowed", rules);
  }
});

Deno.test("messages of readCallbackUrl contain no path, query or user name", () => {
  const hosts =
    "subscriber.example:22 10.0.0.1 nas hub.example.com hidden:hidden@subscriber.example subscriber.example:99999";
  const path = "/hidden?token=hidden";
  const callbacks = hosts.split(" ").map((host) => `https://${host}${path}`);
  const endings = ["#hidden", " ", "ä"].map((ending) => `https://subscriber.example${path}${ending}`);
  for (const text of [...callbacks, ...endings, `http://subscriber.example${path}`]) {
    const fault = readCallbackUrl(text, RULES);
    assert.ok("code" in fault, text);
    assert.doesNotMatch(fault.message, /hidden/);
    assert.match(fault.message, /^The callback.*\.$/);
  }
});

Deno.test("targetWith puts the parameters after the callback's own, which stay as they are", () => {
  const parameters = { "hub.mode": "subscribe", "hub.topic": "https://hub.example.com/a?b=ü&c=d e" };
  const ours = "hub.mode=subscribe&hub.topic=https%3A%2F%2Fhub.example.com%2Fa%3Fb%3D%C3%BC%26c%3Dd%20e";
  for (
    const [target, expected] of [
      ["", `/?${ours}`],
      ["/a", `/a?${ours}`],
      ["?", `/?${ours}`],
      ["/a?x", `/a?x&${ours}`],
      ["/a?x=1&", `/a?x=1&${ours}`],
      ["/a?hub.mode=own&x=%2F+1", `/a?hub.mode=own&x=%2F+1&${ours}`],
      ["/a?x?", `/a?x?&${ours}`],
    ] as const
  ) assert.equal(targetWith(taken(`https://subscriber.example${target}`), parameters), expected);
  assert.equal(targetWith(taken("https://subscriber.example/a?x"), {}), "/a?x");
});

Deno.test("the registrable domain of a callback belongs to one party, also under private suffixes", () => {
  const domains = {
    "a.b.s.example": "s.example",
    "a-.s.example": "s.example",
    "-a.s.example": "s.example",
    "_a.b-.s.example": "s.example",
    "a.s-.example": "s-.example",
    "a.s.co.uk": "s.co.uk",
    "a.b.github.io": "b.github.io",
    "github.io": "github.io",
    "co.uk": "co.uk",
    "build": "build",
  };
  for (const [host, domain] of Object.entries(domains)) {
    assert.equal(taken(`https://${host}/`, CLOSED_NETWORK).domain, domain, host);
  }
});
