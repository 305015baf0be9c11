import assert from "node:assert/strict";
import { encodedBody } from "../../../domain/documents/representation.ts";
import { attemptDelivery } from "../../../websub/distribution/attempt_delivery.ts";
import { Progress } from "../../../websub/distribution/progress.ts";
import { type Delivery, OwnedShard } from "../../../websub/distribution/owned_shard.ts";
import type { HubContext } from "../../../websub/hub_context.ts";
import { ExchangePlaces } from "../../../websub/exchange/exchange_places.ts";
import { KeptRows } from "../../../websub/store/kept_rows.ts";
import { dueKey } from "../../../websub/store/hub_rows.ts";
import { shardKey } from "../../../websub/store/shard.ts";
import { idOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { until } from "../../support/hub/test_hub.ts";

const PATH = "/reviews.json";
const IDS = ["01", "02", "03"].map(idOf);

function contentOf(version: number) {
  const bodies = { identity: encodedBody(new TextEncoder().encode(`version ${version}`)) };
  const representation = { contentType: "application/json", bodies, lastModified: null, link: null };
  return { path: PATH, version, representation } as const;
}

/** Writes the progress of a shard; 40 unrecorded deliveries trigger the write. */
async function note(kv: Deno.Kv, work: OwnedShard): Promise<void> {
  const noted = Promise.withResolvers<void>();
  const onWritten = (_shards: unknown, error?: unknown) => error === undefined ? noted.resolve() : noted.reject(error);
  work.unrecorded = 40;
  new Progress(kv, () => [work], onWritten).soon();
  await noted.promise;
}

/** Work on a shard with three subscriptions that have version 1 and need version 2. */
async function workOn(kv: Deno.Kv) {
  const subscriptions = Object.fromEntries(IDS.map((id) => [id, subscriptionOf({ deliveredVersion: 1 })]));
  await seedHub(kv, { subscriptions });
  const shard = { owner: "me", version: 1, look: { version: 2, rest: [{ from: "0", to: "4" }], except: [] } };
  const key = shardKey(PATH, 0);
  await kv.set(key, shard);
  const entry = await kv.get<typeof shard>(key);
  const exchanges: string[] = [];
  // Only the members that reading and attempting need.
  const context = {
    kv,
    clock: { now: Date.now },
    client: { exchange: () => Promise.resolve(exchanges.push("one")) },
    rows: new KeptRows(kv),
    places: new ExchangePlaces(64, 8),
    isStopping: () => false,
  } as unknown as HubContext;
  let rows = Promise.withResolvers<void>();
  const onRows = () => {
    rows.resolve();
    rows = Promise.withResolvers();
  };
  const work = new OwnedShard(context, PATH, 0, entry as Deno.KvEntry<typeof shard>, contentOf(2), onRows);
  /** The next delivery; waits for the page if rows must be read first. */
  async function next(): Promise<Delivery> {
    const read = rows.promise;
    const delivery = work.next();
    if (delivery !== null) return delivery;
    await read;
    return await next();
  }
  return { work, context, next, exchanges };
}

Deno.test("a delivery that a newer version has dropped while its row was read is not made", async () => {
  using kv = await Deno.openKv(":memory:");
  const { work, context, exchanges } = await workOn(kv);
  const delivery = work.add(IDS[0] ?? "", "a.example", null, null);
  const attempting = attemptDelivery(context, delivery, () => true);
  work.changeContent(contentOf(3));
  assert.deepEqual(await attempting, { kind: "given_up" });
  assert.deepEqual(exchanges, []);
  assert.equal(work.unsettled.size, 0);
});

Deno.test("after a scan for retries has met a running delivery, another scan follows", async () => {
  using kv = await Deno.openKv(":memory:");
  const { work, next } = await workOn(kv);
  const [first] = [await next(), await next(), await next()];
  await until(() => (work.next(), work.state !== "scanning"));
  assert.equal(work.isDueSearchWanted, true);
  // The retry row is committed, and its job runs before the commit's answer arrives.
  await kv.set(dueKey(PATH, first.id, 5), "a.example");
  assert.deepEqual(await work.findDue(), []);
  assert.equal(work.isDueSearchWanted, false);
  work.unsettled.clear();
  assert.deepEqual([work.isDone, work.isDueSearchWanted], [false, true]);
  assert.deepEqual((await work.findDue()).map(({ id, dueAt }) => [id, dueAt]), [[first.id, 5]]);
  work.unsettled.clear();
  assert.deepEqual([work.isDone, work.isDueSearchWanted], [true, false]);
});

Deno.test("a retry that becomes due during a scan is found by the next one", async () => {
  using kv = await Deno.openKv(":memory:");
  const { work } = await workOn(kv);
  assert.equal(work.isDueSearchWanted, false);
  work.requestDueSearch();
  assert.equal(work.isDueSearchWanted, true);
  const looking = work.findDue();
  assert.equal(work.isDueSearchWanted, false);
  work.requestDueSearch();
  assert.equal(work.isDueSearchWanted, false);
  await looking;
  assert.equal(work.isDueSearchWanted, true);
  await kv.set(dueKey(PATH, IDS[0] ?? "", 5), "a.example");
  assert.deepEqual((await work.findDue()).map(({ id }) => id), [IDS[0]]);
  assert.equal(work.isDueSearchWanted, false);
});

Deno.test("the progress names the subscriptions that may lack the version, and a shard taken by another process fails", async () => {
  using kv = await Deno.openKv(":memory:");
  const { work, next } = await workOn(kv);
  const [first, second] = [await next(), await next()];
  work.unsettled.delete(first.id);
  await note(kv, work);
  const { value } = await kv.get(shardKey(PATH, 0));
  assert.deepEqual(value, {
    owner: "me",
    version: 1,
    look: { version: 2, rest: [{ from: `${second.id}0`, to: "4" }], except: [second.id.slice(0, 16)] },
  });
  assert.equal(work.unrecorded, 0);
  await kv.set(shardKey(PATH, 0), { owner: "another", version: 1, look: null });
  await note(kv, work);
  assert.equal(work.hasFailed, true);
  assert.equal(work.next(), null);
});

Deno.test("a transition that the table of states lacks is refused", async () => {
  using kv = await Deno.openKv(":memory:");
  const { work } = await workOn(kv);
  const refused = (next: string, from: string) => ({
    message: `Shard 0 of ${PATH} is scanning; it becomes ${next} only from ${from}.`,
  });
  assert.throws(() => work.released(), refused("released", "releasing or abandoning"));
  assert.throws(() => work.releaseFailed(), refused("failed", "abandoning"));
  work.beginRelease();
  assert.throws(() => work.beginRelease(), /is releasing; it becomes releasing only from scanning or draining/);
});
