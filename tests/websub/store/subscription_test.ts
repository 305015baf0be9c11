import assert from "node:assert/strict";
import type { OutboundFailure } from "../../../outbound/outbound_client.ts";
import { attemptOf, deliveryOutcome } from "../../../websub/distribution/delivery_outcome.ts";
import { mayTryEarly, retryAfterMilliseconds } from "../../../websub/distribution/retries.ts";
import { DEFAULT_HUB_SETTINGS, type HubSettings } from "../../../websub/hub_settings.ts";
import { contentDistribution } from "../../../websub/distribution/content_distribution.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { confirmSubscription } from "../../../websub/subscribing/confirm_or_renew.ts";
import { Webhook } from "standardwebhooks";
import { encodedBody } from "../../../domain/documents/representation.ts";
import { callbackOf, pendingOf } from "../../support/hub/hub_seed.ts";
import { ANSWERS } from "../../support/hub/test_hub.ts";
import { signatureOf } from "../../support/subscriber/recorded_request.ts";

const CALLBACK = callbackOf();
const NOW = 1_000_000;
const REQUEST = { ...pendingOf({ path: "/feed.xml", leaseSeconds: 300, secret: null }), address: "192.0.2.7" };
const SUBSCRIPTION: Subscription = confirmSubscription(null, REQUEST, NOW, null, NOW);
const topicAt = (version: number) => ({ version, entityTag: '"t"', changedAt: 0, waitingSince: 0, dueAt: 0 });
const SETTINGS = DEFAULT_HUB_SETTINGS;

interface Made {
  readonly version?: number;
  readonly retryAfter?: string;
  readonly isDue?: boolean;
  readonly settings?: Partial<HubSettings>;
}

/** The outcome of an attempt by a status or a failure. */
function outcomeOf(
  before: Subscription,
  result: number | OutboundFailure,
  { version = 5, retryAfter, isDue = true, settings }: Made = {},
) {
  const isAnswer = typeof result === "number";
  const answer = isAnswer ? ANSWERS.status(result, retryAfter) : { kind: "failed", failure: result } as const;
  const attempt = attemptOf(answer, version, NOW, 7);
  return deliveryOutcome(before, attempt, isDue, { ...SETTINGS, ...settings }, 0);
}

/** The subscription after an attempt that does not end it. */
function after(...made: Parameters<typeof outcomeOf>): Subscription {
  const outcome = outcomeOf(...made);
  assert.ok(outcome.kind === "failed" || outcome.kind === "delivered");
  return outcome.subscription;
}

Deno.test("a renewal keeps the progress of a live subscription and not that of an expired one", () => {
  const topic = topicAt(4);
  const request = { ...REQUEST, secret: "s", leaseSeconds: 600 };
  for (const failing of [{ failures: 2 }, { failures: 0, failedAttempts: 3 }]) {
    const before: Subscription = { ...SUBSCRIPTION, deliveredVersion: 2, nextAttemptAt: NOW + 5, ...failing };
    assert.deepEqual(confirmSubscription(before, request, NOW + 1000, topic, NOW + 1003), {
      ...SUBSCRIPTION,
      secret: "s",
      leaseSeconds: 600,
      verifiedAt: NOW + 1000,
      expiresAt: NOW + 601_000,
      deliveredVersion: 2,
      nextAttemptAt: NOW + 1003,
    });
    const late = NOW + 300_000;
    assert.deepEqual(confirmSubscription(before, REQUEST, late, topic, late), {
      ...SUBSCRIPTION,
      verifiedAt: late,
      expiresAt: late + 300_000,
    });
  }
});

Deno.test("a renewal without failures changes nothing of when it is sent to, and one without a secret keeps the earlier", () => {
  for (const nextAttemptAt of [0, NOW + 5]) {
    const before: Subscription = { ...SUBSCRIPTION, secret: "s", deliveredVersion: 2, nextAttemptAt };
    const after = confirmSubscription(before, REQUEST, NOW + 1, topicAt(4), NOW + 2);
    assert.deepEqual([after.deliveredVersion, after.nextAttemptAt, after.secret], [2, nextAttemptAt, "s"]);
  }
});

Deno.test("Retry-After lengthens a wait up to a day and never shortens it, and a newer version waits as well", () => {
  for (const [field, wait] of [["0", 30], ["31", 31], ["86400", 86_400], ["999999999", 86_400]] as const) {
    const asked = after(SUBSCRIPTION, 503, { retryAfter: field });
    assert.equal(asked.nextAttemptAt, NOW + wait * 1000, field);
    const from = NOW + Math.max(wait, 600) * 1000;
    assert.deepEqual([-1, 0].map((more) => mayTryEarly(asked, 6, from + more, SETTINGS)), [false, true], field);
    assert.equal(mayTryEarly(asked, 5, from, SETTINGS), false, "That version was tried.");
  }
  const settings = { ...SETTINGS, retrySeconds: [604_800, 1] };
  assert.equal(after(SUBSCRIPTION, 503, { retryAfter: "60", settings }).nextAttemptAt, NOW + 604_800_000);
});

Deno.test("a failure before an attempt is due counts for nothing, and only Retry-After delays that attempt", () => {
  const before = { ...SUBSCRIPTION, failures: 2, failedAttempts: 4, nextAttemptAt: NOW + 60_000 };
  const failures = [[503, "30", 60_000], [503, "90", 90_000], ["closed", "", 60_000]] as const;
  for (const [result, retryAfter, wait] of failures) {
    const { attempts, ...state } = after(before, result, { isDue: false, retryAfter });
    assert.deepEqual({ ...state, attempts: [] }, { ...before, nextAttemptAt: NOW + wait });
    assert.equal(attempts.length, 1);
  }
});

Deno.test("Retry-After is read as seconds or as an HTTP date, and anything else is none", () => {
  assert.equal(retryAfterMilliseconds("120", NOW), 120_000);
  assert.equal(retryAfterMilliseconds("Thu, 01 Jan 1970 00:17:40 GMT", NOW), 60_000);
  assert.equal(retryAfterMilliseconds("Thu, 01 Jan 1970 00:00:00 GMT", NOW), 0);
  for (const field of [null, "", "-1", "1.5", "soon", "1e3", "2026-11-20"]) {
    assert.equal(retryAfterMilliseconds(field, NOW), null, String(field));
  }
});

Deno.test("after a closed kept connection retry is immediate; only the second in a row counts", () => {
  const settings = { retrySeconds: [60, 60] };
  for (const failures of [0, 1, 2]) {
    const first = after({ ...SUBSCRIPTION, failures }, "closed", { settings });
    assert.deepEqual([first.failures, first.nextAttemptAt], [failures, NOW]);
    const second = outcomeOf(first, "closed", { settings });
    if (failures === 2) assert.equal(second.kind, "given_up");
    else assert.equal(second.kind === "failed" && second.subscription.failures, failures + 1);
  }
});

Deno.test("any 2xx is a successful delivery, and every other status or failure is not", () => {
  for (const status of [200, 201, 202, 204, 299]) assert.equal(outcomeOf(SUBSCRIPTION, status).kind, "delivered");
  for (const result of [199, 300, 301, 302, 307, 308, 304, 400, 404, 429, 500, 503, "timeout"] as const) {
    assert.equal(outcomeOf(SUBSCRIPTION, result).kind, "failed");
  }
  const delivered = after(after({ ...SUBSCRIPTION, failures: 2 }, 503), 204);
  assert.deepEqual([delivered.failures, delivered.failedAttempts, delivered.nextAttemptAt], [0, undefined, 0]);
  assert.equal(outcomeOf(SUBSCRIPTION, 410).kind, "gone");
  assert.deepEqual(outcomeOf({ ...SUBSCRIPTION, failures: 2 }, "timeout", { settings: { retrySeconds: [60, 60] } }), {
    kind: "given_up",
    reason: "3 deliveries in a row failed, the last with no answer (timeout)",
  });
});

Deno.test("a late success of an old version does not undo a newer one", () => {
  assert.equal(after({ ...SUBSCRIPTION, deliveredVersion: 9 }, 200).deliveredVersion, 9);
});

Deno.test("a subscription keeps its last eight attempts, and only the last of successive successes", () => {
  let subscription = SUBSCRIPTION;
  for (const [version, status] of [200, 200, 500, 200, 204, 500, 500, 200, 500, 200, 500, 200].entries()) {
    subscription = after(subscription, status, { version });
  }
  assert.deepEqual(subscription.attempts.map(({ version }) => version), [4, 5, 6, 7, 8, 9, 10, 11]);
});

/** A representation with a precompressed coding. */
function contentOf(version: number, text = "Grüße") {
  const encoder = new TextEncoder();
  return {
    path: "/feed.xml",
    version,
    representation: {
      contentType: "application/atom+xml",
      bodies: { identity: encodedBody(encoder.encode(text)), gzip: encodedBody(encoder.encode("coded")) },
      lastModified: NOW,
      link: '<https://reviews.example/feed.xml>; rel="self"',
    },
  } as const;
}

/** The fields of a delivery as the receiver gets them. */
function fieldsOf(secret: string | null, now: number, content = contentOf(5), acceptEncoding = "identity") {
  return contentDistribution({ callback: CALLBACK, secret, acceptEncoding }, content, now).headers;
}

Deno.test("a library of Standard Webhooks verifies a delivery by the text of the secret, or by the decoded bytes after whsec_", async () => {
  const now = Date.now();
  const raw = (secret: string) => new Webhook(new TextEncoder().encode(secret), { format: "raw" });
  const encoded = "c2l4dGVlbiBieXRlcyBhcmUgbm90IGVub3VnaA==";
  const verifiers = {
    "gehëim": raw("gehëim"),
    [`whsec_${encoded}`]: new Webhook(`whsec_${encoded}`),
    "whsec_ no base64": raw("whsec_ no base64"),
    // No base64 text has five characters.
    "whsec_abcde": raw("whsec_abcde"),
    "whsec_": raw("whsec_"),
    ...Object.fromEntries(["s".repeat(199), `${"é".repeat(99)}s`, "a+b %26&=c\u0001"].map((text) => [text, raw(text)])),
  };
  for (const [secret, verifier] of Object.entries(verifiers)) {
    for (const [coding, { bytes }] of Object.entries(contentOf(5).representation.bodies)) {
      const headers = fieldsOf(secret, now, contentOf(5), coding);
      assert.equal(headers["x-hub-signature"], await signatureOf(secret, bytes));
      const verify = (text: string, more = {}) => verifier.verify(text, { ...headers, ...more }, { jsonParse: false });
      verify("Grüße");
      assert.throws(() => verify("Grüsse"), /No matching signature/, secret);
      assert.throws(() => verify("Grüße", { "webhook-id": "another" }), /No matching signature/);
      const later = String(Math.floor(now / 1000) + 1);
      assert.throws(() => verify("Grüße", { "webhook-timestamp": later }), /No matching signature/);
    }
    const old = fieldsOf(secret, now - 301_000);
    assert.throws(() => verifier.verify("Grüße", old, { jsonParse: false }), /too old/);
  }
});

Deno.test("webhook-id is of topic, version and content, equal in every attempt and coding, without a full stop", () => {
  const id = fieldsOf(null, NOW)["webhook-id"] ?? "";
  assert.match(id, /^feed_xml_5_[\w-]{22}$/);
  assert.equal(fieldsOf("s", NOW + 28_800_000, contentOf(5), "gzip")["webhook-id"], id);
  assert.notEqual(fieldsOf(null, NOW, contentOf(6))["webhook-id"], id);
  assert.notEqual(fieldsOf(null, NOW, contentOf(5, "another store"))["webhook-id"], id);
});
