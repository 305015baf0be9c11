import assert from "node:assert/strict";
import { dropSubscription, idOf as idIn, putSubscription, subscriptionKey } from "../../../websub/store/hub_rows.ts";
import { KeptRows } from "../../../websub/store/kept_rows.ts";
import { shardRange } from "../../../websub/store/shard.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { idOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";

const PATH = "/reviews.json";
const PAGE = 2;
const IDS = ["00", "01", "10", "20", "21"].map(idOf);
const range = shardRange(0);

type Rows = readonly Deno.KvEntry<Subscription>[];

/** A shard with five subscriptions, and the number of its pages read from the store. */
async function shardOfFive(most?: number) {
  const inner = await Deno.openKv(":memory:");
  await seedHub(inner, { subscriptions: Object.fromEntries(IDS.map((id) => [id, subscriptionOf()])) });
  let lists = 0;
  const list = (...selection: Parameters<Deno.Kv["list"]>) => {
    lists++;
    return inner.list(...selection);
  };
  const kv = storeProxy(inner, {}, { list });
  const rows = new KeptRows(kv, most);
  return {
    kv: inner,
    page: async (from = range.from, to = range.to) => (await rows.page(PATH, 0, { from, to }, PAGE)).rows,
    /** Reads the shard as a scan does; runs `between` after its first page. */
    look: async (between: () => Promise<unknown> = () => Promise.resolve()): Promise<Rows> => {
      const whole: Deno.KvEntry<Subscription>[] = [];
      for (let from = range.from;;) {
        const { rows: page, isLast } = await rows.page(PATH, 0, { from, to: range.to }, PAGE);
        whole.push(...page);
        if (isLast) return whole;
        from = `${idIn(page.at(-1)?.key ?? [])}0`;
        if (page[0]?.key.at(-1) === IDS[0]) await between();
      }
    },
    stored: () => Array.fromAsync(inner.list<Subscription>({ prefix: ["subscription", PATH] })),
    lists: () => {
      const count = lists;
      lists = 0;
      return count;
    },
    entry: async (id: string) => {
      const key = subscriptionKey(PATH, id);
      const { value, versionstamp } = await inner.get<Subscription>(key);
      return value === null ? { key, value, versionstamp: null } : { key, value, versionstamp: versionstamp ?? "" };
    },
    [Symbol.dispose]: () => inner.close(),
  };
}

type Shard = Awaited<ReturnType<typeof shardOfFive>>;

const WRITES: Readonly<Record<string, (shard: Shard) => Promise<unknown>>> = {
  "is renewed with another secret": async ({ kv, entry }) =>
    await putSubscription(kv.atomic(), await entry(IDS[1] ?? ""), subscriptionOf({ secret: "another" })).commit(),
  "is added": async ({ kv, entry }) =>
    await putSubscription(kv.atomic(), await entry(idOf("02")), subscriptionOf()).commit(),
  "is removed": async ({ kv, entry }) => {
    const before = await entry(IDS[1] ?? "");
    if (before.value !== null) await dropSubscription(kv.atomic(), before).commit();
  },
};

Deno.test("unchanged rows are read from the store once, whichever range is requested", async () => {
  using shard = await shardOfFive();
  const stored = await shard.stored();
  assert.deepEqual(await shard.look(), stored);
  assert.equal(shard.lists(), 3);
  assert.deepEqual(await shard.look(), stored);
  assert.deepEqual((await shard.page("1", "3")).map(({ key }) => idIn(key)), IDS.slice(2));
  assert.deepEqual((await shard.page("20", "21")).map(({ key }) => idIn(key)), IDS.slice(3, 4));
  assert.deepEqual(await shard.page("3", "4"), []);
  assert.equal(shard.lists(), 0);
});

Deno.test("a range requested again during a scan is not read again, and does not end the caching", async () => {
  using shard = await shardOfFive();
  await shard.page();
  assert.deepEqual((await shard.page(`${IDS[0]}0`)).map(({ key }) => idIn(key)), IDS.slice(1, 4));
  assert.equal(shard.lists(), 2);
  assert.deepEqual((await shard.page(`${IDS[1]}0`)).map(({ key }) => idIn(key)), IDS.slice(2, 4));
  assert.equal(shard.lists(), 0);
  await shard.look();
  shard.lists();
  assert.deepEqual(await shard.look(), await shard.stored());
  assert.equal(shard.lists(), 0);
});

for (const [what, write] of Object.entries(WRITES)) {
  Deno.test(`when a subscription ${what} by any process, the shard is read from the store again`, async () => {
    using shard = await shardOfFive();
    await shard.look();
    await write(shard);
    assert.deepEqual(await shard.look(), await shard.stored());
    shard.lists();
    assert.deepEqual(await shard.look(), await shard.stored());
    assert.equal(shard.lists(), 0);
  });

  Deno.test(`what is read while a subscription ${what} is not kept`, async () => {
    using shard = await shardOfFive();
    await shard.look(() => write(shard));
    assert.deepEqual(await shard.look(), await shard.stored());
  });
}

Deno.test("a scan that begins within a shard caches nothing, and neither do more rows than the cache holds", async () => {
  using shard = await shardOfFive();
  await shard.page(IDS[2]);
  await shard.page(`${IDS[3]}0`);
  assert.deepEqual(await shard.look(), await shard.stored());
  using crowded = await shardOfFive(IDS.length - 1);
  await crowded.look();
  crowded.lists();
  assert.deepEqual(await crowded.look(), await crowded.stored());
  assert.equal(crowded.lists(), 3);
});
