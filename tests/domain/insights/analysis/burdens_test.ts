import assert from "node:assert/strict";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { saidUnder } from "../../../support/insights/said_of.ts";

const PILL = Taxonomy.parse({
  id: "pill",
  version: 1,
  aspects: [
    {
      id: "weight",
      label: "Weight",
      words: ["weight gain", "gained # pounds", "gained weight", "gain weight"],
      burden: true,
    },
    { id: "cramps", label: "Cramps", words: ["cramp", "pain"], burden: true },
    { id: "skin", label: "Skin", words: ["skin"], burden_words: ["acne", "pimple", "breakout"] },
    { id: "bleeding", label: "Bleeding", words: ["bleed"], burden: true },
    { id: "periods", label: "Periods", words: ["period"] },
  ],
  problems: [{ id: "acne", label: "Acne", words: ["acne"], burden: true }],
  topics: [],
});
const said = saidUnder(PILL);

function assertSaid(aspect: string, sentiment: string, texts: readonly string[], rating = 3): void {
  for (const text of texts) assert.equal(said(text, rating).aspects[aspect], sentiment, text);
}

Deno.test("a burden that is named, or got worse, is criticism", () => {
  assertSaid("weight", "negative", [
    "I gained 20 pounds in two months.",
    "Terrible weight gain.",
    "It caused weight gain.",
  ]);
  assertSaid("cramps", "negative", [
    "Cramps every day.",
    "My cramps are so much worse.",
    "The pain didn't go away for 2 months.",
    "They don't even help with my cramps.",
    "I stopped because of the cramps.",
    "I suffered greatly with cramps.",
  ]);
  assertSaid("skin", "negative", [
    "I got acne all over my face.",
    "I never had acne before this pill.",
    "I never had acne until I took it.",
    "My acne came back.",
  ]);
  assertSaid("bleeding", "negative", [
    "I never stopped bleeding.",
    "I haven't had 2 weeks without bleeding.",
    "The bleeding won't stop.",
  ]);
});

Deno.test("a burden that was spared, lessened or ended is praise, even if called horrible", () => {
  assertSaid("weight", "positive", [
    "No weight gain!",
    "I haven't gained weight at all.",
    "I have not noticed any significant weight gain.",
  ]);
  assertSaid("skin", "positive", [
    "My acne cleared up.",
    "It cleared up my horrible acne.",
    "My terrible acne is gone.",
  ]);
  assertSaid("cramps", "positive", [
    "The cramps went away.",
    "It helped with my cramps.",
    "I have hardly any cramps now.",
    "Less pain than before.",
  ]);
  assertSaid("bleeding", "positive", ["Less bleeding.", "I don't bleed as much."]);
});

Deno.test("a word before or after a list of burdens applies to each of them", () => {
  const list = said("No weight gain, acne or cramps.").aspects;
  assert.deepEqual([list.weight, list.skin, list.cramps], ["positive", "positive", "positive"]);
  const ended = said("My acne and cramps went away.").aspects;
  assert.deepEqual([ended.skin, ended.cramps], ["positive", "positive"]);
  const mixed = said("No acne and bleeding every day.").aspects;
  assert.deepEqual([mixed.skin, mixed.bleeding], ["positive", "negative"]);
});

Deno.test("a hoped-away, feared, foreign or earlier burden is neither praise nor criticism", () => {
  assertSaid("skin", "neutral", [
    "I hope it clears up my acne.",
    "I went on it for my acne.",
    "I used to have acne.",
    "I read that some people get acne.",
    "I was worried about acne.",
    "Since I stopped taking it my acne cleared up.",
  ]);
});

Deno.test("an opinion on one burden does not apply to burdens beside it", () => {
  const { aspects } = said("Light periods and no acne, but horrible cramps.");
  assert.deepEqual([aspects.skin, aspects.cramps], ["positive", "negative"]);
  assert.notEqual(aspects.periods, "negative");
});

Deno.test("a problem that is a burden is found where present, and not where it ended", () => {
  assert.deepEqual(said("It gave me acne on the chin.", 2).problems, ["acne"]);
  assert.deepEqual(said("My acne is almost gone.", 2).problems, []);
  assert.deepEqual(said("I didn't get any acne.", 2).problems, []);
});

Deno.test("without the setting a burden is read as any other word", () => {
  const [, , skin] = PILL.aspects;
  const plain = saidUnder({
    ...PILL,
    aspects: [{ id: "skin", label: "Skin", words: [...skin!.words, "acne"] }],
    problems: [],
  });
  assert.equal(plain("I got acne.").aspects.skin, "neutral");
});

Deno.test("a wrong burden is named with its path", () => {
  const faultsOf = (change: object) => {
    const { success, error } = Taxonomy.safeParse({ ...PILL, ...change });
    return success ? [] : error.issues.map(({ path }) => path.join("."));
  };
  const entry = { id: "acne", label: "Acne", words: ["acne"] };
  assert.deepEqual(faultsOf({ aspects: [{ ...entry, burden: "yes" }] }), ["aspects.0.burden"]);
  assert.deepEqual(faultsOf({ aspects: [{ ...entry, burden_words: [] }] }), ["aspects.0.burden_words"]);
  assert.deepEqual(faultsOf({ aspects: [{ ...entry, burden: true, judged_words: ["skin"] }] }), [
    "aspects.0.judged_words",
  ]);
  assert.deepEqual(faultsOf({ topics: [{ ...entry, burden: true }] }), ["topics.0.burden"]);
  assert.deepEqual(faultsOf({ topics: [{ ...entry, burden_words: ["x"] }] }), ["topics.0.burden_words"]);
});

Deno.test("a burden customers bring is neutral, praise if it ended, criticism if it stays", () => {
  const medicine = saidUnder(Taxonomy.parse({
    id: "medicine",
    version: 1,
    aspects: [
      { id: "anxiety", label: "Anxiety", words: ["anxiety", "anxious"], burden: true, reason_for_visit: true },
      { id: "nausea", label: "Nausea", words: ["nausea"], burden: true },
    ],
    problems: [],
    topics: [],
  }));
  const anxiety = (text: string) => medicine(text).aspects["anxiety"];
  for (
    const text of [
      "I have had anxiety since childhood.",
      "Severe anxiety, years of it.",
      "I lost so many years to anxiety.",
      "I have slight anxiety.",
      "I had anxiety over not being able to sleep.",
      "My anxiety causes me to stay at home.",
      "When I stopped taking it my anxiety came back.",
      "I suffered from anxiety and really bad days.",
    ]
  ) assert.equal(anxiety(text), "neutral", text);
  for (const text of ["My anxiety disappeared within a week.", "No anxiety any more.", "It helps my anxiety."]) {
    assert.equal(anxiety(text), "positive", text);
  }
  for (
    const text of [
      "It made me anxious.",
      "My anxiety got worse.",
      "I still have anxiety.",
      "It gave me anxiety.",
      "Now I'm back anxious.",
      "My anxiety didn't go away.",
    ]
  ) {
    assert.equal(anxiety(text), "negative", text);
  }
  assert.equal(medicine("Nausea for a week.").aspects["nausea"], "negative");
  // Its neighbour in a list is judged separately.
  assert.deepEqual(medicine("I have anxiety, nausea and so on.").aspects, { anxiety: "neutral", nausea: "negative" });
});

Deno.test("a spared burden is praise, and another person's burden is not the business's", () => {
  const site = saidUnder(Taxonomy.parse({
    id: "site",
    version: 1,
    aspects: [{ id: "quiet", label: "Quiet", words: ["quiet"], burden_words: ["noise", "noisy"] }],
    problems: [],
    topics: [],
  }));
  assert.equal(site("We had a place away from the noise.").aspects.quiet, "positive");
  assert.equal(site("The room is far from any noise.").aspects.quiet, "positive");
  assert.equal(site("Noise from the road all night.").aspects.quiet, "negative");
  assert.equal(site("They woke us because someone else was noisy.").aspects.quiet, "neutral");
});

Deno.test("a burden that only dates an event or follows despite stays neutral", () => {
  const desk = saidUnder(Taxonomy.parse({
    id: "desk",
    version: 1,
    aspects: [{ id: "waiting", label: "Waiting", words: ["wait", "waiting", "queue"], burden: true }],
    problems: [],
    topics: [],
  }));
  for (
    const text of [
      "Cheerful even when there's a queue.",
      "They were kind despite the queue.",
      "While we were waiting he had a biscuit.",
    ]
  ) assert.equal(desk(text).aspects.waiting, "neutral", text);
  for (const text of ["There's always a queue.", "We had to wait an hour.", "A queue even on a Monday."]) {
    assert.equal(desk(text).aspects.waiting, "negative", text);
  }
});
