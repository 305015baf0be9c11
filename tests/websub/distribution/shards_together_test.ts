import assert from "node:assert/strict";
import { ShardRow } from "../../../websub/distribution/shard_row.ts";
import { processKey } from "../../../websub/ownership/heartbeat.ts";
import { subscriptionId } from "../../../websub/store/hub_rows.ts";
import { type Shard, shardKey, shardOf, SHARDS } from "../../../websub/store/shard.ts";
import type { Store } from "../../../domain/store/store.ts";
import { within } from "../../support/service/within.ts";
import { ANSWERS, testHub } from "../../support/hub/test_hub.ts";

const PATH = "/feed.xml";

interface CallbackInShard {
  readonly callback: string;
  readonly shard: number;
}

/** Two callbacks of each shard. */
async function callbacks(): Promise<readonly CallbackInShard[]> {
  const found: CallbackInShard[] = [];
  for (let number = 0; found.length < 2 * SHARDS; number++) {
    const callback = `https://s${number}.example/cb`;
    const shard = shardOf(await subscriptionId(PATH, callback));
    if (found.filter((one) => one.shard === shard).length < 2) found.push({ callback, shard });
  }
  return found;
}

/** A store in memory, and the owners that each of its commits has written into rows of shards. */
async function watchedStore() {
  const inner = await Deno.openKv(":memory:");
  const commits: (string | null)[][] = [];
  const atomic = () => {
    const operation = inner.atomic();
    const owners: (string | null)[] = [];
    return Object.assign(Object.create(operation), {
      ...Object.fromEntries(
        (["check", "delete", "sum", "enqueue"] as const).map((
          name,
        ) => [name, function (this: unknown, ...given: never[]) {
          Reflect.apply(operation[name], operation, given);
          return this;
        }]),
      ),
      set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }) {
        if (key[0] === "shard") owners.push((value as Shard).owner);
        operation.set(key, value, options);
        return this;
      },
      commit: async () => {
        const result = await operation.commit();
        if (result.ok && owners.length > 0) commits.push(owners);
        return result;
      },
    });
  };
  const kv = new Proxy(inner, {
    get: (target, name) => {
      if (name === "atomic") return atomic;
      const member = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return { kv, commits };
}

Deno.test("the shards of few subscriptions are taken by one commit and given back by one", async () => {
  const { kv, commits } = await watchedStore();
  using _store = kv;
  await using test = await testHub({ kv });
  for (const { callback } of await callbacks()) await test.send("subscribe", callback);
  // From now on it is known how many there are.
  await test.publish("second");
  await test.pass(10_000);
  commits.length = 0;
  await test.publish("third");
  await test.pass(10_000);
  const owner = commits[0]?.[0];
  assert.equal(typeof owner, "string");
  assert.deepEqual(commits[0], Array(SHARDS).fill(owner));
  assert.deepEqual(commits.at(-1), Array(SHARDS).fill(null));
  // What lies between tells of progress.
  for (const owners of commits.slice(1, -1)) assert.ok(owners.every((one) => one === owner), JSON.stringify(commits));
  assert.equal(
    (await test.subscriptions()).filter(({ deliveredVersion }) => deliveredVersion === 3).length,
    2 * SHARDS,
  );
});

Deno.test("a shard that another process takes holds up none of the others of its topic", async () => {
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
  // It lives as long as its row is there.
  await test.kv.set(processKey("another"), {});
  await test.kv.set(key, { owner: "another", version: 1, look: null });
  gate.resolve();
  await within(60, "The end of the distribution", passing);
  for (let number = 0; number < SHARDS; number++) {
    const { value } = await test.kv.get<Shard>(shardKey(PATH, number));
    const expected: unknown[] = number === lost.shard ? ["another", 1] : [null, 2];
    assert.deepEqual([value?.owner, value?.version], expected);
  }
});

Deno.test("of rows that are written together, one that has become another's is left alone and the others are written", async () => {
  using kv = await Deno.openKv(":memory:");
  const shard = { owner: "me", version: 1, look: null };
  const rows: ShardRow[] = [];
  for (const number of [0, 1, 2]) {
    const { versionstamp } = await kv.set(shardKey(PATH, number), shard);
    rows.push(new ShardRow({ key: shardKey(PATH, number), value: shard, versionstamp }));
  }
  await kv.set(shardKey(PATH, 1), { ...shard, owner: "another" });
  let commits = 0;
  const atomic = () => {
    commits++;
    return kv.atomic();
  };
  const store = { atomic, get: kv.get.bind(kv) } as unknown as Store;
  // Each write is checked against the one before, also where only some rows are the same.
  const write = (...numbers: readonly number[]) => {
    const written = rows.filter((_, number) => numbers.includes(number));
    return ShardRow.write(
      store,
      new Map(written.map((row) => [row, () => ({ ...row.value, version: row.value.version + 1 })])),
    );
  };
  await Promise.all([write(0, 1), write(1, 2), write(0, 2), write(0)]);
  const stored = await Promise.all(rows.map((_, number) => kv.get<Shard>(shardKey(PATH, number))));
  assert.deepEqual(stored.map(({ value }) => [value?.owner, value?.version]), [["me", 4], ["another", 1], ["me", 3]]);
  assert.deepEqual(rows.map(({ isLost }) => isLost), [false, true, false]);
  // One for each write, and another without the row that was lost: none was refused for one that was under way.
  assert.equal(commits, 5);
});
