import assert from "node:assert/strict";
import healthCare from "../../../domain/insights/taxonomies/health_care.json" with { type: "json" };
import homeServices from "../../../domain/insights/taxonomies/home_services.json" with { type: "json" };
import restaurant from "../../../domain/insights/taxonomies/restaurant.json" with { type: "json" };
import { Taxonomy } from "../../../domain/insights/taxonomy.ts";

const entry = { id: "speed", label: "Speed", words: ["fast"] };
function problemsOf(value: unknown): readonly string[] {
  return (Taxonomy.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const valid = { id: "own", version: 1, aspects: [entry], problems: [], topics: [] };

for (const taxonomy of [homeServices, restaurant, healthCare]) {
  Deno.test(`the taxonomy ${taxonomy.id} has no problem, and its topics are not its aspects again`, () => {
    assert.deepEqual(problemsOf(taxonomy), []);
    const aspects = new Set(taxonomy.aspects.map(({ id }) => id));
    assert.deepEqual(taxonomy.topics.filter(({ id }) => aspects.has(id)), []);
    // Every built-in aspect is asked about in words of its own.
    assert.deepEqual(taxonomy.aspects.filter(({ question }) => !question.endsWith("?")), []);
  });
}

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
    // One wrong member does not hide another.
    [{ ...valid, version: "1", aspects: [entry, entry], problems: [{ ...entry, words: ["!"] }], topic: [] }, [
      "version",
      "aspects.1.id",
      "problems.0.words.0",
      "",
    ]],
    [{ ...valid, sentiment_words: { "…": 1 } }, ["sentiment_words.…"]],
  ];
  for (const [value, paths] of cases) {
    assert.deepEqual(problemsOf(value).map((problem) => problem.split(": ")[0]), paths);
  }
});

Deno.test("a member that a taxonomy does not have is refused, as it is a misspelt one", () => {
  assert.match(problemsOf({ ...valid, sentimentWords: {} }).join(), /sentimentWords/);
});
