import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { headWatch } from "../../service/head_watch.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { Heartbeat } from "../../websub/heartbeat.ts";
import { chooseScheduler } from "../../websub/schedule/choose_scheduler.ts";
import { testHub } from "../support/hub/test_hub.ts";
import { FakeClock, timersOn } from "../support/service/fake_clock.ts";
import { watchedStore } from "../../domain/store/watched_store.ts";
import { storeProxy } from "../support/store/store_proxy.ts";

const [PART, DAY] = [1200, 86_400];

Deno.test("an idle day costs few reads of a store that reports changes, and the death of a process is noticed", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const { store, reads, still } = countingStore(kv);
  using timers = timersOn(clock, still);
  const scheduler = chooseScheduler(store, clock, "sweep", () => {});
  await using test = await testHub({ kv: store as Deno.Kv, clock, scheduler });
  const loader = { current: () => null, refresh: async () => void await readHead(store) };
  const listeners = { publish: () => null, onChange: () => Promise.resolve() };
  const watch = headWatch(loader, listeners, { error: () => {} }, store.onRowChange);
  watch.start();
  const cron = setInterval(() => void watch.look().then(test.hub.runDue), 60_000);
  // Jobs that follow the first start.
  await timers.pass(60);

  const before = reads();
  await timers.pass(PART);
  const aDay = (reads() - before) * DAY / PART;
  assert.ok(aDay > 10_000 && aDay < 40_000, `${aDay} reads a day`);

  const dead = new Heartbeat(kv, clock, () => {});
  await dead.beat();
  let seconds = 0;
  for (; (await Array.fromAsync(kv.list({ prefix: ["process"] }))).length > 0; seconds++) await timers.pass(1);
  assert.ok(seconds <= 20, `${seconds} seconds`);
  watch.stop();
  clearInterval(cron);
});

/** A store whose watch reports no change. Counts reads like a store that bills them. */
function countingStore(kv: Deno.Kv) {
  let [reads, underWay] = [0, 0];
  const counted = storeProxy(kv, {
    read: (read, keys) => {
      reads += keys.length;
      return read();
    },
  }, { onRowChange: () => () => {} });
  const store = watchedStore(counted, async (call, work) => {
    if (call === "list") reads++;
    underWay++;
    try {
      return await work();
    } finally {
      underWay--;
    }
  });
  return {
    store,
    /** Number of rows read; the end of a list counts as one. */
    reads: () => reads,
    /** Resolves when no read or write is running or follows from one. */
    still: async () => {
      for (let quiet = 0; quiet < 2; quiet = underWay > 0 ? 0 : quiet + 1) await setImmediate();
    },
  };
}
