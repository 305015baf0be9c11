import assert from "node:assert/strict";
import { StoreCalls } from "../../../domain/store/store_calls.ts";
import { type StoreTrouble, StoreTroubleError } from "../../../domain/store/store_trouble.ts";

const DEADLINE_MS = 8000;
const PROBE_MS = 5000;

/** Calls under a fake clock, to a store whose answers the test gives. */
function calls(most = 3) {
  let now = 1_000_000;
  let alarms: { readonly at: number; readonly then: () => void }[] = [];
  const changes: (number | null)[] = [];
  const open: { readonly name: string; readonly answer: PromiseWithResolvers<string> }[] = [];

  function begin(name: string): Promise<string> {
    const answer = Promise.withResolvers<string>();
    open.push({ name, answer });
    return answer.promise;
  }

  const made = new StoreCalls(
    {
      deadlineMilliseconds: DEADLINE_MS,
      probeMilliseconds: PROBE_MS,
      most,
      now: () => now,
      after: (milliseconds, then) => {
        const alarm = { at: now + milliseconds, then };
        alarms.push(alarm);
        return () => void (alarms = alarms.filter((one) => one !== alarm));
      },
    },
    () => begin("probe"),
    (trouble: StoreTrouble | null) => changes.push(trouble?.since ?? null),
  );
  return {
    made,
    changes,
    call: (name: string) =>
      made.call(() => begin(name)).catch((error) => {
        assert.ok(error instanceof StoreTroubleError && error.fault === "silent", String(error));
        return "silent";
      }),
    /** The calls that the store has received and not answered. */
    open: () => open.map(({ name }) => name),
    answer: async (name: string) => {
      const at = open.findIndex((one) => one.name === name);
      open.splice(at, 1)[0]?.answer.resolve(`${name} done`);
      await settled();
    },
    pass: async (milliseconds: number) => {
      const end = now + milliseconds;
      for (;;) {
        const next = alarms.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = next.at;
        alarms = alarms.filter((one) => one !== next);
        next.then();
        await settled();
      }
      now = end;
    },
    /** Simulates a stall: timers due during it fire afterwards, once each. */
    holdUp: async (milliseconds: number) => {
      now += milliseconds;
      const late = alarms.filter(({ at }) => at <= now);
      alarms = alarms.filter(({ at }) => at > now);
      for (const { then } of late) then();
      await settled();
    },
    alarms: () => alarms.length,
  };
}

/** Runs the pending microtasks. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

Deno.test("a call that is answered in time leaves nothing behind", async () => {
  const test = calls();
  const answered = test.call("a");
  await test.pass(DEADLINE_MS - 1);
  await test.answer("a");
  assert.equal(await answered, "a done");
  assert.deepEqual([test.alarms(), test.changes, test.made.trouble], [0, [], null]);
});

Deno.test("a call ends at its deadline, and from then on calls are refused at once, until the store answers", async () => {
  const test = calls();
  const late = test.call("a");
  await test.pass(DEADLINE_MS);
  assert.equal(await late, "silent");
  assert.deepEqual(test.made.trouble, { fault: "silent", since: 1_000_000 });
  assert.equal(await test.call("b"), "silent");
  assert.deepEqual(test.open(), ["a"]);
  await test.answer("a");
  assert.deepEqual([test.changes, test.made.trouble, test.alarms()], [[1_000_000, null], null, 0]);
  const answered = test.call("c");
  await settled();
  await test.answer("c");
  assert.equal(await answered, "c done");
});

Deno.test("a process suspended beyond the deadline still accepts the answer that arrived meanwhile", async () => {
  const test = calls();
  const answered = test.call("a");
  await test.pass(DEADLINE_MS / 2);
  await test.holdUp(3 * DEADLINE_MS);
  await test.answer("a");
  assert.equal(await answered, "a done");
  assert.deepEqual([test.alarms(), test.changes], [0, []]);
});

Deno.test("a silent store gets a limited number of calls, and any answer ends the silence", async () => {
  const test = calls();
  const given = [test.call("a"), test.call("b")];
  for (let minute = 0; minute < 60; minute++) {
    await test.pass(60_000);
    for (let timer = 0; timer < 10; timer++) assert.equal(await test.call("timer"), "silent");
  }
  assert.deepEqual(await Promise.all(given), ["silent", "silent"]);
  assert.deepEqual(test.open(), ["a", "b", "probe"]);
  assert.equal(test.alarms(), 1);
  await test.answer("probe");
  assert.deepEqual([test.changes, test.alarms()], [[1_000_000, null], 0]);
});

Deno.test("a late call among answered ones ends, and the store is not silent", async () => {
  const test = calls();
  const slow = test.call("slow");
  await test.pass(DEADLINE_MS - 1);
  const quick = test.call("quick");
  await settled();
  await test.answer("quick");
  await test.pass(1);
  assert.deepEqual([await slow, await quick], ["silent", "quick done"]);
  assert.deepEqual([test.changes, test.made.trouble], [[], null]);
  await test.answer("slow");
});

Deno.test("a queued call whose deadline passed leaves its turn to the next", async () => {
  const test = calls(1);
  const early = ["one", "two", "three", "four", "five"].map((name) => test.call(name));
  await test.pass(3000);
  await test.answer("one");
  const last = test.call("last");
  await test.pass(3000);
  await test.answer("two");
  await test.pass(3000);
  assert.deepEqual(test.open(), ["three"]);
  await test.answer("three");
  assert.deepEqual(test.open(), ["last"]);
  await test.answer("last");
  assert.deepEqual(await Promise.all(early), ["one done", "two done", "silent", "silent", "silent"]);
  assert.deepEqual([await last, test.made.trouble], ["last done", null]);
});

Deno.test("a closed store makes no calls and reports nothing", async () => {
  const test = calls();
  const late = test.call("a");
  await test.pass(DEADLINE_MS);
  assert.equal(await late, "silent");
  test.made.close();
  await test.pass(10 * PROBE_MS);
  assert.deepEqual([test.open(), test.alarms()], [["a"], 0]);
  await test.answer("a");
  assert.deepEqual(test.changes, [1_000_000]);
});
