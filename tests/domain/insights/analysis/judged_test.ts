import assert from "node:assert/strict";
import { PARK, saidUnder } from "../../../support/insights/said_of.ts";

const found = saidUnder({
  ...PARK,
  aspects: [{ id: "work", label: "Work", words: ["workmanship"], judged_words: ["work", "job"] }],
  problems: [{ id: "silence", label: "Silence", words: ["ghosted"], judged_words: ["communication"] }],
});

Deno.test("a word that needs a judgement is an aspect only beside an opinion", () => {
  assert.deepEqual(found("Great work.", 5).aspects, { work: "positive" });
  assert.deepEqual(found("They did a terrible job of it.", 3).aspects, { work: "negative" });
  assert.deepEqual(found("The work began on Monday.", 5).aspects, {});
  assert.deepEqual(found("The work began on a Monday in the rain, and our holiday was wonderful.", 5).aspects, {});
  assert.deepEqual(found("The workmanship.", 3).aspects, { work: "neutral" });
});
