import assert from "node:assert/strict";
import homeServices from "../../../domain/insights/taxonomies/home_services.json" with { type: "json" };
import restaurant from "../../../domain/insights/taxonomies/restaurant.json" with { type: "json" };
import { taxonomyProblems } from "../../../domain/insights/taxonomy.ts";

const entry = { id: "speed", label: "Speed", words: ["fast"] };
const valid = { id: "own", version: 1, aspects: [entry], problems: [], topics: [] };

for (const taxonomy of [homeServices, restaurant]) {
  Deno.test(`the taxonomy ${taxonomy.id} has no problem, and its topics are not its aspects again`, () => {
    assert.deepEqual(taxonomyProblems(taxonomy), []);
    const aspects = new Set(taxonomy.aspects.map(({ id }) => id));
    assert.deepEqual(taxonomy.topics.filter(({ id }) => aspects.has(id)), []);
  });
}

Deno.test("a taxonomy of one aspect is enough, and sentiment words may be added", () => {
  assert.deepEqual(taxonomyProblems(valid), []);
  assert.deepEqual(taxonomyProblems({ ...valid, sentiment_words: { zippy: 4, "red tagged": -4 } }), []);
});

Deno.test("every problem of a wrong taxonomy is named with its path", () => {
  const cases: readonly [value: unknown, paths: readonly string[]][] = [
    [null, ["the file"]],
    [{ ...valid, version: 0, id: "Own Words" }, ["id", "version"]],
    [{ ...valid, aspects: [] }, ["aspects"]],
    [{ ...valid, aspects: [{ ...entry, words: [] }] }, ["aspects.0.words"]],
    [{ ...valid, aspects: [entry, entry] }, ["aspects.1.id"]],
    [{ ...valid, problems: [{ ...entry, words: ["leak", "…", "Leak"] }] }, [
      "problems.0.words.1",
      "problems.0.words.2",
    ]],
    [{ ...valid, sentiment_words: { fine: 5 } }, ["sentiment_words.fine"]],
    [{ ...valid, sentiment_words: { "...": 1 } }, ["sentiment_words.0"]],
  ];
  for (const [value, paths] of cases) {
    assert.deepEqual(taxonomyProblems(value).map((problem) => problem.split(": ")[0]), paths);
  }
});

Deno.test("a member that a taxonomy does not have is refused, as it is a misspelt one", () => {
  assert.match(taxonomyProblems({ ...valid, sentimentWords: {} }).join(), /sentimentWords/);
});
