import assert from "node:assert/strict";
import { ownNames } from "../../../../domain/insights/quotes/own_names.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";

const business = businessOf({
  name: "Calder Heating",
  technicians: [{ id: "gus-olsen", name: "Gus Olsen", aliases: [] }],
});
const isOwn = ownNames(business, [{ text: "the pipework is neat and the hope was there" }]);

Deno.test("ownNames() excludes sentences that name a customer or another firm", () => {
  for (
    const sentence of [
      "They paid for both of Rosie's hip operations.",
      "Angela was delighted with the work.",
      "They were cheaper than British Gas.",
      "We asked Will about the price.",
      "The work for June was done well.",
    ]
  ) assert.equal(isOwn(sentence), false, sentence);
  assert.equal(isOwn("Hope was delighted with the work.", "Hope Miller"), false);
});

Deno.test("names of the business and its people, days, months and first words are no names of customers", () => {
  for (
    const sentence of [
      "Gus was on time and I'm very happy with Calder.",
      "Pipework is neat and tidy.",
      "They came on Monday, early in May.",
      "The heating was back on by Christmas.",
      "Hope was there at last.",
    ]
  ) assert.equal(isOwn(sentence, "Priya N"), true, sentence);
});
