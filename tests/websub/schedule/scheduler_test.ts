import assert from "node:assert/strict";
import { CertainStore } from "../../../domain/store/certain_store.ts";
import { chooseScheduler, queueScheduler } from "../../../websub/schedule/choose_scheduler.ts";
import type { Job, Scheduler } from "../../../websub/schedule/scheduler.ts";
import { SweepScheduler } from "../../../websub/schedule/sweep_scheduler.ts";
import { until } from "../../support/hub/test_hub.ts";
import { FakeClock, timersOn } from "../../support/service/fake_clock.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";

const CLOCK = { now: Date.now };
const JOB: Job = { kind: "verify", id: "one" };
const OTHER: Job = { kind: "distribute", path: "/feed.xml" };
const SCHEDULERS: Readonly<Record<string, (kv: Deno.Kv) => Scheduler>> = {
  queue: (kv) => queueScheduler(kv, fail),
  sweep: (kv) => new SweepScheduler(kv, CLOCK, 1000),
};

function fail(error: unknown): never {
  throw error;
}

/** Collects jobs and lets a test wait for one. */
function collector() {
  const jobs: Job[] = [];
  return {
    jobs,
    run: (job: Job) => Promise.resolve(void jobs.push(job)),
    came: (wanted: Job) => until(() => jobs.some((job) => JSON.stringify(job) === JSON.stringify(wanted))),
  };
}

for (const [name, make] of Object.entries(SCHEDULERS)) {
  Deno.test(`${name} runs a job that was committed, with its state, and not one that was not`, async () => {
    using kv = await Deno.openKv(":memory:");
    const scheduler = make(kv);
    // Before its start.
    await scheduler.schedule(kv.atomic(), JOB, 0).commit();
    const { jobs, run, came } = collector();
    scheduler.start(run);
    await came(JOB);
    const refused = scheduler.schedule(
      kv.atomic().check({ key: ["state"], versionstamp: "00000000000000000001" }),
      { kind: "verify", id: "refused" },
      0,
    );
    assert.equal((await refused.commit()).ok, false);
    await scheduler.schedule(kv.atomic().set(["state"], 1), OTHER, 0).commit();
    await came(OTHER);
    assert.equal((await kv.get(["state"])).value, 1);
    assert.deepEqual(jobs, [JOB, OTHER]);
    await scheduler.stop();
  });

  Deno.test(`${name} waits at its stop for the running job and begins no other`, async () => {
    using kv = await Deno.openKv(":memory:");
    const scheduler = make(kv);
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let ended = false;
    scheduler.start(async () => {
      begun.resolve();
      await release.promise;
      ended = true;
    });
    await scheduler.schedule(kv.atomic(), JOB, 0).commit();
    await begun.promise;
    const stopped = scheduler.stop();
    assert.equal(ended, false);
    release.resolve();
    await stopped;
    assert.equal(ended, true);
  });
}

Deno.test("a sweep runs a job no sooner than its delay, and the queue gets the delay of each job", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const sweep = new SweepScheduler(kv, clock, null);
  const { jobs, run } = collector();
  sweep.start(run);
  await sweep.schedule(sweep.schedule(kv.atomic(), JOB, 300), OTHER, 0).commit();
  clock.advance(299);
  await sweep.runDue();
  assert.deepEqual(jobs, [OTHER]);
  clock.advance(1);
  await sweep.runDue();
  assert.deepEqual(jobs, [OTHER, JOB]);
  await sweep.stop();
  const delays: unknown[] = [];
  const operation: Pick<Deno.AtomicOperation, "enqueue"> = {
    enqueue: (_job, options) => {
      delays.push(options?.delay);
      return operation as Deno.AtomicOperation;
    },
  };
  const queue = queueScheduler(kv, fail);
  queue.schedule(queue.schedule(operation as Deno.AtomicOperation, JOB, 299.5), OTHER, -1);
  assert.deepEqual(delays, [300, 0]);
});

Deno.test("auto chooses the queue, and the sweep if the store is behind a network", async () => {
  using kv = await Deno.openKv(":memory:");
  for (
    const [name, store] of [["queue", kv], ["sweep", new CertainStore(kv, { onRowChange: () => () => {} })]] as const
  ) {
    const scheduler = chooseScheduler(store, CLOCK, "auto", fail);
    assert.equal(scheduler.name, name);
    await scheduler.stop();
  }
});

Deno.test("the polls of a sweep do not pile up while the store hangs, and resume when it answers", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const answered = Promise.withResolvers<void>();
  let looks = 0;
  async function* list(...selection: Parameters<Deno.Kv["list"]>) {
    looks++;
    await answered.promise;
    yield* kv.list(...selection);
  }
  const sweep = new SweepScheduler(storeProxy(kv, {}, { list }), clock, 1000);
  await new SweepScheduler(kv, clock, null).schedule(kv.atomic(), JOB, 0).commit();
  const { jobs, run } = collector();
  using timers = timersOn(clock, async () => void await kv.get(["any"]));
  sweep.start(run);
  await timers.pass(50);
  assert.deepEqual([looks, jobs], [1, []]);
  answered.resolve();
  while (jobs.length === 0 || looks < 4) await timers.pass(1);
  assert.deepEqual(jobs, [JOB]);
  await sweep.stop();
});

Deno.test("of two sweeps on one store only one runs a job", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const ran: Job[] = [];
  const sweeps = [1, 2, 3].map(() => new SweepScheduler(kv, clock, null));
  for (const sweep of sweeps) sweep.start((job) => Promise.resolve(void ran.push(job)));
  for (let n = 0; n < 20; n++) {
    const operation = kv.atomic();
    sweeps[0]?.schedule(operation, { kind: "verify", id: String(n) }, 0);
    await operation.commit();
  }
  await Promise.all(sweeps.map((sweep) => sweep.runDue()));
  assert.deepEqual(ran.map((job) => "id" in job ? Number(job.id) : -1).sort((a, b) => a - b), [...Array(20).keys()]);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["job"] })), []);
});

Deno.test("a sweep's job whose process died is retried after half a minute", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const dying = new SweepScheduler(kv, clock, null);
  dying.start(() => new Promise(() => {}));
  await dying.schedule(kv.atomic(), JOB, 0).commit();
  void dying.runDue();
  const other = new SweepScheduler(kv, clock, null);
  const ran: Job[] = [];
  other.start((job) => Promise.resolve(void ran.push(job)));
  const taken = async () => (await Array.fromAsync(kv.list({ prefix: ["job"] }))).map(({ key }) => Number(key[1]));
  while ((await taken())[0] !== clock.now() + 30_000);
  clock.advance(29_999);
  await other.runDue();
  assert.deepEqual(ran, []);
  clock.advance(1);
  await other.runDue();
  assert.deepEqual(ran, [JOB]);
});

Deno.test("a sweep's job whose run failed is retried as well", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const sweep = new SweepScheduler(kv, clock, null);
  let runs = 0;
  sweep.start(() => ++runs === 1 ? Promise.reject(new Error("the store failed")) : Promise.resolve());
  await sweep.schedule(kv.atomic(), JOB, 0).commit();
  await sweep.runDue();
  clock.advance(30_000);
  await sweep.runDue();
  await sweep.runDue();
  assert.equal(runs, 2);
});

Deno.test("a sweep runs all jobs that are due, and 256 at a time", async () => {
  using kv = await Deno.openKv(":memory:");
  const scheduler = new SweepScheduler(kv, CLOCK, null);
  for (let number = 0; number < 300; number++) {
    await scheduler.schedule(kv.atomic(), { kind: "verify", id: String(number) }, 0).commit();
  }
  const gate = Promise.withResolvers<void>();
  const [begun, full] = [new Set<string>(), Promise.withResolvers<void>()];
  scheduler.start(async (job) => {
    if (job.kind === "verify" && begun.add(job.id).size === 256) full.resolve();
    await gate.promise;
  });
  const done = scheduler.runDue();
  await full.promise;
  for (let read = 0; read < 50; read++) await kv.get(["another"]);
  assert.equal(begun.size, 256);
  gate.resolve();
  await done;
  assert.equal(begun.size, 300);
  await scheduler.stop();
});
