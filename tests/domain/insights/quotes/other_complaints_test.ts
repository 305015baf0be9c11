import assert from "node:assert/strict";
import { computedInsights } from "../../../support/insights/computed_insights.ts";
import { PARK } from "../../../support/insights/said_of.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const complaints = [
  "The mascot scared our children and was awful. The food was fine.",
  "The mascot was horrible. We left at four.",
  "An angry mascot pushed my son, terrible.",
  "The queue was long and the ride broke down.",
];

Deno.test("complaints that no problem covers are found, with sentences that say them", () => {
  const reviews = [
    ...complaints.map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text })),
    ...[1, 2, 3, 4, 5].map((n) => reviewOf({ native: `good ${n}`, text: "The garden was lovely." })),
    ...[1, 2, 3].map((n) => reviewOf({ native: `breaking ${n}`, rating: 1, text: "The carousel broke down, awful." })),
  ];
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints?.map(({ label, mention_count }) => [label, mention_count]), [["mascot", 3]]);
  const [mascot] = other_complaints ?? [];
  assert.deepEqual(mascot?.examples.toSorted(), [
    "An angry mascot pushed my son, terrible.",
    "The mascot scared our children and was awful.",
    "The mascot was horrible.",
  ]);
  for (const id of mascot?.example_review_ids ?? []) assert.ok(reviews.some((review) => review.id === id));
});

Deno.test("what two reviews complain of is no pattern, and what others praise is no complaint", () => {
  const few = complaints.slice(0, 2).map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text }));
  const praised = [1, 2, 3].map((n) => reviewOf({ native: `good ${n}`, rating: 2, text: "The garden was lovely." }));
  const insights = computedInsights(businessOf({ name: "Park" }), [...few, ...praised], PARK);
  assert.deepEqual(insights.other_complaints, []);
});

Deno.test("a word that only stands in the same sentence as a complaint is no complaint", () => {
  const reviews = [1, 2, 3, 4].map((n) =>
    reviewOf({
      native: `far ${n}`,
      rating: 1,
      text: `The mascot walked with us and our friends to gate number ${n} where it smelt awful.`,
    })
  );
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.ok(!other_complaints?.some(({ label }) => label.includes("mascot")));
});

Deno.test("words that happy reviews use as well tell nothing of a complaint", () => {
  const bad = ["The staff were awful.", "The staff were horrible to us.", "Rude staff, the staff were terrible."];
  const reviews = [
    ...bad.map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text })),
    ...complaints.map((text, n) => reviewOf({ native: `mascot ${n}`, rating: 1, text })),
    ...[1, 2, 3, 4].map((n) => reviewOf({ native: `good ${n}`, text: `Lovely staff at gate ${n}.` })),
  ];
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints?.map(({ label }) => label), ["mascot"]);
});

Deno.test("a complaint that no sentence says plainly is not shown", () => {
  const reviews = [
    "Awful mascot again.",
    "Mascot horrible, as above.",
    "terrible mascot and so on and on",
    "The food was fine.",
  ].map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text }));
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints, []);
});

Deno.test("what only stands beside a complaint about something else is not shown as one", () => {
  const reviews = [
    "The signs behind the mascot were awful.",
    "Terrible food, and then the mascot came.",
    "We waited with the mascot and the queue was horrible.",
    "It was awful that my son, who is small, could not see any mascot.",
  ].map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text }));
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints?.filter(({ label }) => label.includes("mascot")), []);
  const told = reviews.map((review, n) =>
    reviewOf({ ...review, native: `told ${n}`, text: `${review.text} The mascot was rude at gate ${n}.` })
  );
  const shown = computedInsights(businessOf({ name: "Park" }), told, PARK).other_complaints;
  assert.deepEqual(shown?.map(({ label, mention_count }) => [label, mention_count]), [["mascot", 4]]);
  for (const example of shown?.[0]?.examples ?? []) assert.match(example, /^The mascot was rude/);
});

Deno.test("criticism that stands far from a word is no complaint about it", () => {
  const reviews = [
    "I did not understand what my mascot plan was, and never got a written one.",
    "We asked what the mascot plan was and never got a written one.",
    "I asked where my mascot plan was and never got a good answer.",
    "They asked what the mascot plan was and never got a straight answer.",
  ].map((text, n) => reviewOf({ native: `far ${n}`, rating: 1, text }));
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints, []);
});
