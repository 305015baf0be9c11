import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import type { Message } from "../../../websub/signing/signature.ts";
import { Signer } from "../../../websub/signing/signer.ts";
import { subscriptionKey } from "../../../websub/store/hub_rows.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { idOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { signatureOf } from "../../support/subscriber/recorded_request.ts";
import { testHub } from "../../support/hub/test_hub.ts";

const PATH = "/reviews.json";
const MANY = 250;
// One delivery with a secret.
const ONE = 200;

const NOW = Date.parse("2026-11-20T09:15:00.900Z");
const MINUTE = 60_000;

function messageOf(version: number): Message & { readonly body: Uint8Array<ArrayBuffer> } {
  const [content, body] = ["content", "body"].map((of) => new TextEncoder().encode(`${of} ${version}`));
  assert.ok(content !== undefined && body !== undefined);
  return { id: `topic_${version}`, content, body };
}

/** `webhook-signature` of a message at a time, computed by another implementation. */
function webhookOf(secret: string, { id, content }: Message, at = NOW): string {
  const format = { format: "raw" } as const;
  return new Webhook(new TextEncoder().encode(secret), format).sign(
    id,
    new Date(at),
    new TextDecoder().decode(content),
  );
}

/** One in three is longer than a block of SHA-256 and is hashed first. */
function secretOf(at: number): string {
  return `secret ${at}`.padEnd(at % 3 === 0 ? 150 : 0, "ü");
}

function entriesOf(count: number): Deno.KvEntry<Subscription>[] {
  return Array.from({ length: count }, (_, at) => ({
    key: subscriptionKey(PATH, idOf(at.toString(16).padStart(4, "0"))),
    value: subscriptionOf({ secret: at % 10 === 9 ? null : secretOf(at) }),
    versionstamp: "00000000000000010000",
  }));
}

Deno.test("a page is signed ahead with each subscriber's own secret, and only with its content", async () => {
  const signer = new Signer();
  const [message, entries] = [messageOf(2), entriesOf(MANY)];
  await signer.begin(entries, () => message, NOW);
  for (const { value: { secret } } of entries) {
    if (secret === null) continue;
    assert.equal(signer.find(message, secret, NOW)?.hub, await signatureOf(secret, message.body));
    assert.equal(signer.find(message, secret, NOW)?.webhook, webhookOf(secret, message));
    assert.equal(signer.find(messageOf(2), secret, NOW), null);
  }
  assert.equal(signer.find(message, "another secret", NOW), null);
  const next = messageOf(3);
  await signer.begin(entries, () => next, NOW);
  assert.equal(signer.find(next, secretOf(ONE), NOW)?.hub, await signatureOf(secretOf(ONE), next.body));
  signer.close();
});

Deno.test("a page that is read again is not signed again, and a newer body gets new signatures", async () => {
  const signer = new Signer();
  const [message, next, entries] = [messageOf(2), messageOf(3), entriesOf(MANY)];
  const begun = signer.begin(entries, () => message, NOW);
  // Resolves at once, because the first call signs the same page.
  await signer.begin(entries, () => message, NOW);
  assert.equal(signer.find(message, secretOf(ONE), NOW), null);
  await Promise.all([begun, signer.begin(entries, () => next, NOW)]);
  assert.equal(signer.find(message, secretOf(ONE), NOW)?.hub, await signatureOf(secretOf(ONE), message.body));
  assert.equal(signer.find(next, secretOf(ONE), NOW)?.hub, await signatureOf(secretOf(ONE), next.body));
  signer.close();
});

Deno.test("a signature is used for two minutes, and those of a page that is read later have a newer timestamp", async () => {
  const signer = new Signer();
  const [message, entries] = [messageOf(2), entriesOf(MANY)];
  const secret = secretOf(ONE);
  await signer.begin(entries, () => message, NOW);
  // A page that is read again soon needs no new signatures.
  await signer.begin(entries, () => message, NOW + MINUTE);
  const found = signer.find(message, secret, NOW + 2 * MINUTE);
  assert.deepEqual([found?.timestamp, found?.webhook], [Math.floor(NOW / 1000), webhookOf(secret, message)]);
  // Even if the clock was put back.
  for (const now of [NOW + 2 * MINUTE + 1, NOW - 2 * MINUTE - 1]) assert.equal(signer.find(message, secret, now), null);
  const later = NOW + MINUTE + 1;
  await signer.begin(entries, () => message, later);
  assert.equal(signer.find(message, secret, later)?.webhook, webhookOf(secret, message, later));
  signer.close();
});

Deno.test("subscribers of one page that are sent different codings have signatures of their own bytes", async () => {
  const signer = new Signer();
  const entries = entriesOf(MANY);
  const [plain, coded] = [messageOf(2), { ...messageOf(2), body: new TextEncoder().encode("coded") }];
  await signer.begin(entries, ({ secret }) => secret?.length === 150 ? coded : plain, NOW);
  for (const [message, secret] of [[plain, secretOf(ONE - 1)], [plain, secretOf(ONE)], [coded, secretOf(3)]] as const) {
    const found = signer.find(message, secret, NOW);
    if (secret === secretOf(ONE - 1)) assert.equal(found, null);
    else {assert.deepEqual([found?.hub, found?.webhook], [
        await signatureOf(secret, message.body),
        webhookOf(secret, plain),
      ]);}
  }
  assert.equal(signer.find(plain, secretOf(3), NOW), null);
  signer.close();
});

Deno.test("many subscribers that share a secret share its signature", async () => {
  const signer = new Signer();
  const message = messageOf(2);
  const shared = entriesOf(MANY).map(({ value }) => ({ value: { ...value, secret: "shared" } }));
  await signer.begin(shared, () => message, NOW);
  assert.equal(signer.find(message, "shared", NOW)?.hub, await signatureOf("shared", message.body));
  signer.close();
});

Deno.test("with very many subscribers the oldest signatures are dropped to bound memory", async () => {
  const signer = new Signer();
  const message = messageOf(2);
  const pageOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ value: subscriptionOf({ secret: `secret ${from + at}` }) }));
  await signer.begin(pageOf(0, 20_001), () => message, NOW);
  assert.notEqual(signer.find(message, "secret 0", NOW), null);
  await signer.begin(pageOf(20_001, MANY), () => message, NOW);
  assert.equal(signer.find(message, "secret 0", NOW), null);
  assert.equal(signer.find(message, "secret 20001", NOW)?.hub, await signatureOf("secret 20001", message.body));
  signer.close();
});

Deno.test("closing the signer abandons its running work, and the next page is signed again", async () => {
  const signer = new Signer();
  const [message, entries] = [messageOf(2), entriesOf(MANY)];
  const begun = signer.begin(entries, () => message, NOW);
  signer.close();
  await begun;
  // Reversed, so that a late answer of the ended worker would be assigned to the wrong secrets.
  await signer.begin(entries.toReversed(), () => message, NOW);
  for (const { value: { secret } } of entries.slice(0, ONE)) {
    const found = secret === null ? null : signer.find(message, secret, NOW);
    if (found !== null) assert.equal(found.hub, await signatureOf(secret ?? "", message.body));
  }
  assert.notEqual(signer.find(message, secretOf(0), NOW), null);
  signer.close();
});

Deno.test("few deliveries are not signed ahead: no worker is started for them", async () => {
  const signer = new Signer();
  const [message, entries] = [messageOf(2), entriesOf(54)];
  await signer.begin(entries, () => message, NOW);
  assert.deepEqual(
    entries.filter(({ value: { secret } }) => secret !== null && signer.find(message, secret, NOW) !== null),
    [],
  );
});

Deno.test({
  name: "without workers nothing is signed ahead, and no delivery waits",
  permissions: { read: false },
  fn: async () => {
    const signer = new Signer();
    const [message, entries] = [messageOf(2), entriesOf(MANY)];
    await signer.begin(entries, () => message, NOW);
    assert.equal(signer.find(message, secretOf(ONE), NOW), null);
    await signer.begin(entries, () => message, NOW);
    signer.close();
  },
});

Deno.test("each of many subscribers gets the body with the signature of its own secret", async () => {
  await using test = await testHub();
  // All in one shard, so that they form one page.
  const ids = Array.from({ length: MANY }, (_, at) => idOf(`1${at.toString(16).padStart(4, "0")}`));
  await seedHub(test.kv, {
    subscriptions: Object.fromEntries(ids.map((id, at) => {
      const target = `/callback/${at}`;
      const callback = {
        text: `https://a.example${target}`,
        host: `${at}.example`,
        domain: `${at}.example`,
        origin: "https://a.example",
        target,
      };
      return [id, subscriptionOf({ deliveredVersion: 1, callback, secret: `secret ${at}` })];
    })),
  });
  await test.publish("second");
  await test.pass(2000);
  const posts = test.requests.filter(({ method }) => method === "POST");
  assert.equal(posts.length, MANY);
  assert.equal(new Set(posts.map(({ target }) => target)).size, MANY);
  for (const { target, headers, body } of posts) {
    const secret = `secret ${target.slice("/callback/".length)}`;
    assert.equal(headers["x-hub-signature"], await signatureOf(secret, Uint8Array.from(body ?? [])));
  }
});
