import assert from "node:assert/strict";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { COMMON_ASPECTS, COMMON_PROBLEMS } from "../../../../domain/insights/candidates/common_entries.ts";
import { suggestTaxonomy } from "../../../../domain/insights/candidates/suggest_taxonomy.ts";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { sharedTerms, termMatches } from "../../../../domain/insights/text/shared_terms.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";
import { businessOf } from "../../../support/reviews/business_of.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const reader = textReader(businessOf({ name: "Potters" }), builtInTaxonomy("home_services"));

Deno.test("a taxonomy is suggested from the reviews: what they judge, what they complain of, and what they only name", () => {
  const texts = [
    "The kiln was perfect. The glaze ran and was awful. We took the bus.",
    "A great kiln and friendly teachers. The glaze was terrible.",
    "Lovely kiln. A horrible glaze. The bus was there.",
    "The teachers were wonderful. Two kilns, both excellent. A bus came.",
    "The teacher was kind. The wheel room was clean.",
    "Kind teachers! The wheel room was spotless, a tidy wheel room.",
    "A bright wheel room, and the bus to the door.",
  ];
  const suggested = suggestTaxonomy(texts.map((text, n) => reviewOf({ native: `${n}`, text })), reader);
  assert.deepEqual(Taxonomy.parse(suggested), suggested);
  const idsOf = (list: Taxonomy["aspects"]) => list.map(({ id }) => id);
  assert.deepEqual(idsOf(suggested?.aspects ?? []).toSorted(), ["glaze", "kiln", "teachers", "wheel_room"]);
  assert.deepEqual(idsOf(suggested?.problems ?? []), ["glaze"]);
  assert.ok(idsOf(suggested?.topics ?? []).includes("bus"));
  const room = suggested?.aspects.find(({ id }) => id === "wheel_room");
  assert.deepEqual([room?.words, room?.judged_words], [["wheel room*"], ["room"]]);
});

Deno.test("no taxonomy is suggested from reviews that repeat nothing", () => {
  assert.equal(suggestTaxonomy([reviewOf({ text: "The kiln was perfect." })], reader), null);
  assert.equal(suggestTaxonomy([], reader), null);
});

Deno.test("words that would catch everything are suggested only with the word that narrows them", () => {
  const texts = [
    "A lovely hotel in a quiet area, but the check in service was slow.",
    "The hotel was lovely and the area was pretty. Room service was awful.",
    "The hotel is fine, the area is great. The room service was bad.",
    "Great hotel, great area, terrible room service since enough of us complained.",
  ];
  const suggested = suggestTaxonomy(texts.map((text, n) => reviewOf({ native: `${n}`, text })), reader);
  const words = [...suggested?.aspects ?? [], ...suggested?.problems ?? [], ...suggested?.topics ?? []]
    .flatMap(({ words }) => words);
  assert.ok(words.includes("room service"));
  for (const wide of ["hotel", "area", "service", "since", "enough"]) assert.ok(!words.includes(wide), wide);
});

Deno.test("what those have more stars who were spared it is suggested as a burden, beside what is no burden", () => {
  const rows: readonly (readonly [string, number])[] = [
    ["I got acne on my chin. The skin was dry and awful.", 1],
    ["Terrible acne every day. My skin is bad.", 1],
    ["It gave me acne.", 2],
    ["The acne was horrible.", 1],
    ["Acne again, and the doctor was rude.", 2],
    ["No acne at all, and my skin is wonderful.", 5],
    ["My acne cleared up. The doctor was kind.", 5],
    ["I don't have any acne. A kind doctor.", 5],
    ["No acne. I work with a lovely doctor.", 5],
    ["I work a lot, and to work is fine. Great skin.", 4],
    ["I work here. They work well. Lovely skin.", 4],
  ];
  const reviews = rows.map(([text, rating], n) => reviewOf({ native: `${n}`, text, rating }));
  const suggested = suggestTaxonomy(reviews, reader);
  assert.deepEqual(Taxonomy.parse(suggested), suggested);
  const skin = suggested?.aspects.find(({ id }) => id === "skin");
  assert.deepEqual([skin?.words, skin?.burden_words, skin?.burden], [["skin"], ["acne"], undefined]);
  assert.deepEqual(suggested?.problems.filter(({ burden }) => burden).map(({ id }) => id), ["acne"]);
  assert.ok(!JSON.stringify(suggested).includes('"work"'), "a verb");
  assert.ok(suggested?.aspects.every(({ id, burden }) => id !== "doctor" || burden === undefined));
});

Deno.test("a word that is mostly one of a pair is suggested as the pair, and words for one subject together", () => {
  const texts = [
    "The sex drive was awful. The waiter was kind.",
    "A bad sex drive. A rude server and a rude waiter.",
    "My sex drive is terrible. The waiter was great, the server too.",
    "Great sex drive. The server was slow.",
  ];
  const suggested = suggestTaxonomy(texts.map((text, n) => reviewOf({ native: `${n}`, text })), reader);
  assert.deepEqual(suggested?.aspects.map(({ words }) => words).toSorted(), [["server", "waiter"], ["sex drive*"]]);
});

const suggestedFrom = (rows: readonly (readonly [text: string, rating: number])[], name = "Potters") =>
  suggestTaxonomy(
    rows.map(([text, rating], n) => reviewOf({ native: `${n}`, text, rating })),
    textReader(businessOf({ name }), builtInTaxonomy("home_services")),
  );

Deno.test("what a thing is to prevent is no burden and no problem of it", () => {
  const suggested = suggestedFrom([
    ["It prevents pregnancy. The cramps were awful.", 5],
    ["It prevented pregnancy, and no pregnancy in two years.", 5],
    ["No pregnancy! It is there to prevent pregnancy.", 5],
    ["A pregnancy, horrible. Bad cramps.", 1],
    ["The pregnancy was a shock. The cramps were bad.", 1],
    ["I had a pregnancy scare, terrible.", 1],
    ["Pregnancy, awful.", 1],
    ["My pregnancy was a horrible surprise.", 1],
    ["No cramps at all and no pregnancy.", 5],
  ]);
  assert.ok(suggested !== null);
  assert.deepEqual(
    [...suggested.aspects, ...suggested.problems].filter(({ words }) => words.includes("pregnancy")),
    [],
  );
});

Deno.test("neither what reviews are of, nor the name of the business, nor adverbs are suggested", () => {
  const suggested = suggestedFrom([
    ["This camera is great. Lumex is great. The lens is good. It failed properly.", 5],
    ["I love this camera, the lens is bad. The Lumex is bad.", 2],
    ["The camera is nice, and the lens nice. A poor lumex. Bad throughout.", 4],
    ["This camera has a lovely lens. A great Lumex! Bad throughout.", 5],
    ["This camera and the lens were good. A lumex. Bad throughout. It failed properly.", 4],
  ], "Lumex");
  assert.deepEqual(suggested?.aspects.map(({ words }) => words), [["lens"]]);
  assert.ok(!/camera|lumex|throughout|properly/i.test(JSON.stringify(suggested)));
});

Deno.test("what any trade is judged by in adjectives and verbs is suggested, with the nouns that these words find", () => {
  const suggested = suggestedFrom([
    ["Easy to use and fast. The price is fair.", 5],
    ["So easy! Not fast though, and it doesn't work on Mondays.", 2],
    ["Very easy. It does not work. A good price.", 1],
    ["Easy and fast, never slow. A bad price.", 4],
    ["Expensive. It doesn't work. The price is bad.", 1],
    ["Easy. Fast. Cheap.", 5],
  ]);
  const aspects = new Map(suggested?.aspects.map((aspect) => [aspect.id, aspect]));
  assert.deepEqual([...aspects.keys()].toSorted(), ["ease", "price", "reliability", "speed"]);
  assert.ok(aspects.get("price")?.words.includes("expensive"));
  assert.equal(aspects.get("ease")?.question, "Is it easy to use?");
  assert.deepEqual(suggested?.problems.map(({ id }) => id), ["does_not_work"]);
});

Deno.test("a single word stands without its pairs, which it finds itself, and an abbreviation in capitals", () => {
  const suggested = suggestedFrom([
    ["The copper IUD was awful.", 1],
    ["A great IUD.", 5],
    ["A terrible IUD.", 1],
    ["The IUD was wonderful.", 5],
    ["The copper IUD is good.", 5],
    ["An IUD.", 4],
  ]);
  const [iud] = suggested?.aspects ?? [];
  assert.deepEqual([iud?.label, iud?.words], ["IUD", ["iud"]]);
});

Deno.test("a noun that is a word of any trade already is not suggested twice, so that the import takes the suggestion", () => {
  const suggested = suggestedFrom([
    ["The bug is bad.", 1],
    ["The bug was terrible, a bug every day.", 1],
    ["Another bug. The bug is awful.", 2],
    ["No bug at all, it is reliable.", 5],
    ["The bug was fixed. Reliable.", 5],
    ["Reliable, great.", 5],
  ]);
  assert.deepEqual(Taxonomy.safeParse(suggested).error?.issues, undefined);
  assert.ok(suggested?.aspects.some(({ id, words }) => id === "reliability" && words.includes("=bug")));
});

Deno.test("what customers bring along is a topic, not what a business is judged by, and its people are no problem", () => {
  const texts = [
    "My dog was treated badly. The nurse was great.",
    "They were awful with our dog. The owner was rude.",
    "The dog hated it, a terrible visit. The owner was horrible.",
    "A lovely day for the dog. The nurse was kind.",
    "The owner was awful. The nurse was lovely though.",
    "The nurse was gentle though, and the dog was happy though.",
  ];
  const suggested = suggestTaxonomy(
    texts.map((text, n) => reviewOf({ native: `${n}`, text, rating: /awful|terrible|badly|rude/.test(text) ? 1 : 5 })),
    reader,
  );
  const wordsIn = (entries: readonly { readonly words: readonly string[] }[] = []) =>
    entries.flatMap(({ words }) => words);
  assert.ok(wordsIn(suggested?.aspects).includes("nurse") && wordsIn(suggested?.aspects).includes("owner"));
  assert.ok(!wordsIn(suggested?.aspects).includes("dog") && wordsIn(suggested?.topics).includes("dog"));
  assert.ok(!wordsIn(suggested?.problems).includes("owner") && !wordsIn(suggested?.problems).includes("dog"));
  assert.ok(!JSON.stringify(suggested).includes("though"));
});

Deno.test("what only a few of many reviews name is no topic", () => {
  const texts = Array.from(
    { length: 100 },
    (_, n) => `The glaze was lovely. ${n < 3 ? "It is by the fence." : n < 9 ? "It is by the bus." : ""}`,
  );
  const suggested = suggestTaxonomy(texts.map((text, n) => reviewOf({ native: `${n}`, text })), reader);
  assert.deepEqual(suggested?.topics.map(({ id }) => id), ["bus"]);
});

Deno.test("all that any trade is judged by together is a valid taxonomy, and what reviews use of it is suggested", () => {
  const all = { id: "all", version: 1, aspects: COMMON_ASPECTS, problems: COMMON_PROBLEMS, topics: [] };
  assert.deepEqual(Taxonomy.safeParse(all).error?.issues, undefined);
  const suggested = suggestedFrom([
    ["The lads were great, and on time. Easy to book.", 5],
    ["Late again, and the crew smashed a vase. Booking was easy.", 1],
    ["Two men came late and scratched the table.", 1],
    ["Always on time. A great team. Booking by phone.", 5],
    ["I read books while I waited.", 4],
  ]);
  const ids = suggested?.aspects.map(({ id }) => id) ?? [];
  assert.ok(["staff", "punctuality", "booking"].every((id) => ids.includes(id)), ids.join(" "));
  assert.deepEqual(suggested?.problems.map(({ id }) => id), ["damage"]);
});

Deno.test("waiting is suggested in phrases that are of waiting, and broken things without broken bones", () => {
  const [waiting, damage] = [COMMON_ASPECTS, COMMON_PROBLEMS].map((entries, n) =>
    sharedTerms(entries.find(({ id }) => id === ["waiting", "damage"][n])!.words.map((word) => [word, 0] as const))
  );
  const finds = (terms: typeof waiting, text: string) => [...termMatches(wordsOf(text), terms!)].length > 0;
  for (
    const text of [
      "waited forty minutes",
      "we waited for the bus",
      "the waiting times are short",
      "a long wait",
      "had to wait outside",
      "they kept us waiting",
      "a 20 minute wait",
      "the wait was long",
      "waiting ages",
    ]
  ) assert.ok(finds(waiting, text), text);
  for (
    const text of [
      "the waiting room was clean",
      "they had somebody waiting for me",
      "an accident waiting to happen",
      "still waiting for compensation",
      "can't wait to come back",
    ]
  ) assert.ok(!finds(waiting, text), text);
  assert.ok(finds(damage, "they broke my lamp") && finds(damage, "it broke a wheel"));
  assert.ok(!finds(damage, "I broke my ankle"));
  const suggested = suggestedFrom([
    ["The wait was awful, a long wait.", 1],
    ["The wait was terrible. Waited an hour.", 1],
    ["A bad wait, in the waiting room.", 1],
    ["No wait at all. Great staff.", 5],
    ["Great staff and no wait.", 5],
  ]);
  assert.ok(!JSON.stringify(suggested).includes('"wait"'));
  assert.ok(suggested?.aspects.some(({ id, burden }) => id === "waiting" && burden));
});

Deno.test("a thing that is written without an article is suggested, with the other words for it", () => {
  const suggested = suggestedFrom([
    ["Shuttle clean. A great price.", 5],
    ["Shuttle late and awful.", 1],
    ["Waited at departures for shuttle with awful seats.", 1],
    ["Kind people, and shuttle was lovely.", 5],
    ["The bus was dirty.", 2],
    ["The bus was great.", 5],
    ["On a lovely bus.", 4],
  ]);
  assert.deepEqual(
    suggested?.aspects.filter(({ words }) => words.includes("shuttle")).map(({ words }) => words),
    [["shuttle", "bus"]],
  );
});
