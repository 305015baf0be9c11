import assert from "node:assert/strict";
import { fc, runs } from "../../support/properties.ts";
import { DEFAULT_HUB_SETTINGS } from "../../../websub/hub_settings.ts";
import { readSubscriptionRequest, type SubscriptionRequest } from "../../../websub/request/subscription_request.ts";

const SITE = { baseUrl: "https://reviews.example" };
const VALID = {
  "hub.mode": "subscribe",
  "hub.topic": "https://reviews.example/feed.xml",
  "hub.callback": "https://subscriber.example/cb?id=1",
};

/** Reads a form, or a body as it is. */
function read(form: Readonly<Record<string, string>> | string, settings = DEFAULT_HUB_SETTINGS, site = SITE) {
  return readSubscriptionRequest(typeof form === "string" ? form : `${new URLSearchParams(form)}`, site, settings);
}

function accepted(changes: Readonly<Record<string, string>>): SubscriptionRequest {
  const request = read({ ...VALID, ...changes });
  if (!("mode" in request)) assert.fail(JSON.stringify(request));
  return request;
}

/** Parameter and code of every fault: `hub.mode invalid`. */
function faults(result: ReturnType<typeof read>): readonly string[] {
  if ("mode" in result) assert.fail("The request was accepted.");
  return result.map(({ parameter, code }) => `${parameter} ${code}`);
}

function messageOf(form: Readonly<Record<string, string>>): string {
  const result = read({ ...VALID, ...form });
  if ("mode" in result) assert.fail("The request was accepted.");
  return result.map(({ message }) => message).join("\n");
}

Deno.test("a request with the required parameters alone gets the default lease and no secret", () => {
  const { callback, ...rest } = accepted({});
  assert.equal(callback.text, VALID["hub.callback"]);
  assert.deepEqual(rest, {
    mode: "subscribe",
    path: "/feed.xml",
    topic: VALID["hub.topic"],
    leaseSeconds: 864_000,
    secret: null,
  });
});

Deno.test("a request finds each topic in any spelling of its URL, and keeps the spelling", () => {
  const spellings = {
    "/reviews.json": ["https://reviews.example/reviews.json", "HTTPS://Reviews.Example:443/./reviews.json"],
    "/api/feed.json": ["https://reviews.example/api/feed.json", "https://reviews.example/api/x/../feed.json"],
    "/feed.xml": ["https://reviews.example/feed.xml", "https:\\\\reviews.example\\feed.xml"],
  };
  for (const [path, topics] of Object.entries(spellings)) {
    for (const topic of topics) {
      const request = accepted({ "hub.topic": topic });
      assert.deepEqual([request.path, request.topic], [path, topic]);
    }
  }
});

Deno.test("a topic URL must lie under the site's base path", () => {
  const site = { baseUrl: "https://example.org/reviews" };
  const topic = "https://example.org/reviews/feed.xml";
  assert.ok("mode" in read({ ...VALID, "hub.topic": topic }, undefined, site));
  assert.deepEqual(faults(read({ ...VALID, "hub.topic": "https://example.org/feed.xml" }, undefined, site)), [
    "hub.topic invalid",
  ]);
});

Deno.test("a topic that is not one of the three is refused, and the message lists them", () => {
  const paths = ["/insights.json", "/feed.xml?", "/feed.xml#top", "/feed.xml/", "/%66eed.xml", ":8443/feed.xml", ""];
  const origins = ["http://reviews.example", "https://other.example", "https://user@reviews.example", ""];
  const others = [...paths.map((path) => SITE.baseUrl + path), ...origins.map((origin) => `${origin}/feed.xml`)];
  others.push("", "feed.xml", "\u0000", "https://[");
  for (const topic of others) {
    assert.deepEqual(faults(read({ ...VALID, "hub.topic": topic })), ["hub.topic invalid"], topic);
    const message = messageOf({ "hub.topic": topic });
    for (const path of ["/reviews.json", "/api/feed.json", "/feed.xml"]) {
      assert.ok(message.includes(SITE.baseUrl + path));
    }
  }
});

Deno.test("a topic has at most 512 characters in any spelling", () => {
  const spelt = (length: number) => `https://reviews.example/${"./".repeat(240)}feed.xml`.padEnd(length, "\t");
  assert.equal(accepted({ "hub.topic": spelt(512) }).topic.length, 512);
  assert.deepEqual(faults(read({ ...VALID, "hub.topic": spelt(513) })), ["hub.topic invalid"]);
});

Deno.test("any other mode is refused, and publish with a reason", () => {
  for (const mode of ["", "Subscribe", " subscribe", "publish", "denied", "list"]) {
    assert.deepEqual(faults(read({ ...VALID, "hub.mode": mode })), ["hub.mode invalid"], mode);
  }
  assert.match(messageOf({ "hub.mode": "publish" }), /publishes its own topics by itself/);
  assert.doesNotMatch(messageOf({ "hub.mode": "list" }), /publishes/);
  const long = messageOf({ "hub.mode": "\n".repeat(500) });
  assert.ok(long.length < 300 && !long.includes("\n"), long);
});

Deno.test("a lease is clamped to the hub's bounds, however many digits it has", () => {
  const granted = { "1": 300, "299": 300, "300": 300, "301": 301, "1296000": 1_296_000, "1296001": 1_296_000 };
  for (const [asked, leaseSeconds] of Object.entries(granted)) {
    assert.equal(accepted({ "hub.lease_seconds": asked }).leaseSeconds, leaseSeconds, asked);
  }
  assert.equal(accepted({ "hub.lease_seconds": "9".repeat(5000) }).leaseSeconds, 1_296_000);
});

Deno.test("a lease that is no positive decimal integer is refused", () => {
  for (const lease of ["", "0", "-1", "+300", "0300", "300.0", "3e2", "0x12c", " 300", "300\n", "٣٠٠", "x"]) {
    assert.deepEqual(faults(read({ ...VALID, "hub.lease_seconds": lease })), ["hub.lease_seconds invalid"], lease);
  }
});

Deno.test("a secret has 1 to 199 bytes of UTF-8, and no message repeats it", () => {
  for (const secret of ["s", "s".repeat(199), `${"é".repeat(99)}s`, "😀".repeat(49), "a+b c&d=%41"]) {
    assert.equal(accepted({ "hub.secret": secret }).secret, secret);
  }
  for (const secret of ["", "s".repeat(200), "é".repeat(100), "😀".repeat(50)]) {
    assert.deepEqual(faults(read({ ...VALID, "hub.secret": secret })), ["hub.secret invalid"]);
    assert.doesNotMatch(messageOf({ "hub.secret": secret }), /ss|é|😀/);
  }
  const twice = read(`${new URLSearchParams(VALID)}&hub.secret=hush&hub.secret=hushed`);
  assert.deepEqual(faults(twice), ["hub.secret repeated"]);
  assert.doesNotMatch(JSON.stringify(twice), /hush/);
});

Deno.test("an unsubscription ignores lease and secret, whatever they are", () => {
  const end = new URLSearchParams({ ...VALID, "hub.mode": "unsubscribe" });
  for (
    const more of [
      "",
      "&hub.lease_seconds=0",
      "&hub.lease_seconds=%FF&hub.secret=%",
      "&hub.lease_seconds=500&hub.secret=s",
    ]
  ) {
    const request = read(`${end}${more}`);
    if (!("mode" in request)) assert.fail(JSON.stringify(request));
    assert.deepEqual([request.mode, request.leaseSeconds, request.secret], ["unsubscribe", 864_000, null]);
  }
  const twice = `${end}&hub.lease_seconds=1&hub.lease_seconds=1&hub.secret=&hub.secret=`;
  assert.deepEqual(faults(read(twice)), [
    "hub.lease_seconds repeated",
    "hub.secret repeated",
  ]);
});

Deno.test("a callback is judged by the rules of callbacks, and local names are allowed where private ranges are", () => {
  assert.deepEqual(faults(read({ ...VALID, "hub.callback": "http://subscriber.example/" })), [
    "hub.callback not_allowed",
  ]);
  assert.deepEqual(faults(read({ ...VALID, "hub.callback": "subscriber" })), ["hub.callback malformed"]);
  const own = { ...VALID, "hub.callback": `${SITE.baseUrl}/api/websub/hub` };
  assert.deepEqual(faults(read(own)), ["hub.callback not_allowed"]);
  const local = { ...VALID, "hub.callback": "https://subscriber.local/cb" };
  assert.deepEqual(faults(read(local)), ["hub.callback not_allowed"]);
  assert.ok("mode" in read(local, { ...DEFAULT_HUB_SETTINGS, allowCidrs: ["10.0.0.0/8"] }));
});

Deno.test("every fault is found at once, one a parameter", () => {
  assert.deepEqual(faults(read("")), ["hub.mode missing", "hub.topic missing", "hub.callback missing"]);
  const body = "hub.mode=x&hub.mode=y&hub.topic=%FF&hub.callback=http://a.example/&hub.lease_seconds=0&hub.secret=";
  assert.deepEqual(faults(read(body)), [
    "hub.mode repeated",
    "hub.topic malformed",
    "hub.callback not_allowed",
    "hub.lease_seconds invalid",
    "hub.secret invalid",
  ]);
});

Deno.test("a request means the same with any unknown parameters in it", () => {
  const plain = new URLSearchParams(VALID).toString();
  const expected = read(plain);
  const fixed = [
    "hub.verify=sync",
    "hub.verify=async",
    "hub.verify_token=x",
    "hub.foo=hub.bar",
    "foo=%FF",
    "%FF=1",
    "HUB.MODE=x",
  ];
  const any = fc.string({ unit: "binary" }).map((text) => `x${encodeURIComponent(text)}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...fixed), any)), fc.boolean(), (more, first) => {
      const body = (first ? [...more, plain] : [plain, ...more]).join("&");
      assert.deepEqual(read(body), expected);
    }),
    runs(200),
  );
});

Deno.test("a value that is not percent-encoded UTF-8 is malformed, and such names are ignored", () => {
  for (const text of ["%", "%4", "%zz", "a%FF", "%C0%AF", "%ED%A0%80", "%E2%82", "%F4%90%80%80"]) {
    const body = `hub.mode=${text}&${text}=1&hub.topic${text}=2&other=${text}`;
    const expected = ["hub.mode malformed", "hub.topic missing", "hub.callback missing"];
    assert.deepEqual(faults(read(body)), expected, text);
  }
});

Deno.test("a body is decoded once, as URLSearchParams decodes it, wherever its escapes are right", () => {
  const units = [
    "hub.secret",
    "hub%2Esecret",
    "=",
    "&",
    "+",
    "%",
    "%41",
    "%2526",
    "%C3%A9",
    "%FF",
    "é",
    "😀",
    "x",
    "?",
    ";",
  ];
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).map(encodeURIComponent);
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...units) }, text)), (units) => {
      const more = `&hub.secret=${units.join("")}`;
      const values = new URLSearchParams(more).getAll("hub.secret");
      const result = read(`${new URLSearchParams(VALID)}${more}`);
      if ("mode" in result) assert.deepEqual([result.secret], values);
      else if (values.length > 1) assert.deepEqual(faults(result), ["hub.secret repeated"]);
      else if (!faults(result).includes("hub.secret malformed")) {
        const [secret = ""] = values;
        assert.ok(secret === "" || new TextEncoder().encode(secret).length > 199, more);
      }
    }),
    runs(1500),
  );
});
