import assert from "node:assert/strict";
import { aboutTokens, labelRequest, readLabels } from "../../../../domain/insights/labeller/label_prompt.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";

const TAXONOMY = builtInTaxonomy("restaurant");
const TEXT = "Lecker! The “Best” pasta\nin town, and the waiter was rude to us. 料理が美味しい。";
const STAFF = { id: "staff", polarity: "negative", passage: "the waiter was rude" };

/** Reads an answer with this content; returns id, polarity and the passage as the text spells it, and the number left out. */
function read(content: unknown) {
  const message = { content: typeof content === "string" ? content : JSON.stringify(content), refusal: null };
  const found = readLabels(JSON.stringify({ choices: [{ message }] }), TAXONOMY, TEXT);
  if (found === null) return null;
  const { labels: { aspects, problems }, dropped } = found;
  const spelt = ({ start, end }: { start: number; end: number }) => TEXT.slice(start, end);
  return {
    aspects: aspects.map((one) => [one.id, one.polarity, spelt(one)]),
    problems: problems.map((one) => [one.id, spelt(one)]),
    dropped,
  };
}

const answerOf = (...aspects: unknown[]) => ({ aspects, problems: [] });
const passageOf = (passage: string) => read(answerOf({ ...STAFF, passage }))?.aspects[0]?.[2];

Deno.test("a passage is found whatever its case, spaces and quotation marks, and kept as the text spells it", () => {
  assert.equal(passageOf(`the "best"  Pasta in town.`), "The “Best” pasta\nin town");
  assert.equal(passageOf("'THE WAITER WAS RUDE'"), "the waiter was rude");
  assert.equal(passageOf("best pasta"), "Best” pasta");
});

Deno.test("a passage has two words or is a whole clause, and stands in the text as words", () => {
  for (const passage of ["e", "pasta", "waiter", "", "…", "the cook was rude", "x".repeat(10_000)]) {
    assert.equal(passageOf(passage), undefined, passage);
  }
  assert.deepEqual(["lecker", "waiter was", "料理が美味しい"].map(passageOf), [
    "Lecker",
    "waiter was",
    "料理が美味しい",
  ]);
});

Deno.test("an answer is read as models write it: thoughts, prose and a code fence around it, further members", () => {
  const plain = read(answerOf(STAFF));
  assert.deepEqual(plain?.aspects, [["staff", "negative", "the waiter was rude"]]);
  const json = JSON.stringify(answerOf(STAFF), null, 2);
  const forms = [
    "```json\n" + json + "\n```",
    `<think>Is {"aspects": []} right? No.</think>\n${json}`,
    `Here you are: ${json} Anything else?`,
    { ...answerOf({ ...STAFF, polarity: "Negative", confidence: 1 }), note: "x" },
    { aspects: [STAFF] },
  ];
  for (const form of forms) assert.deepEqual(read(form), plain);
  for (const language of ["English", "en-SG", 7]) assert.deepEqual(read({ ...answerOf(STAFF), language }), plain);
  for (const other of ["As you wish.", '{"aspects": [', [], { reviews: [] }, { aspects: null }]) {
    assert.equal(read(other), null);
  }
});

Deno.test("labels with another id, a second label of an id and labels of another form are left out and counted", () => {
  const found = read({
    ...answerOf(
      STAFF,
      STAFF,
      { ...STAFF, id: "owner" },
      { ...STAFF, id: "food", polarity: "excellent" },
      "staff",
      null,
    ),
    problems: [{ id: "rude_staff", passage: "waiter was rude" }, { id: "staff", passage: "waiter was rude" }],
  });
  assert.deepEqual(found?.aspects, [["staff", "negative", "the waiter was rude"]]);
  assert.deepEqual([found?.problems, found?.dropped], [[["rude_staff", "waiter was rude"]], 6]);
});

Deno.test("a request explains each aspect in a sentence and lists the ids, in few tokens before the review", () => {
  for (const name of ["general", "restaurant", "home_services", "health_care"]) {
    const request = JSON.parse(labelRequest("m", builtInTaxonomy(name), { text: "TEXT", rating: 4 }));
    assert.ok(aboutTokens(JSON.stringify(request.messages)) <= 600, name);
    assert.ok(aboutTokens(JSON.stringify(request)) <= 850, name);
    assert.deepEqual(JSON.parse(request.messages[1].content), { stars: 4, text: "TEXT" });
  }
  const { messages, response_format } = JSON.parse(labelRequest("m", TAXONOMY, { text: "", rating: 4 }));
  assert.match(messages[0].content, /^waiting_time: Are guests served quickly\?$/m);
  const { aspects } = response_format.json_schema.schema.properties;
  assert.deepEqual(aspects.items.properties.id.enum, TAXONOMY.aspects.map(({ id }) => id));
});
