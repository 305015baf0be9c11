import assert from "node:assert/strict";
import { isWholeIn } from "../../../../domain/insights/phrases/whole_phrase.ts";

Deno.test("a phrase that lacks its noun, the object of its verb or its end is not whole", () => {
  for (
    const phrase of [
      "took the time to answer",
      "prescription quickly",
      "feel like a number rather",
      "couldn't fix",
      "never asked",
      "time listening",
      "hour wait",
      "none available",
      "Please provide mosquito nets in rooms",
      "Maybe have a softer ride",
      "appointment so had to wait",
      "worth the extra",
      "Hire more people",
      "not understand why nobody tells",
      "nor the most expensive",
      "not be quick",
      "guide would be helpful",
    ]
  ) assert.equal(isWholeIn(phrase, phrase), false, phrase);
});

Deno.test("a noun with its judgement and a whole short predicate are whole", () => {
  for (
    const phrase of [
      "fair price",
      "price was very fair",
      "arrived quickly",
      "very quickly",
      "explained everything clearly",
      "easy to book",
      "treated with respect",
      "helped my daughter",
      "no one came",
      "friendly staff",
      "on time",
      "staff were kind and caring",
      "everything went well",
    ]
  ) assert.equal(isWholeIn(phrase, phrase), true, phrase);
});

Deno.test("a phrase is whole where something else follows it, and not where it goes on", () => {
  assert.equal(isWholeIn("very good", "the crew were very good"), true);
  assert.equal(isWholeIn("very good", "the crew were very good at it"), true);
  assert.equal(isWholeIn("very good", "the crew were very good, and quick"), true);
  assert.equal(isWholeIn("very good", "they are very good listeners"), false);
  assert.equal(isWholeIn("explained everything", "explained everything clearly"), true);
  assert.equal(isWholeIn("explained", "explained my options"), false);
  assert.equal(isWholeIn("long wait", "a long wait of 3 hours"), false);
  assert.equal(isWholeIn("long wait", "a long wait 3 times"), false);
  assert.equal(isWholeIn("long wait", "a long wait-list"), false);
  assert.equal(isWholeIn("long wait", "a long wait (again)"), true);
  assert.equal(isWholeIn("window are delicious", "sandwiches from the window are delicious"), false);
  assert.equal(isWholeIn("staff are lovely", "all the staff are lovely"), true);
});
