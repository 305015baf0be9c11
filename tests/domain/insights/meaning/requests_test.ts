import assert from "node:assert/strict";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { saidUnder } from "../../../support/insights/said_of.ts";

const said = saidUnder(Taxonomy.parse({
  id: "app",
  version: 1,
  aspects: [
    { id: "reliability", label: "Reliability", words: ["reliable", "crash", "work", "load", "open"] },
    { id: "access", label: "Access", words: ["log in", "screenshot", "transfer", "let me"] },
    { id: "staff", label: "Staff", words: ["staff", "team"] },
  ],
  problems: [],
  topics: [],
}));

Deno.test("what is asked for is criticised, whatever praise the request holds", () => {
  for (
    const text of [
      "Very good app, but please make it reliable.",
      "It would be great if it were more reliable.",
      "They should make it reliable.",
      "Please fix it so that it is reliable.",
    ]
  ) for (const rating of [1, 3, 5]) assert.equal(said(text, rating).aspects.reliability, "negative", text);
  for (const text of ["I wish it would let me in.", "Bring back the screenshot!", "Why can't I take a screenshot?"]) {
    assert.equal(said(text).aspects.access, "negative", text);
  }
});

Deno.test("what cannot be done or does not work is criticised", () => {
  for (
    const text of [
      "Can't log in.",
      "I am unable to transfer money.",
      "It is not possible to transfer.",
      "Great app, I couldn't log in.",
    ]
  ) {
    assert.equal(said(text).aspects.access, "negative", text);
  }
  for (
    const text of [
      "It won't load.",
      "The app doesn't work.",
      "It keeps crashing.",
      "Amazing app, sometimes doesn't work!",
      "It crashes.",
    ]
  ) {
    assert.equal(said(text).aspects.reliability, "negative", text);
  }
});

Deno.test("thanks, advice to readers and praise in the form of a denial are no requests", () => {
  for (
    const text of [
      "You should try the friendly staff.",
      "Please give the friendly staff a raise.",
      "Please keep the friendly staff.",
      "I can't fault the staff, they are great.",
      "The staff couldn't have been nicer.",
      "They should be proud of their wonderful staff.",
    ]
  ) assert.notEqual(said(text, 5).aspects.staff, "negative", text);
});

Deno.test("who is eager or hard to please asks for nothing", () => {
  assert.equal(said("The staff were eager to please and kind.", 5).aspects.staff, "positive");
  assert.equal(said("My mother is impossible to please and loved the staff.", 5).aspects.staff, "positive");
});
