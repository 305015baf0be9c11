import assert from "node:assert/strict";
import { Signer } from "../../../websub/signing/signer.ts";
import { subscriptionKey } from "../../../websub/store/hub_rows.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { idOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { signatureOf } from "../../support/hub/signature_of.ts";
import { testHub } from "../../support/hub/test_hub.ts";

const PATH = "/reviews.json";
const MANY = 250;
// One of them that has a secret.
const ONE = 200;

function bodyOf(version: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`version ${version}`);
}

/** One in three is longer than a block of SHA-256, which is hashed first. */
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
  const [body, entries] = [bodyOf(2), entriesOf(MANY)];
  await signer.begin(body, entries);
  for (const { value: { secret } } of entries) {
    if (secret === null) continue;
    assert.equal(signer.find(body, secret), await signatureOf(secret, body));
    assert.equal(signer.find(bodyOf(2), secret), null);
  }
  assert.equal(signer.find(body, "another secret"), null);
  const next = bodyOf(3);
  await signer.begin(next, entries);
  assert.equal(signer.find(next, secretOf(ONE)), await signatureOf(secretOf(ONE), next));
  signer.close();
});

Deno.test("a page that is read again is not signed again, and a newer body has signatures of its own", async () => {
  const signer = new Signer();
  const [body, next, entries] = [bodyOf(2), bodyOf(3), entriesOf(MANY)];
  const begun = signer.begin(body, entries);
  // Nothing of it waits for the worker.
  await signer.begin(body, entries);
  assert.equal(signer.find(body, secretOf(ONE)), null);
  await Promise.all([begun, signer.begin(next, entries)]);
  assert.equal(signer.find(body, secretOf(ONE)), await signatureOf(secretOf(ONE), body));
  assert.equal(signer.find(next, secretOf(ONE)), await signatureOf(secretOf(ONE), next));
  signer.close();
});

Deno.test("many subscribers that share a secret share its signature", async () => {
  const signer = new Signer();
  const body = bodyOf(2);
  await signer.begin(body, entriesOf(MANY).map(({ value }) => ({ value: { ...value, secret: "shared" } })));
  assert.equal(signer.find(body, "shared"), await signatureOf("shared", body));
  signer.close();
});

Deno.test("of very many subscribers the first signatures are given up, so that they do not fill the memory", async () => {
  const signer = new Signer();
  const body = bodyOf(2);
  const pageOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ value: subscriptionOf({ secret: `secret ${from + at}` }) }));
  await signer.begin(body, pageOf(0, 20_001));
  assert.notEqual(signer.find(body, "secret 0"), null);
  await signer.begin(body, pageOf(20_001, MANY));
  assert.equal(signer.find(body, "secret 0"), null);
  assert.equal(signer.find(body, "secret 20001"), await signatureOf("secret 20001", body));
  signer.close();
});

Deno.test("what is signed when the signer is closed is given up, and the next page is signed again", async () => {
  const signer = new Signer();
  const [body, entries] = [bodyOf(2), entriesOf(MANY)];
  const begun = signer.begin(body, entries);
  signer.close();
  await begun;
  // In another order: what the worker that was ended may still have answered is about others.
  await signer.begin(body, entries.toReversed());
  for (const { value: { secret } } of entries.slice(0, ONE)) {
    const found = secret === null ? null : signer.find(body, secret);
    if (found !== null) assert.equal(found, await signatureOf(secret ?? "", body));
  }
  assert.notEqual(signer.find(body, secretOf(0)), null);
  signer.close();
});

Deno.test("a few are not signed ahead: no worker is started for them", async () => {
  const signer = new Signer();
  const [body, entries] = [bodyOf(2), entriesOf(54)];
  await signer.begin(body, entries);
  assert.deepEqual(
    entries.filter(({ value: { secret } }) => secret !== null && signer.find(body, secret) !== null),
    [],
  );
});

Deno.test({
  name: "where no worker can be started nothing is signed ahead, and nothing waits",
  permissions: { read: false },
  fn: async () => {
    const signer = new Signer();
    const [body, entries] = [bodyOf(2), entriesOf(MANY)];
    await signer.begin(body, entries);
    assert.equal(signer.find(body, secretOf(ONE)), null);
    await signer.begin(body, entries);
    signer.close();
  },
});

Deno.test("every one of many subscribers gets the body with the signature of its own secret", async () => {
  await using test = await testHub();
  // All in one shard, so that they are one page.
  const ids = Array.from({ length: MANY }, (_, at) => idOf(`1${at.toString(16).padStart(4, "0")}`));
  await seedHub(test.kv, {
    subscriptions: Object.fromEntries(ids.map((id, at) => {
      const target = `/callback/${at}`;
      const callback = {
        text: `https://a.example${target}`,
        host: `${at}.example`,
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
