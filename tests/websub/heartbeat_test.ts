import assert from "node:assert/strict";
import { Heartbeat, LOOKS_UNTIL_DEAD } from "../../websub/heartbeat.ts";
import { WAKE } from "../../websub/schedule/scheduler.ts";
import { FakeClock } from "../support/service/fake_clock.ts";
import { storeProxy } from "../support/store/store_proxy.ts";

function two(kv: Deno.Kv) {
  const clock = new FakeClock();
  const lost: string[] = [];
  const [one, other] = [new Heartbeat(kv, clock, () => lost.push("one")), new Heartbeat(kv, clock, () => {})] as const;
  return { clock, lost, one, other };
}

async function observeTimes(heartbeat: Heartbeat, times: number): Promise<void> {
  for (let look = 0; look < times; look++) await heartbeat.observe();
}

function processes(kv: Deno.Kv): Promise<Deno.KvEntry<unknown>[]> {
  return Array.fromAsync(kv.list({ prefix: ["process"] }));
}

Deno.test("an idle process writes nothing, and its row is removed seconds after its work", async () => {
  using kv = await Deno.openKv(":memory:");
  const { one } = two(kv);
  for (let second = 0; second < 3; second++) await one.tick(false);
  assert.deepEqual(await processes(kv), []);
  assert.ok(await one.ensure());
  const [first] = await processes(kv);
  await one.tick(true);
  const [second] = await processes(kv);
  assert.notEqual(first?.versionstamp, second?.versionstamp);
  let left = 0;
  while ((await processes(kv)).length > 0) {
    await one.tick(false);
    left++;
  }
  assert.equal(left, 5);
  assert.equal(one.isFresh(), false);
});

Deno.test("a process may begin exchanges for a limited time after each heartbeat", async () => {
  using kv = await Deno.openKv(":memory:");
  const { clock, one } = two(kv);
  assert.equal(one.isFresh(), false);
  assert.ok(await one.ensure());
  clock.advance(6000 - 100);
  assert.ok(one.isFresh());
  clock.advance(100);
  assert.equal(one.isFresh(), false);
  assert.ok(await one.ensure());
  assert.ok(one.isFresh());
});

Deno.test("a process counts as dead after exactly the set number of polls without a new heartbeat", async () => {
  using kv = await Deno.openKv(":memory:");
  const { one, other, lost } = two(kv);
  // One heartbeat in that number of polls is enough.
  for (let round = 0; round < 3; round++) {
    assert.ok(await one.beat());
    await observeTimes(other, LOOKS_UNTIL_DEAD);
  }
  assert.equal((await processes(kv)).length, 1);
  assert.deepEqual([(await kv.get(WAKE)).value, lost], [null, []]);
  await other.observe();
  assert.deepEqual(await processes(kv), []);
  assert.notEqual((await kv.get(WAKE)).value, null);
  const { id } = one;
  assert.equal(await one.beat(), false);
  assert.deepEqual(lost, ["one"]);
  assert.notEqual(one.id, id);
  assert.ok(await one.beat());
});

Deno.test("a process whose last heartbeat is long ago is dead after two seconds, a younger one is not", async () => {
  using kv = await Deno.openKv(":memory:");
  const { clock, one, other } = two(kv);
  await one.beat();
  clock.advance(29_999);
  await observeTimes(other, 3);
  assert.equal((await processes(kv)).length, 1);
  // Old only from now on, as after a suspension: earlier polls do not count.
  clock.advance(1);
  await observeTimes(other, 2);
  assert.equal((await processes(kv)).length, 1);
  await other.observe();
  assert.deepEqual(await processes(kv), []);
});

Deno.test("a process that has ended is dead at the first poll, where its lock shows it, and a paused one is not", async () => {
  using kv = await Deno.openKv(":memory:");
  const [held, ended] = [new Set<string>(), new Set<string>()];
  const locks = {
    hold: (id: string) => Promise.resolve(held.add(id).size > 0),
    isFree: (id: string) => Promise.resolve(ended.has(id)),
    forget: (id: string) => Promise.resolve(void held.delete(id)),
    release: () => {},
  };
  const one = new Heartbeat(kv, new FakeClock(), () => {}, locks);
  const other = new Heartbeat(kv, new FakeClock(), () => {}, locks);
  // A process without a lock is judged by its heartbeats alone.
  const unlocked = new Heartbeat(kv, new FakeClock(), () => {});
  for (const heartbeat of [one, unlocked]) await heartbeat.beat();
  await observeTimes(other, 2);
  assert.equal((await processes(kv)).length, 2);
  for (const { id } of [one, unlocked]) ended.add(id);
  await other.observe();
  assert.deepEqual((await processes(kv)).map(({ key }) => key[1]), [unlocked.id]);
  assert.deepEqual([...held], []);
  assert.notEqual((await kv.get(WAKE)).value, null);
});

Deno.test("a heartbeat between the last poll and the removal saves a process", async () => {
  using kv = await Deno.openKv(":memory:");
  const { one, lost } = two(kv);
  await one.beat();
  let late = () => Promise.resolve();
  const slow = storeProxy(kv, { commit: (commit) => late().then(commit) });
  const other = new Heartbeat(slow, new FakeClock(), () => {});
  await observeTimes(other, LOOKS_UNTIL_DEAD);
  late = async () => void await one.beat();
  await other.observe();
  late = () => Promise.resolve();
  assert.equal((await processes(kv)).length, 1);
  assert.ok(await one.beat());
  assert.deepEqual(lost, []);
});

Deno.test("a heartbeat whose answer was lost is repeated, and the process lives on", async () => {
  using kv = await Deno.openKv(":memory:");
  const { one, lost } = two(kv);
  await one.beat();
  const [row] = await processes(kv);
  // State of the store after a heartbeat whose answer was lost.
  await kv.set(row?.key ?? [], { beatenAt: 1 });
  assert.ok(await one.beat());
  assert.deepEqual(lost, []);
});

Deno.test("a clock that is set back makes no heartbeat younger", async () => {
  using kv = await Deno.openKv(":memory:");
  let time = 1_000_000;
  const heartbeat = new Heartbeat(kv, { now: () => time }, () => {});
  await heartbeat.beat();
  time -= 3_600_000;
  assert.ok(heartbeat.isFresh());
  time += 3_600_000 + 6000;
  assert.equal(heartbeat.isFresh(), false);
});

Deno.test("work that begins while the row is being removed has a row", async () => {
  using kv = await Deno.openKv(":memory:");
  // Commits and deletions arrive late, in their order.
  const late = storeProxy(kv, {
    commit: async (commit) => {
      for (let read = 0; read < 20; read++) await kv.get(["any"]);
      return await commit();
    },
  });
  const heartbeat = new Heartbeat(late, new FakeClock(), () => {});
  for (let round = 0; round < 5; round++) {
    assert.ok(await heartbeat.ensure());
    for (let second = 0; second < 4; second++) await heartbeat.tick(false);
    const resting = heartbeat.tick(false);
    const [isAlive] = await Promise.all([heartbeat.ensure(), resting]);
    assert.ok(isAlive);
    const [row] = await processes(kv);
    assert.deepEqual(row?.key, ["process", heartbeat.id]);
    assert.equal(row?.versionstamp, heartbeat.row.versionstamp);
    await heartbeat.stop();
    assert.deepEqual(await processes(kv), []);
  }
});
