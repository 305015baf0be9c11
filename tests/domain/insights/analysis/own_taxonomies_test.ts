import assert from "node:assert/strict";
import { PARK, saidUnder } from "../../../support/insights/said_of.ts";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";

const own = saidUnder(PARK);
const builtIn = saidUnder({ ...PARK, id: "restaurant" });

Deno.test("an own taxonomy ignores implied opinions where another sentence has one", () => {
  const text = "Lovely park. Stalls with food under the trees. The rain was awful.";
  assert.deepEqual(own(text, 4).aspects, {});
  assert.ok("food" in builtIn(text, 4).aspects);
});

Deno.test("customers' actions, amounts and average ratings stay neutral mentions", () => {
  // If no other sentence has an opinion, the mention implies none and stays neutral.
  assert.deepEqual(own("Stalls with food under the trees.", 4).aspects, { food: "neutral" });
  for (const text of ["We had food at noon.", "The food was £12.", "The food was average."]) {
    assert.deepEqual(own(text).aspects, { food: "neutral" }, text);
  }
  assert.deepEqual(own("The food was great.").aspects, { food: "positive" });
});

Deno.test("a single sentence keeps its mention, and so does a built-in taxonomy", () => {
  const text = "Stalls with food under the trees.";
  assert.deepEqual(Object.keys(own(text, 5).aspects), ["food"]);
  assert.deepEqual(Object.keys(builtIn(`Lovely park. ${text} The rain was awful.`, 5).aspects), ["food"]);
});
const said = saidUnder(PARK);

Deno.test("'could be fresher' is a complaint, 'we could be nearer' is none", () => {
  assert.equal(said("The food could be fresher.").aspects.food, "negative");
  assert.notEqual(said("We sat there so we could be nearer the food.").aspects.food, "negative");
});

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

const HALL = Taxonomy.parse({
  id: "banquet_hall",
  version: 1,
  aspects: [
    { id: "hall", label: "Hall", words: ["hall", "venue"] },
    { id: "size", label: "Size", words: ["size", "big", "small", "large", "spacious"] },
    { id: "food", label: "Food", words: ["food", "meal", "drink"] },
    { id: "parking", label: "Parking", words: ["parking", "parked"] },
    { id: "staff", label: "Staff", words: ["staff", "management", "owner"] },
    { id: "price", label: "Price", words: ["price", "rent", "rate"] },
    { id: "children", label: "Children", words: ["kid", "children"] },
    { id: "rides", label: "Rides", words: ["ride", "swing"] },
    { id: "cleanliness", label: "Cleanliness", words: ["clean", "cleanliness", "dirty"] },
  ],
  problems: [],
  topics: [],
});
const PETS = Taxonomy.parse({
  id: "pet_insurance",
  version: 1,
  aspects: [
    { id: "claims", label: "Claims", words: ["claim"] },
    { id: "price", label: "Price", words: ["price", "premium"] },
    { id: "excess", label: "Excess", words: ["excess"] },
  ],
  problems: [],
  topics: [],
});
const inHall = saidUnder(HALL);
const ofPets = saidUnder(PETS);
const inPark = saidUnder(PARK);

type Said = ReturnType<typeof saidUnder>;

function assertSaid(said: Said, aspect: string, sentiment: string | undefined, texts: readonly string[], rating = 3) {
  for (const text of texts) assert.equal(said(text, rating).aspects[aspect], sentiment, text);
}

Deno.test("an aspect that a park's review only names takes no opinion from elsewhere", () => {
  // A mention that may imply praise is dropped if another sentence has an opinion.
  assertSaid(inPark, "staff", undefined, ["Staff gave us a map. A wonderful day, we loved it."], 5);
  assertSaid(inPark, "queues", "neutral", ["The queue is on the left.", "Yes there are queues."]);
  assertSaid(inPark, "parking", undefined, ["A lovely park for families.", "The old park had character."]);
});

Deno.test("an opinion word that is an aspect itself also applies to the preceding noun", () => {
  for (const text of ["The hall is very dirty.", "Hall dirty and no fans."]) {
    const { aspects } = inHall(text);
    assert.deepEqual([aspects.hall, aspects.cleanliness], ["negative", "negative"], text);
  }
  assert.equal(inHall("We loved the hall, dirty cars were outside.").aspects.hall, "positive");
});

Deno.test("never having waited longer is praise of the queues, having waited long is not", () => {
  assertSaid(inPark, "queues", "positive", [
    "We never waited more than ten minutes.",
    "Never waited longer than 10 minutes.",
  ]);
  assertSaid(inPark, "queues", "negative", [
    "We waited more than an hour.",
    "The queues feel longer.",
  ]);
});

Deno.test("a renewal that is due is no higher price", () => {
  assertSaid(ofPets, "price", "neutral", ["The premium comes up for renewal in May."]);
  assertSaid(ofPets, "price", "negative", ["The premium went up again."]);
});
