import assert from "node:assert/strict";
import { isTorn, isWholeIn } from "../../../../domain/insights/phrases/whole_phrase.ts";

const isThing = (word: string) => /^(?:phone|menu|window|staff|wait)$/.test(word);

Deno.test("a phrase that lacks its noun, its verb, the object of the verb or its end is torn", () => {
  for (
    const phrase of [
      "ambulance to arrive",
      "took the time to answer",
      "unable to contact",
      "phone quicker",
      "prescription quickly",
      "bed more comfortable",
      "menu very well",
      "knew exactly",
      "feel like a number rather",
      "couldn't fix",
      "passed on incorrect",
      "never asked",
      "time listening",
      "hour wait",
      "none available",
      "no one Tuesday",
      "respect my father",
      "answered the phone were very nice",
      "Please provide mosquito nets in rooms",
      "Maybe have a softer ride",
      "appointment so had to wait",
      "worth the extra",
    ]
  ) assert.equal(isTorn(phrase), true, phrase);
});

Deno.test("a noun with its judgement and a whole short predicate are not torn", () => {
  for (
    const phrase of [
      "fair price",
      "price was very fair",
      "arrived quickly",
      "very quickly",
      "seated promptly",
      "explained everything clearly",
      "listened to my answers",
      "spoke to me",
      "easy to book",
      "never have to wait",
      "treated with respect",
      "helped my daughter",
      "no one came",
      "was told",
      "as good as new",
      "nobody asked",
      "friendly staff",
      "on time",
      "two hour wait",
      "staff were kind and caring",
    ]
  ) assert.equal(isTorn(phrase), false, phrase);
});

Deno.test("a phrase is whole where something else follows it, and not where it goes on", () => {
  const isWhole = (phrase: string, clause: string) => isWholeIn(phrase, clause, isThing);
  assert.equal(isWhole("very good", "the crew were very good"), true);
  assert.equal(isWhole("very good", "the crew were very good at it"), true);
  assert.equal(isWhole("very good", "the crew were very good, and quick"), true);
  assert.equal(isWhole("very good", "they are very good listeners"), false);
  assert.equal(isWhole("explained everything", "explained everything clearly"), true);
  assert.equal(isWhole("explained", "explained my options"), false);
  assert.equal(isWhole("long wait", "a long wait of 3 hours"), false);
  assert.equal(isWhole("long wait", "a long wait 3 times"), false);
  assert.equal(isWhole("long wait", "a long wait-list"), false);
  assert.equal(isWhole("long wait", "a long wait (again)"), true);
});

Deno.test("a phrase that has lost the verb before it is not whole", () => {
  const isWhole = (phrase: string, clause: string) => isWholeIn(phrase, clause, isThing);
  assert.equal(isWhole("not feel rushed", "I did not feel rushed"), false);
  assert.equal(isWhole("not very friendly", "they were not very friendly"), true);
  assert.equal(isWhole("menu fresh", "they keep the menu fresh"), false);
  assert.equal(isWhole("fresh menu", "a fresh menu"), true);
  assert.equal(isWhole("window are delicious", "sandwiches from the window are delicious"), false);
  assert.equal(isWhole("staff are lovely", "all the staff are lovely"), true);
});
