import assert from "node:assert/strict";
import { TOPIC_PATHS } from "../../../domain/site.ts";
import { DEFAULT_HUB_SETTINGS } from "../../../websub/hub_settings.ts";
import { readSubscriptionRequest } from "../../../websub/request/subscription_request.ts";

const SITE = { baseUrl: "https://reviews.example" };
const FORM = {
  "hub.mode": "subscribe",
  "hub.topic": "https://reviews.example/feed.xml",
  "hub.callback": "https://subscriber.example/cb?id=1",
} as const;
const read = (changes: object) => readSubscriptionRequest({ ...FORM, ...changes }, SITE, DEFAULT_HUB_SETTINGS);

Deno.test("a request with the required parameters alone gets the default lease and no secret", () => {
  const { callback, ...rest } = read({});
  assert.equal(callback.text, FORM["hub.callback"]);
  assert.deepEqual(rest, {
    mode: "subscribe",
    path: "/feed.xml",
    topic: FORM["hub.topic"],
    leaseSeconds: 864_000,
    secret: null,
  });
  assert.equal(read({ "hub.secret": "hush" }).secret, "hush");
});

Deno.test("a request finds each topic by its URL, and throws for another one", () => {
  for (const path of TOPIC_PATHS) assert.equal(read({ "hub.topic": SITE.baseUrl + path }).path, path);
  assert.throws(() => read({ "hub.topic": "https://other.example/feed.xml" }), RangeError);
});

Deno.test("a lease is clamped to the hub's bounds, however many digits it has, and an empty one counts as absent", () => {
  const granted = { "1": 300, "299": 300, "300": 300, "301": 301, "1296000": 1_296_000, "1296001": 1_296_000 };
  for (const [asked, leaseSeconds] of Object.entries({ ...granted, ["9".repeat(5000)]: 1_296_000, "": 864_000 })) {
    assert.equal(read({ "hub.lease_seconds": asked }).leaseSeconds, leaseSeconds, asked);
  }
});
