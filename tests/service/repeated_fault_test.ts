import assert from "node:assert/strict";
import { repeatedFault } from "../../service/repeated_fault.ts";
import { FakeClock } from "../support/service/fake_clock.ts";

const HOUR = 3_600_000;

/** Faults on a fake clock, with the seconds at which each was logged. */
function faults() {
  const clock = new FakeClock();
  const start = clock.now();
  const told: (readonly [second: number, fault: string, times: number])[] = [];
  const fault = repeatedFault(
    (error, times) => told.push([(clock.now() - start) / 1000, String(error), times]),
    clock.now,
  );
  return { clock, fault, told };
}

Deno.test("repeatedFault() reports ten faults a second once, then at intervals that double to an hour", () => {
  const { clock, fault, told } = faults();
  for (let at = 0; at < 24 * HOUR; at += 100) {
    fault.happened("broken");
    clock.advance(100);
  }
  const seconds = told.map(([second]) => second);
  assert.deepEqual(seconds.slice(0, 5), [0, 10, 30, 70, 150]);
  assert.equal(Math.max(...seconds.map((second, n) => second - (seconds[n - 1] ?? 0))), 3600);
  assert.ok(told.length < 40, `${told.length} lines`);
  assert.equal(told[1]?.[2], 101);
});

Deno.test("repeatedFault() reports another fault at once, and the same fault again after its end", () => {
  const { clock, fault, told } = faults();
  fault.happened("one");
  clock.advance(2000);
  fault.happened("other");
  assert.equal(fault.since(), clock.now() - 2000);
  fault.ended();
  assert.equal(fault.since(), null);
  fault.happened("other");
  clock.advance(2 * HOUR);
  fault.happened("other");
  assert.deepEqual(told, [[0, "one", 1], [2, "other", 2], [2, "other", 1], [7202, "other", 1]]);
});

Deno.test("repeatedFault() is not silenced by a clock that was set back", () => {
  const { clock, fault, told } = faults();
  fault.happened("one");
  clock.putBack(HOUR);
  fault.happened("one");
  assert.equal(told.length, 2);
});
