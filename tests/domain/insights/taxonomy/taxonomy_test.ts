import assert from "node:assert/strict";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import general from "../../../../domain/insights/taxonomy/general.json" with { type: "json" };
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import {
  builtInTaxonomy,
  chosenTaxonomy,
  isOffering,
  TAXONOMY_NAMES,
} from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const entry = { id: "speed", label: "Speed", words: ["fast"] };
function problemsOf(value: unknown): readonly string[] {
  return (Taxonomy.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const valid = { id: "own", version: 1, aspects: [entry], problems: [], topics: [] };

for (const taxonomy of TAXONOMY_NAMES.map(builtInTaxonomy)) {
  Deno.test(`the taxonomy ${taxonomy.id} has no problem, and its topics are not its aspects again`, () => {
    // The taxonomy is used as written: the schema has no defaults to fill in.
    assert.deepEqual(taxonomy, Taxonomy.parse(taxonomy));
    const aspects = new Set(taxonomy.aspects.map(({ id }) => id));
    assert.deepEqual(taxonomy.topics.filter(({ id }) => aspects.has(id)), []);
    // Every built-in aspect has its own wording of the question.
    assert.deepEqual(taxonomy.aspects.filter(({ question }) => !question?.endsWith("?")), []);
  });
}

Deno.test("a business is judged by the only trade that its category or most of its services name, else by the general one", () => {
  const cases: readonly [category: string | null, services: readonly string[], taxonomy: string][] = [
    [null, [], "general"],
    ["Theme park", [], "general"],
    ["Family plumbers", [], "home_services"],
    ["Italian restaurant", ["Boiler room tours"], "restaurant"],
    ["Restaurant and plumbing", [], "general"],
    ["Veterinary clinic", [], "general"],
    ["Dental clinic", [], "health_care"],
    ["Heaven & Co", ["Boiler repair", "Furnace repair", "Gift cards"], "home_services"],
    [null, ["Boiler repair", "Yoga", "Gift cards"], "general"],
  ];
  for (const [category, services, id] of cases) {
    const offered = services.map((label, at) => ({ id: `service-${at}`, label, aliases: [] }));
    const business = businessOf({ category, services: offered });
    assert.equal(chosenTaxonomy(null, business).id, id, JSON.stringify([category, services]));
    assert.equal(chosenTaxonomy("restaurant", business).id, "restaurant");
    assert.equal(chosenTaxonomy(valid, business), valid);
  }
});

Deno.test("a taxonomy of one aspect is enough, and sentiment words may be added", () => {
  assert.deepEqual(problemsOf(valid), []);
  assert.deepEqual(problemsOf({ ...valid, sentiment_words: { zippy: 4, "red tagged": -4 } }), []);
});

Deno.test("every problem of a wrong taxonomy is named with its path", () => {
  const cases: readonly [value: unknown, paths: readonly string[]][] = [
    [null, [""]],
    [{ ...valid, version: 0, id: "Own Words" }, ["id", "version"]],
    [{ ...valid, aspects: [] }, ["aspects"]],
    [{ ...valid, aspects: [{ ...entry, words: [] }] }, ["aspects.0.words"]],
    [{ ...valid, aspects: [entry, entry] }, ["aspects.1.id"]],
    [{ ...valid, problems: [{ ...entry, words: ["leak", "…", "Leak"] }] }, [
      "problems.0.words.1",
      "problems.0.words.2",
    ]],
    [{ ...valid, sentiment_words: { fine: 5 } }, ["sentiment_words.fine"]],
    [{ ...valid, sentiment_words: { fine: 1, Fine: 2 } }, ["sentiment_words.Fine"]],
    // One invalid member does not hide the others.
    [{ ...valid, version: "1", aspects: [entry, entry], problems: [{ ...entry, words: ["!"] }], topic: [] }, [
      "version",
      "aspects.1.id",
      "problems.0.words.0",
      "",
    ]],
    [{ ...valid, sentiment_words: { "…": 1 } }, ["sentiment_words.…"]],
    [{ ...valid, aspects: [{ ...entry, label: " " }] }, ["aspects.0.label"]],
    [{ ...valid, aspects: { 0: entry }, topics: null }, ["aspects", "topics"]],
    [{ ...valid, aspects: [[entry], null, 1] }, ["aspects.0", "aspects.1", "aspects.2"]],
    [{ ...valid, aspects: [{ ...entry, words: { 0: "fast" } }] }, ["aspects.0.words"]],
    [{ ...valid, aspects: [{ ...entry, words: ["fast", ["slow"], 1] }] }, ["aspects.0.words.1", "aspects.0.words.2"]],
    [{ ...valid, aspects: [{ ...entry, question: "Fast" }] }, ["aspects.0.question"]],
    [{ ...valid, customer: { one: "guest" } }, ["customer.many"]],
    [{ ...valid, customer: { one: "guest\n", many: "1" } }, ["customer.one", "customer.many"]],
    [{ ...valid, ignored_words: [] }, ["ignored_words"]],
    [{ ...valid, sentiment_words: ["fine"] }, ["sentiment_words"]],
    [{ ...valid, sentiment_words: { fine: "1", bad: null } }, ["sentiment_words.fine", "sentiment_words.bad"]],
    [{ ...valid, aspects: [{ ...entry, words: Array.from({ length: 1001 }, (_, n) => `w${n}`) }] }, [
      "aspects.0.words",
    ]],
    [{ ...valid, aspects: Array.from({ length: 101 }, (_, n) => ({ ...entry, id: `a${n}` })) }, ["aspects"]],
    [JSON.parse(`{"__proto__":1,${JSON.stringify(valid).slice(1)}`), [""]],
    [[valid], [""]],
    [{ ...valid, sentimentWords: {} }, [""]],
    [{ ...valid, aspects: [{ ...entry, burden: "yes" }] }, ["aspects.0.burden"]],
    [{ ...valid, aspects: [{ ...entry, burden_words: [] }] }, ["aspects.0.burden_words"]],
    [{ ...valid, aspects: [{ ...entry, burden: true, judged_words: ["skin"] }] }, ["aspects.0.judged_words"]],
    [{ ...valid, topics: [{ ...entry, burden: true }] }, ["topics.0.burden"]],
    [{ ...valid, topics: [{ ...entry, burden_words: ["x"] }] }, ["topics.0.burden_words"]],
  ];
  for (const [value, paths] of cases) {
    assert.deepEqual(problemsOf(value).map((problem) => problem.split(": ")[0]), paths);
  }
});

Deno.test("words of praise and of complaint belong to an aspect, and no term is both", () => {
  const fast = { ...entry, praise_words: ["in no time"], complaint_words: ["took ages"] };
  assert.deepEqual(problemsOf({ ...valid, aspects: [fast] }), []);
  const cost = { id: "cost", label: "Cost", words: ["cost"], complaint_words: ["In No Time"] };
  assert.deepEqual(problemsOf({ ...valid, aspects: [fast, cost] }), [
    'aspects.1.complaint_words.0: "In No Time" is among the praise_words of "speed"; a term can be praise or a ' +
    "complaint, not both",
  ]);
  assert.deepEqual(problemsOf({ ...valid, problems: [{ ...entry, complaint_words: ["slow"] }] }), [
    "problems.0.complaint_words: A problem is not praised; words that are a complaint wherever they stand belong into " +
    "burden_words",
  ]);
  assert.deepEqual(problemsOf({ ...valid, topics: [{ ...entry, praise_words: ["quick"] }] }), [
    "topics.0.praise_words: A topic is not judged; only an aspect has words of praise and complaint",
  ]);
});

Deno.test("a question whose yes is criticism is refused, as praise answers questions with yes", () => {
  const asking = (question: string) => problemsOf({ ...valid, aspects: [{ ...entry, question }] });
  for (const question of ["Is it crowded?", "Are the queues long?", "Is it too loud?", "Are they ever late?"]) {
    assert.match(asking(question).join(), /aspects\.0\.question: Expected a question whose yes is praise/, question);
  }
  const praising = ["Is there enough room?", "Is the wait short?", "Is it never crowded?", "Are problems solved?"];
  for (const question of praising) assert.deepEqual(asking(question), [], question);
});

Deno.test("home_services takes no household object, such as a well pump, for praise", () => {
  const analyze = reviewAnalyzer(textReader(businessOf({ name: "Elm Road" }), builtInTaxonomy("home_services")));
  const scoreOf = (text: string) => analyze(reviewOf({ rating: 3, text })).score;
  assert.equal(scoreOf("It was the well pump again this year."), scoreOf("It was the furnace again this year."));
  assert.ok(scoreOf("It was done well.") > scoreOf("It was the well pump."));
});

Deno.test("a term whose signs make no sense is named, and one that differs in its signs is another one", () => {
  const problems = problemsOf({ ...valid, aspects: [{ ...entry, words: ["(a|b) fast", "... fast", "slow | fast"] }] });
  assert.deepEqual(problems.map((problem) => problem.split(": ")[0]), ["aspects.0.words.1", "aspects.0.words.2"]);
  const twice = ["left ... up", "left up", "# up", "(left|went) up", "LEFT ... up"];
  assert.deepEqual(problemsOf({ ...valid, aspects: [{ ...entry, words: ["fast"], judged_words: twice }] }), [
    'aspects.0.judged_words.4: "left ... up" is given twice; every word must be different',
  ]);
});

Deno.test("the general taxonomy names nothing that a trade never has", () => {
  const subjectsOf = (category: string) => {
    const { aspects, problems } = chosenTaxonomy(null, { category, services: [] });
    return new Set([...aspects, ...problems].map(({ id }) => id));
  };
  const all = subjectsOf("Bicycle shop");
  assert.deepEqual(all, new Set([...general.aspects, ...general.problems].map(({ id }) => id)));
  assert.deepEqual([...all.difference(subjectsOf("Pet insurance"))], ["cleanliness", "atmosphere"]);
});

Deno.test("the general taxonomy calls customers what a business of that category calls them", () => {
  const called = (category: string) => {
    const { customer, aspects } = chosenTaxonomy(null, { category, services: [] });
    return [customer?.many, aspects.find(({ id }) => id === "waiting")?.question];
  };
  assert.deepEqual(called("Theme park"), ["visitors", "Are visitors served promptly?"]);
  assert.deepEqual(called("Hindu temple"), ["visitors", "Are visitors served promptly?"]);
  assert.deepEqual(called("Banquet hall"), ["guests", "Are guests served promptly?"]);
  assert.deepEqual(called("Pet insurance"), ["customers", "Are customers served promptly?"]);
  assert.deepEqual(called("Car park"), [undefined, "Are customers served promptly?"]);
});

Deno.test("a trade's subjects are found in other languages by the general words, and most texts of them ask for subjects", () => {
  const bouchon = businessOf({ category: "Restaurant" });
  const analyze = reviewAnalyzer(textReader(bouchon, chosenTaxonomy(null, bouchon)));
  const read = (text: string, rating: number) => {
    const { aspects, problems } = analyze(reviewOf({ text, rating }));
    return [...aspects.map(({ id, sentiment }) => `${id} ${sentiment}`), ...problems];
  };
  assert.deepEqual(read("Très bon accueil, une ambiance parfaite.", 5), ["service positive", "ambience positive"]);
  const blamed = ["service negative", "waiting_time negative", "rude_staff"];
  assert.deepEqual(read("Une serveuse impolie et une attente interminable.", 1), blamed);
  const [french, english] = [{ text: "Très bon accueil, nous avons bien mangé." }, { text: "They were very kind." }];
  const areMost = [[french, french, english], [french, english]].map((texts) => isOffering(bouchon, null, texts));
  assert.deepEqual(areMost, [true, false]);
});
