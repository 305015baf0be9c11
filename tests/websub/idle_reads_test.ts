import assert from "node:assert/strict";
import { headWatch } from "../../service/head_watch.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { Heartbeat } from "../../websub/heartbeat.ts";
import { chooseScheduler } from "../../websub/schedule/choose_scheduler.ts";
import { testHub } from "../support/hub/test_hub.ts";
import { FakeClock } from "../support/service/fake_clock.ts";
import { watchedStore } from "../../domain/store/watched_store.ts";
import { storeProxy } from "../support/store/store_proxy.ts";

/** Timers that run when the test lets them, on its clock. */
function timersOn(
  clock: FakeClock,
  still: () => Promise<void>,
): Disposable & { readonly pass: (seconds: number) => Promise<void> } {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const timers = new Map<number, { at: number; readonly then: () => void; readonly every: number | null }>();
  let last = 1_000_000;
  const set = (then: () => void, milliseconds = 0, every: number | null = null) => {
    timers.set(++last, { at: clock.now() + milliseconds, then, every });
    return last;
  };
  const clear = (id?: number) => void timers.delete(id ?? 0);
  Object.assign(globalThis, {
    setTimeout: set,
    setInterval: (then: () => void, milliseconds: number) => set(then, milliseconds, milliseconds),
    clearTimeout: clear,
    clearInterval: clear,
  });
  return {
    pass: async (seconds) => {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1000);
        for (const [id, timer] of [...timers]) {
          if (timer.at > clock.now()) continue;
          if (timer.every === null) timers.delete(id);
          else timer.at += timer.every;
          timer.then();
        }
        // Reads and writes of the hubs, in order.
        await still();
      }
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval }),
  };
}

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
  const { setTimeout } = globalThis;
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
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
      for (let quiet = 0; quiet < 2; quiet = underWay > 0 ? 0 : quiet + 1) await turn();
    },
  };
}
