import assert from "node:assert/strict";
import { processKey } from "../../../websub/heartbeat.ts";
import { subscriptionId } from "../../../websub/store/hub_rows.ts";
import { type Shard, shardKey, shardOf, SHARDS } from "../../../websub/store/shard.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";
import { callbackOf, idOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { ANSWERS, type TestHub, testHub, until } from "../../support/hub/test_hub.ts";
import { within } from "../../support/service/test_server.ts";

const PATH = "/feed.xml";

/** Two callbacks of each of the first shards. */
async function callbacks(shards: number = SHARDS) {
  const found: { readonly callback: string; readonly shard: number }[] = [];
  for (let number = 0; found.length < 2 * shards; number++) {
    const callback = `https://s${number}.example/cb`;
    const shard = shardOf(await subscriptionId(PATH, callback));
    if (shard < shards && found.filter((one) => one.shard === shard).length < 2) found.push({ callback, shard });
  }
  return found;
}

/**
 * An in-memory store that records the owners which each commit writes into rows of shards.
 * @param fails Whether a commit fails, by the owners that it would write.
 */
async function watchedStore(fails: (owners: readonly (string | null)[]) => boolean = () => false) {
  const inner = await Deno.openKv(":memory:");
  const commits: (string | null)[][] = [];
  const kv = storeProxy(inner, {
    commit: async (commit, rows) => {
      const owners = rows.filter(([[kind]]) => kind === "shard").map(([, value]) => (value as Shard).owner);
      if (fails(owners)) throw new Error("The store has failed.");
      const result = await commit() as Deno.KvCommitResult | Deno.KvCommitError;
      if (result.ok && owners.length > 0) commits.push(owners);
      return result;
    },
  });
  return { inner, kv, commits };
}

/** Owner and version of each shard that has a row. */
async function shardsOf(kv: Deno.Kv): Promise<readonly unknown[]> {
  const rows = await Array.fromAsync(kv.list<Shard>({ prefix: ["shard", PATH] }));
  return rows.map(({ value }) => [value.owner, value.version]);
}

/** Resolves when the store reaches the expected state. */
async function becomes(kv: Deno.Kv, expected: readonly unknown[]): Promise<void> {
  const isThere = async () => JSON.stringify(await shardsOf(kv)) === JSON.stringify(expected);
  await within(`The store with the shards ${JSON.stringify(expected)}`, until(isThere));
}

/** Subscribes the callbacks and distributes one change, without checking the result. Runs no further job. */
async function distributeOnce({ send, publish, clock, hub }: TestHub): Promise<void> {
  for (const { callback } of await callbacks()) await send("subscribe", callback);
  await publish("second");
  clock.set(clock.now() + 5000);
  await hub.scanDue();
  await hub.idle();
}

for (const shards of [SHARDS, SHARDS - 1]) {
  Deno.test(`few subscriptions in ${shards} shards: these are taken by one commit and given back by one`, async () => {
    const { inner, kv, commits } = await watchedStore();
    using _store = inner;
    await using test = await testHub({ kv });
    for (const { callback } of await callbacks(shards)) await test.send("subscribe", callback);
    // From now on the number of subscriptions is known.
    await test.publish("second");
    await test.pass(10_000);
    commits.length = 0;
    await test.publish("third");
    await test.pass(10_000);
    const owner = commits[0]?.[0];
    assert.equal(typeof owner, "string");
    assert.deepEqual(commits[0], Array(shards).fill(owner));
    assert.deepEqual(commits.at(-1), Array(shards).fill(null));
    // The commits between them write progress.
    for (const owners of commits.slice(1, -1)) assert.ok(owners.every((one) => one === owner), JSON.stringify(commits));
    assert.equal((await test.subscriptions()).filter((one) => one.deliveredVersion === 3).length, 2 * shards);
  });
}

Deno.test("of many subscriptions, shards that are done are given back while a callback of another is awaited", async () => {
  using kv = await Deno.openKv(":memory:");
  const rows = Array.from({ length: 2004 }, (_, number) => {
    const id = idOf(Math.floor(number * 65_536 / 2004).toString(16).padStart(4, "0"));
    const callback = callbackOf(`s${number}.example`);
    return [id, subscriptionOf({ path: PATH, callback, deliveredVersion: 1 })];
  });
  await using test = await testHub({ kv });
  await seedHub(kv, { subscriptions: Object.fromEntries(rows) });
  const gate = Promise.withResolvers<void>();
  test.answer(async (request) => {
    if (request.callback.host === "s2003.example") await gate.promise;
    return ANSWERS.status(204);
  });
  const publishing = test.publish("second").then(() => test.pass(10_000));
  const others = JSON.stringify(Array(SHARDS - 1).fill([null, 2]));
  const areLeft = async () => JSON.stringify((await shardsOf(kv)).slice(0, -1)) === others;
  await within("The end of the other shards", until(areLeft));
  assert.notEqual((await kv.get<Shard>(shardKey(PATH, SHARDS - 1))).value?.owner, null);
  gate.resolve();
  await publishing;
});

Deno.test("shards that could not be given back for a moment are given back all the same, and nothing is sent twice", async () => {
  let failures = 1;
  const { inner, kv } = await watchedStore((owners) => owners.includes(null) && failures-- > 0);
  using _store = inner;
  await using test = await testHub({ kv });
  // The first commit that releases shards fails.
  await distributeOnce(test);
  await becomes(kv, Array(SHARDS).fill([null, 2]));
  assert.equal(test.deliveries().length, 2 * SHARDS);
  assert.equal(test.errors.length, 1);
});

Deno.test("work interrupted by a store failure is found when the store works again, although no job could be written", async () => {
  // From the first commit on that releases shards.
  let [isDown, isMended] = [false, false];
  const { inner, kv } = await watchedStore((owners) => {
    isDown ||= owners.includes(null);
    return isDown && !isMended;
  });
  using _store = inner;
  await using test = await testHub({ kv });
  await distributeOnce(test);
  assert.equal(isDown, true);
  assert.ok((await shardsOf(kv)).some((one) => JSON.stringify(one) !== "[null,2]"));
  isMended = true;
  await becomes(kv, Array(SHARDS).fill([null, 2]));
});

Deno.test("a shard taken by another process delays no other shard of its topic", async () => {
  await using test = await testHub();
  const all = await callbacks();
  for (const { callback } of all) await test.send("subscribe", callback);
  const [lost] = all;
  assert.ok(lost !== undefined);
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let delivered = 0;
  test.answer(async (request) => {
    if (request.method === "POST") {
      if (++delivered === all.length) reached.resolve();
      if (request.callback.text === lost.callback) await gate.promise;
    }
    return ANSWERS.echo(request);
  });
  const publishing = test.publish("second");
  const passing = publishing.then(() => test.pass(10_000));
  await reached.promise;
  const key = shardKey(PATH, lost.shard);
  // A process counts as alive while its heartbeat row exists.
  await test.kv.set(processKey("another"), {});
  await test.kv.set(key, { owner: "another", version: 1, look: null });
  gate.resolve();
  await within("The end of the distribution", passing);
  for (let number = 0; number < SHARDS; number++) {
    const { value } = await test.kv.get<Shard>(shardKey(PATH, number));
    const expected: unknown[] = number === lost.shard ? ["another", 1] : [null, 2];
    assert.deepEqual([value?.owner, value?.version], expected);
  }
});
