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

const topicPaths = ["/insights.json", "/feed.xml?", "/feed.xml#top", "/feed.xml/", "/%66eed.xml", ":8443/feed.xml", ""];
const origins = ["http://reviews.example", "https://other.example", "https://user@reviews.example", ""];
const spelt = (length: number) => `https://reviews.example/${"./".repeat(240)}feed.xml`.padEnd(length, "\t");
/** Values that are refused, with the text of the message that says why. */
const INVALID: Readonly<Record<string, readonly [values: readonly string[], message: RegExp]>> = {
  "hub.topic": [
    [
      ...topicPaths.map((path) => SITE.baseUrl + path),
      ...origins.map((origin) => `${origin}/feed.xml`),
      ...["", "feed.xml", "\u0000", "https://[", spelt(513)],
    ],
    /example\/reviews\.json.*example\/api\/feed\.json.*example\/feed\.xml/,
  ],
  "hub.mode": [["", "Subscribe", " subscribe", "denied", "list", "\n".repeat(500)], /^(?!.*publishes its own)/],
  "hub.lease_seconds": [["", "0", "-1", "+300", "0300", "300.0", "3e2", "0x12c", " 300", "300\n", "٣٠٠", "x"], /./],
  "hub.secret": [["", "s".repeat(200), "é".repeat(100), "😀".repeat(50)], /^(?!.*(?:ss|é|😀))/],
};

for (const [name, [values, message]] of Object.entries(INVALID)) {
  Deno.test(`any wrong ${name} is refused in one short line`, () => {
    for (const value of values) {
      assert.deepEqual(faults(read({ ...VALID, [name]: value })), [`${name} invalid`], value);
      const told = messageOf({ [name]: value });
      assert.match(told, message, value);
      assert.ok(told.length < 1000 && !told.includes("\n"), told);
    }
  });
}

Deno.test("the longest topic and secrets are taken, and the mode publish is refused with a reason", () => {
  assert.equal(accepted({ "hub.topic": spelt(512) }).topic.length, 512);
  for (const secret of ["s", "s".repeat(199), `${"é".repeat(99)}s`, "😀".repeat(49), "a+b c&d=%41"]) {
    assert.equal(accepted({ "hub.secret": secret }).secret, secret);
  }
  assert.deepEqual(faults(read({ ...VALID, "hub.mode": "publish" })), ["hub.mode invalid"]);
  assert.match(messageOf({ "hub.mode": "publish" }), /publishes its own topics by itself/);
});

Deno.test("a lease is clamped to the hub's bounds, however many digits it has", () => {
  const granted = { "1": 300, "299": 300, "300": 300, "301": 301, "1296000": 1_296_000, "1296001": 1_296_000 };
  for (const [asked, leaseSeconds] of Object.entries(granted)) {
    assert.equal(accepted({ "hub.lease_seconds": asked }).leaseSeconds, leaseSeconds, asked);
  }
  assert.equal(accepted({ "hub.lease_seconds": "9".repeat(5000) }).leaseSeconds, 1_296_000);
});

Deno.test("an unsubscription ignores lease and secret, whatever they are", () => {
  const end = new URLSearchParams({ ...VALID, "hub.mode": "unsubscribe" });
  for (const more of ["", "&hub.lease_seconds=%FF&hub.secret=%", "&hub.lease_seconds=500&hub.secret=s"]) {
    const request = read(`${end}${more}`);
    if (!("mode" in request)) assert.fail(JSON.stringify(request));
    assert.deepEqual([request.mode, request.leaseSeconds, request.secret], ["unsubscribe", 864_000, null]);
  }
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

Deno.test("every fault is found at once, one a parameter, and no message repeats a secret", () => {
  assert.deepEqual(faults(read("")), ["hub.mode missing", "hub.topic missing", "hub.callback missing"]);
  const body = "hub.mode=x&hub.mode=y&hub.topic=%FF&hub.callback=http://a.example/&hub.lease_seconds=0" +
    "&hub.secret=hush&hub.secret=hushed";
  assert.deepEqual(faults(read(body)), [
    "hub.mode repeated",
    "hub.topic malformed",
    "hub.callback not_allowed",
    "hub.lease_seconds invalid",
    "hub.secret repeated",
  ]);
  assert.doesNotMatch(JSON.stringify(read(body)), /hush/);
});

Deno.test("a request means the same with any unknown parameters in it", () => {
  const plain = new URLSearchParams(VALID).toString();
  const expected = read(plain);
  const fixed = "hub.verify=sync hub.verify=async hub.verify_token=x hub.foo=hub.bar foo=%FF %FF=1 HUB.MODE=x".split(
    " ",
  );
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
  const units = "hub.secret hub%2Esecret = & + % %41 %2526 %C3%A9 %FF é 😀 x ? ;".split(" ");
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
