import assert from "node:assert/strict";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { subjectMatcher } from "../../../../domain/insights/subjects/subject_matcher.ts";
import { taxonomyOf } from "../../../support/insights/reading_of.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const taxonomy = taxonomyOf({
  aspects: [
    { id: "husband", label: "Husbands", words: ["husband", "late husband arrived"] },
    { id: "time", label: "Time", words: ["late", "rush", "rush hour traffic", "24/7", "o'clock"] },
  ],
  problems: [{ id: "leak", label: "Leaks", words: ["leak", "leaking pipe"] }],
  topics: [{ id: "pipes", label: "Pipes", words: ["pipe", "pipes"] }],
  ignored_words: ["late husband"],
});
const business = businessOf({
  name: "Leak Rush",
  technicians: [{ id: "ada", name: "Ada Lovelace", aliases: ["Ada"] }],
  services: [{ id: "drains", label: "Drain cleaning", aliases: ["clogged sink"] }],
});
const match = subjectMatcher(business, taxonomy);

function told(text: string) {
  const { aspects, problems, topics, names } = match(wordsOf(text));
  return [[...aspects].map(([aspect, at]) => [aspect, ...at]), [...problems.keys()], [...topics], [...names]];
}

Deno.test("a clause speaks of an aspect at every place where one of its terms begins", () => {
  assert.deepEqual(told("A rush in rush hour traffic is no rush"), [[[1, 1, 3, 8]], [], [], []]);
  assert.deepEqual(told("Rushed, 24/7, at five o’clock"), [[[1, 0, 1, 5]], [], [], []]);
  assert.deepEqual(told("24 hours, 7 days"), [[], [], [], []]);
});

Deno.test("an ignored term hides the words in it, and so does the name of the business", () => {
  assert.deepEqual(told("my late husband was late"), [[[1, 4]], [], [], []]);
  assert.deepEqual(told("the late husband arrived"), [[[0, 1]], [], [], []]);
  assert.deepEqual(told("Leak Rush found the leak"), [[], [0], [], []]);
});

Deno.test("a negated problem is not found, a term may belong to several lists, and all names are found", () => {
  assert.deepEqual(told("There was no leak"), [[], [], [], []]);
  assert.deepEqual(told("a leaking pipe"), [[], [0], [0], []]);
  const names = [[], [], [], ["technician ada", "service drains"]];
  assert.deepEqual(told("Ada cleared the clogged sink"), names);
  assert.deepEqual(told("Ada Lovelace did the drain cleaning"), names);
});

Deno.test("two aspects with words that differ only in their endings are both spoken of", () => {
  const [husband, time] = taxonomy.aspects;
  assert.ok(husband !== undefined && time !== undefined);
  const aspects = [{ ...husband, words: ["price"] }, { ...time, words: ["pricing", "prices"] }];
  const { aspects: found } = subjectMatcher(business, { ...taxonomy, aspects })(wordsOf("priced"));
  assert.deepEqual([...found.keys()], [0, 1]);
});

Deno.test("an aspect is scored by the opinions near all its places, a person by the clause that gives an alias", () => {
  const analyze = reviewAnalyzer(textReader(business, taxonomy));
  const rush = "There was such a rush from Monday to Friday and on top of it a terrible rush";
  assert.equal(analyze(reviewOf({ rating: 3, text: rush })).aspects[0]?.sentiment, "negative");
  const review = reviewOf({ rating: 3, text: "Ada was wonderful. The house is old, dirty, terrible, rude and awful." });
  const [ada] = analyze({ ...review, mentioned_technicians: ["Ada Lovelace"] }).technicians;
  const [none] = analyze({ ...review, mentioned_technicians: ["Zed"] }).technicians;
  assert.ok((ada?.score ?? -1) > (none?.score ?? 1));
});

Deno.test("terms of several places are found at the words that begin them, however long their gaps are", () => {
  const match = subjectMatcher(business, {
    ...taxonomy,
    aspects: [{
      id: "manners",
      label: "Manners",
      words: ["left ... hanging", "(came|was) late", "# (hours|days) late"],
    }],
    problems: [{ id: "mess", label: "Mess", words: ["left ... (mess|dirt)", "$#"] }],
  });
  const told = (text: string) => {
    const { aspects, problems } = match(wordsOf(text));
    return [aspects.get(0) ?? [], problems.get(0) ?? []];
  };
  assert.deepEqual(told("he left hanging"), [[1], []]);
  assert.deepEqual(told("he left us all poor hanging"), [[1], []]);
  assert.deepEqual(told("he left us all poor old hanging"), [[], []]);
  assert.deepEqual(told("he left, hanging"), [[], []]);
  assert.deepEqual(told("he left us hanging mess, he was late"), [[1, 6], [1]]);
  assert.deepEqual(told("two and a half hours late, 3 days late for $40"), [[0, 3, 6], [10]]);
});
