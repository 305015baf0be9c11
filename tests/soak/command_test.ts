import assert from "node:assert/strict";
import { judgeFailure } from "../../soak/command.ts";
import type { SoakStage } from "../../soak/soak_stage.ts";

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
