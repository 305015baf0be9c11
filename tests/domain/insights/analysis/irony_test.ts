import assert from "node:assert/strict";
import { saidByRules } from "../../../support/insights/said_of.ts";

const home = saidByRules();

Deno.test("praise that only looks like irony stays praise", () => {
  assert.equal(home('He said "great choice" and the price was fair.').aspects.pricing, "positive");
  assert.equal(home("Great, friendly crew.").aspects.friendliness, "positive");
  assert.equal(home("Great job cleaning up.").aspects.cleanliness, "positive");
  assert.equal(home("So friendly, so much for so little money.").aspects.friendliness, "positive");
});

Deno.test("'would be helpful' and 'user-friendly' do not praise friendliness", () => {
  assert.equal(home("Closing the doors would be helpful.").aspects.friendliness, undefined);
  assert.equal(home("The portal is user-friendly.").aspects.friendliness, undefined);
  assert.equal(home("He was helpful and friendly.").aspects.friendliness, "positive");
});
