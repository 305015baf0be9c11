import assert from "node:assert/strict";
import { seededRandom } from "../../support/seeded_random.ts";
import { type Action, runLane } from "../../../tools/soak/lane.ts";
import { judgeFailure } from "../../../tools/soak/command.ts";
import type { SoakStage } from "../../../tools/soak/soak_stage.ts";

/** The first actions of a lane. */
async function actionsOf(seed: number, count: number): Promise<readonly string[]> {
  const over = new AbortController();
  const done: string[] = [];
  const action = (name: string, times: number): Action => [times, () => {
    if (done.push(name) === count) over.abort();
    return Promise.resolve();
  }];
  const actions = [action("kill", 3), action("stop", 2), action("pause", 1)];
  await runLane(actions, { random: seededRandom(seed), rest: [0, 0], over: over.signal });
  return done;
}

Deno.test("a lane repeats its choices for the same seed, and runs every action its number of times in each round", async () => {
  const [one, again, other] = await Promise.all([actionsOf(1, 12), actionsOf(1, 12), actionsOf(2, 12)]);
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
  for (const round of [one.slice(0, 6), one.slice(6)]) {
    assert.deepEqual([...round].sort(), ["kill", "kill", "kill", "pause", "stop", "stop"]);
  }
});

/** Faults of a command that failed while the disk was full. */
function faultsOf(stderr: string): readonly string[] {
  const faults: string[] = [];
  const findings = { count: () => {}, fault: (kind: string) => void faults.push(kind) };
  const stage = { findings, timeline: { touched: () => true, told: () => "" } } as unknown as SoakStage;
  judgeFailure(stage, "import", 0, { code: 1, stdout: "", stderr, isKilled: false });
  return faults;
}

const SENTENCE = "The disk of the store is full, so nothing can be written at the moment.\n";

Deno.test("a failed command must give the reason in one sentence; progress lines may precede it", () => {
  assert.deepEqual(faultsOf(SENTENCE), []);
  assert.deepEqual(faultsOf(`Reading: 1,200 rows\nCompressing: 0 of 6 codings\n${SENTENCE}`), []);
  assert.deepEqual(faultsOf(`${SENTENCE}    at import (file:///import.ts:1:1)\n`), ["wrong"]);
  assert.deepEqual(faultsOf(`${SENTENCE}${SENTENCE}`), ["wrong"]);
});
