import assert from "node:assert/strict";
import { progressLine } from "../../terminal/progress_line.ts";
import { tellProgress, useProgress } from "../../domain/progress.ts";

/** A progress display, its clock, and its output. */
function display(isTerminal: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const line = progressLine({ isTerminal, write: (text) => void written.push(text), now: () => clock.now });
  return { line, written, clock };
}

Deno.test("on a terminal one line rewrites itself, ten times a second and at each step, and goes away", () => {
  const { line: { hear, clear }, written, clock } = display(true);
  hear("reading", 1000, null);
  clock.now = 99;
  hear("reading", 2000, null);
  clock.now = 100;
  hear("reading", 3000, null);
  hear("compressing", 0, 6);
  clear();
  clear();
  assert.deepEqual(written, [
    "\rReading: 1,000 rows\x1b[K",
    "\rReading: 3,000 rows\x1b[K",
    "\rCompressing: 0 of 6 codings\x1b[K",
    "\r\x1b[K",
  ]);
});

Deno.test("without a terminal one line is printed for each step, and none for a short import", () => {
  const { line: { hear, clear }, written, clock } = display(false);
  hear("reading", 1000, null);
  clock.now = 4999;
  hear("merging", 500, 100_000);
  clear();
  assert.deepEqual(written, []);
  clock.now = 5000;
  hear("analysing", 43_000, 100_000);
  clock.now = 60_000;
  hear("analysing", 90_000, 100_000);
  hear("writing", 0, 40);
  clear();
  assert.deepEqual(written, ["Analysing: 43,000 of 100,000 reviews\n", "Writing: 0 of 40 pieces\n"]);
});

Deno.test("steps with many parts report progress at intervals, steps with few after each part", () => {
  const told: number[] = [];
  useProgress((_step, done) => void told.push(done));
  try {
    for (let done = 0; done < 100_000; done++) tellProgress("analysing", done, 100_000);
    assert.equal(told.length, 400);
    told.length = 0;
    for (let done = 0; done < 24; done += 12) tellProgress("writing", done, 24);
    assert.deepEqual(told, [0, 12]);
  } finally {
    useProgress(() => {});
  }
});
