import assert from "node:assert/strict";
import { callbackUrl, targetWith } from "../../../websub/request/callback_url.ts";

Deno.test("callbackUrl keeps path and query byte for byte", () => {
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
  const [host, origin] = ["subscriber.example", "https://subscriber.example"];
  for (const [given, target] of targets) {
    const text = `${origin}${given}`;
    assert.deepEqual(callbackUrl(text), { text, host, domain: host, origin, target });
  }
});

Deno.test("callbackUrl leaves the port out of the host, and the default port out of the origin", () => {
  for (const [port, shown] of [["", ""], [":443", ""], [":8443", ":8443"], [":44301", ":44301"]]) {
    const { host, origin, target } = callbackUrl(`https://a.subscriber.example${port}/443:443`);
    assert.deepEqual([host, origin], ["a.subscriber.example", `https://a.subscriber.example${shown}`]);
    assert.equal(target, "/443:443");
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
  ) assert.equal(targetWith(callbackUrl(`https://subscriber.example${target}`), parameters), expected);
  assert.equal(targetWith(callbackUrl("https://subscriber.example/a?x"), {}), "/a?x");
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
    assert.equal(callbackUrl(`https://${host}/`).domain, domain, host);
  }
});
