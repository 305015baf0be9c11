import assert from "node:assert/strict";
import { evaluateGold, summed } from "../../../tools/eval/eval_gold.ts";
import { evaluateProbes } from "../../../tools/eval/eval_probes.ts";
import { evaluateQuotes } from "../../../tools/eval/eval_quotes.ts";
import { goldLines, probeLines, setLine } from "../../../tools/eval/gold_lines.ts";
import { type GoldReading, goldReading } from "../../../tools/eval/gold_reading.ts";
import {
  GoldFileError,
  type GoldPart,
  goldProbes,
  type GoldReview,
  goldReviews,
  spaced,
} from "../../../tools/eval/gold_set.ts";
import type { Polarity } from "../../../tools/eval/eval_figures.ts";
import { isCopy, runsOf, trainingReviews } from "../../../tools/eval/training_reviews.ts";
import { BusinessFile } from "../../../domain/business.ts";
import { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { goldDifferences } from "../../../tools/eval/eval.ts";

type Label = GoldReview["mentions"][number];

const label = (aspect: string | null, polarity: Polarity, words: string, more: Partial<Label> = {}): Label => ({
  aspect,
  polarity,
  fault: "business",
  problem: null,
  words,
  ...more,
});

const review = (id: string, text: string, mentions: readonly Label[], stars = 5): GoldReview => ({
  id,
  set: "home",
  taxonomy: "home_services",
  stars,
  text,
  mentions: [...mentions],
});

/** An analyser that finds these aspects and problems in a text with any taxonomy. Without stars nothing is positive. */
function reading(
  answers: Readonly<
    Record<string, { readonly aspects?: Readonly<Record<string, Polarity>>; readonly problems?: string[] }>
  >,
): GoldReading {
  return {
    readerOf: goldReading().readerOf,
    read: (_taxonomy, stars, text) => {
      const { aspects = {}, problems = [] } = answers[text] ?? {};
      return {
        sentiment: stars === null ? "neutral" : stars > 3 ? "positive" : "negative",
        score: 0,
        aspects: Object.entries(aspects).map(([id, sentiment]) => ({
          id,
          sentiment: stars === null && sentiment === "positive" ? "neutral" : sentiment,
          score: 0,
          spans: [],
        })),
        technicians: [],
        services: [],
        problems,
        service_areas: [],
        topics: [],
      };
    },
  };
}

const REVIEWS = [
  review("a", "Cheap, but late.", [
    label("pricing", "positive", "Cheap"),
    label("punctuality", "negative", "late", { problem: "late_arrival" }),
  ]),
  review("b", "They were late twice and early once. Clean.", [
    label("punctuality", "negative", "late twice", { problem: "late_arrival" }),
    label("punctuality", "positive", "early once"),
    label("cleanliness", "positive", "Clean"),
  ]),
  review("c", "Dear was the last firm, rude too.", [
    label("pricing", "negative", "Dear", { fault: "other" }),
    label("friendliness", "negative", "rude", { fault: "other" }),
  ], 1),
];
const ANSWERS = reading({
  "Cheap, but late.": { aspects: { pricing: "positive", punctuality: "neutral" }, problems: ["late_arrival", "leak"] },
  "They were late twice and early once. Clean.": { aspects: { punctuality: "negative" } },
  "Dear was the last firm, rude too.": { aspects: { pricing: "neutral", friendliness: "negative" } },
});

Deno.test("evaluation expects the business's aspects; another firm's aspect is wrong only with an opinion", () => {
  const { aspects } = evaluateGold(REVIEWS, ANSWERS, true);
  assert.deepEqual(Object.fromEntries(aspects), {
    pricing: { found: 1, right: 1, expected: 1 },
    punctuality: { found: 2, right: 2, expected: 2 },
    cleanliness: { found: 0, right: 0, expected: 1 },
    friendliness: { found: 1, right: 0, expected: 0 },
  });
  assert.deepEqual(summed(aspects), { found: 4, right: 3, expected: 4 });
});

Deno.test("a claim is right if any label of the business has its polarity", () => {
  const { positive, negative } = evaluateGold(REVIEWS, ANSWERS, true).claims;
  assert.deepEqual({ positive: summed(positive), negative: summed(negative) }, {
    positive: { found: 1, right: 1, expected: 3 },
    negative: { found: 2, right: 1, expected: 2 },
  });
});

Deno.test("problems are counted by review", () => {
  assert.deepEqual(Object.fromEntries(evaluateGold(REVIEWS, ANSWERS, true).problems), {
    late_arrival: { found: 1, right: 1, expected: 2 },
    leak: { found: 1, right: 0, expected: 0 },
  });
});

Deno.test("polarity is measured for aspects with one label; missed aspects get the review's polarity", () => {
  const polarities = (withStars: boolean) =>
    evaluateGold(REVIEWS, ANSWERS, withStars).pairs.map(({ aspect, gold, predicted, isFound }) =>
      `${aspect} ${gold} ${predicted} ${isFound}`
    );
  assert.deepEqual(polarities(true), [
    "pricing positive positive true",
    "punctuality negative neutral true",
    "cleanliness positive positive false",
  ]);
  assert.deepEqual(polarities(false), [
    "pricing positive neutral true",
    "punctuality negative neutral true",
    "cleanliness positive neutral false",
  ]);
});

Deno.test("the report shows percentages beside the majority-class and VADER baselines", () => {
  const [withStars, withoutStars] = [true, false].map((stars) => evaluateGold(REVIEWS, ANSWERS, stars));
  assert.ok(withStars !== undefined && withoutStars !== undefined);
  const scored: string[] = [];
  const lines = goldLines(withStars, withoutStars, (text) => {
    scored.push(text);
    return text.includes("Cheap") ? -1 : 1;
  });
  const figures = (name: string) =>
    lines.find((line) => line.trim().startsWith(name))?.match(/\d+\.\d/g)?.slice(0, 2).map(Number);
  assert.deepEqual(figures("polarity, with stars"), [66.7, 50]);
  assert.deepEqual(figures("where it was found"), [50, 50]);
  assert.deepEqual(figures("polarity, without stars"), [0, 0]);
  assert.deepEqual(figures("always the commonest"), [66.7, 40]);
  assert.deepEqual(figures("VADER"), [66.7, 66.7]);
  assert.deepEqual(figures("aspects found"), [75, 75]);
  assert.deepEqual(figures("problems found"), [50, 50]);
  assert.deepEqual(scored, ["Cheap, but late.", "Cheap, but late.", "Clean."]);
});

Deno.test("the set's line counts correct mentions of aspect and polarity; a mixed aspect counts twice", () => {
  const figures = (name: string, text: string, mentions: readonly Label[]) =>
    setLine(name, evaluateGold([...REVIEWS, review("d", text, mentions)], ANSWERS, true));
  assert.match(
    figures("some", "Clean.", [label("cleanliness", "neutral", "Clean")]),
    /^ {2}some +precision +75\.0 {2}recall +60\.0 .* both right 2 of 6, 4 found$/,
  );
  assert.match(
    figures("some", "Cheap, but late.", [label("punctuality", "neutral", "late")]),
    / both right 3 of 6, 6 found$/,
  );
});

Deno.test("a labelled review is read by the taxonomy of its trade", () => {
  const taxonomy = Taxonomy.parse({
    id: "pottery",
    version: 1,
    aspects: [{ id: "kiln", label: "Kiln", words: ["kiln"] }],
    problems: [],
    topics: [],
  });
  const business = BusinessFile.parse({ name: "A pottery" });
  const { read } = goldReading(true, false, new Map([["pottery", { business, taxonomy }]]));
  assert.deepEqual(read("pottery", 5, "The kiln is great.").aspects.map(({ id }) => id), ["kiln"]);
  assert.deepEqual(read("restaurant", 5, "The food is great.").aspects.map(({ id }) => id), ["food"]);
});

Deno.test("the lines show the ratios of found to labelled counts", () => {
  const counts = (rows: readonly (readonly [found: number, expected: number])[]) =>
    new Map(rows.map(([found, expected], index) => [`aspect-${index}`, { found, right: 0, expected }]));
  const figures = evaluateGold(REVIEWS, ANSWERS, true);
  const aspects = counts([[10, 10], [5, 10], [20, 10], [12, 10], [4, 1]]);
  const lines = goldLines({ ...figures, aspects }, figures, () => 0);
  assert.ok(
    lines.includes(
      "  reviews with an aspect: found 0.50 to 2.00 of those labelled, within a fifth for 2 of 4 aspects",
    ),
    lines.join("\n"),
  );
  assert.ok(lines.includes("  reviews that praise it: none that five speak of"));
});

Deno.test("the list of differences names each aspect and problem that differs from its label", () => {
  assert.deepEqual(goldDifferences(REVIEWS, ANSWERS), [
    "a punctuality: labelled negative, neutral: late",
    "a problem leak: not labelled: Cheap, but late.",
    "b cleanliness: labelled positive, not found: Clean",
    "b problem late_arrival: missed: late twice",
    "c friendliness: not labelled, negative: Dear was the last firm, rude too.",
  ]);
});

Deno.test("a probe is judged by its aspect if found, else by its text, without stars", () => {
  const probe = (id: string, kind: string, text: string, polarity: Polarity, aspect: string | null) => ({
    ...{ id, kind, text, polarity, aspect },
  });
  const kinds = evaluateProbes(
    [
      probe("1", "mixed", "one", "negative", "pricing"),
      probe("2", "mixed", "two", "neutral", "pricing"),
      probe("3", "neutral", "three", "neutral", null),
      probe("4", "neutral", "four", "positive", null),
    ],
    reading({ one: { aspects: { pricing: "negative", value: "neutral" } }, two: { aspects: { value: "negative" } } }),
    (text) => text === "four" ? 1 : 0,
  );
  assert.deepEqual([...kinds], [
    ["mixed", { probes: 2, solved: 2, solvedOnAspect: 1, vader: 1 }],
    ["neutral", { probes: 2, solved: 1, solvedOnAspect: 0, vader: 2 }],
  ]);
  assert.match(probeLines(kinds)[0] ?? "", /3 of 4, on the aspect itself 1, VADER 3$/);
});

Deno.test("a correct quote is a whole sentence labelled with its aspect and polarity", () => {
  const texts = [
    "The crew was very friendly and polite to everybody here.",
    "The crew was extremely friendly and patient with my mother.",
  ];
  const quotesOf = (mentions: (text: string) => readonly Label[]) =>
    evaluateQuotes(texts.map((text, index) => review(`r${index}`, text, mentions(text))), goldReading());
  const right = quotesOf(() => [label("friendliness", "positive", "friendly")]);
  assert.ok(right.quotes > 0);
  assert.deepEqual(right, { quotes: right.quotes, ...all(right.quotes) });
  assert.equal(quotesOf(() => [label("friendliness", "negative", "friendly")]).rightPolarity, 0);
  assert.equal(quotesOf(() => [label("friendliness", "negative", "friendly")]).rightAspect, right.quotes);
  assert.equal(quotesOf(() => [label("pricing", "positive", "friendly")]).rightAspect, 0);
  assert.equal(quotesOf(() => [label("friendliness", "positive", "friendly", { fault: "other" })]).good, 0);
});

Deno.test("quotes from differently labelled sentences count as wrong, and unfinished sentences are not quoted", () => {
  const quotesOf = (end: string, words: string, also?: string[]) =>
    evaluateQuotes(
      [1, 2].map((one) =>
        review(`r${one}`, `The crew was ${one === 1 ? "very" : "so"} friendly and polite to all of us${end}`, [
          label("friendliness", "positive", words, also === undefined ? {} : { also }),
        ])
      ),
      goldReading(),
    );
  const elsewhere = quotesOf(". It rained.", "rained");
  assert.ok(elsewhere.quotes > 0);
  assert.deepEqual([elsewhere.rightAspect, elsewhere.whole], [0, elsewhere.quotes]);
  assert.equal(quotesOf(". It rained.", "rained", ["friendly"]).rightAspect, elsewhere.quotes);
  assert.equal(quotesOf("", "friendly").quotes, 0);
});

Deno.test("without stars only the text determines the polarity", () => {
  const { read } = goldReading();
  assert.equal(read("home_services", 5, "It was a faucet.").sentiment, "positive");
  assert.equal(read("home_services", null, "It was a faucet.").sentiment, "neutral");
  assert.equal(read("home_services", null, "It was a lovely faucet.").sentiment, "positive");
});

function all(count: number) {
  return { rightAspect: count, rightPolarity: count, whole: count, good: count };
}

Deno.test("a malformed labelled review is refused with its line, also for absent words", () => {
  const line = JSON.stringify(review("a", "Cheap,\nbut late.", [label("pricing", "positive", "Cheap, but")]));
  assert.equal(goldReviews(`${line}\n`).length, 1);
  assert.throws(
    () => goldReviews(`${line}\n{"id":"b"}\n`),
    (error) => error instanceof GoldFileError && error.message.startsWith("Line 2:"),
  );
  assert.throws(() => goldReviews(line.replace("Cheap, but", "Dear")), GoldFileError);
  const withMore = (words: string) =>
    JSON.stringify(review("a", "Cheap, but late.", [label("pricing", "positive", "Cheap", { also: [words] })]));
  assert.equal(goldReviews(withMore("late")).length, 1);
  assert.throws(() => goldReviews(withMore("dear")), GoldFileError);
  assert.throws(() => goldProbes(`{"id":"p1"}`), GoldFileError);
});

const GOLD = new URL("../../fixtures/gold/", import.meta.url);

/** Files of labelled reviews. The first byte of the SHA-256 of each id ends in this bit. */
const PARTS: readonly (readonly [GoldPart, 0 | 1])[] = [["development", 0], ["validation", 1], ["held", 1]];

const partReviews = async (part: GoldPart) => goldReviews(await Deno.readTextFile(new URL(`${part}.jsonl`, GOLD)));

for (const [part, bit] of PARTS) {
  Deno.test(`${part}.jsonl uses ids of built-in taxonomies, and problems only where the business is at fault`, async () => {
    const reviews = await partReviews(part);
    const ids = new Map(TAXONOMY_NAMES.map((name) => {
      const { aspects, problems } = builtInTaxonomy(name);
      return [name as string, new Set([...aspects, ...problems].map(({ id }) => id))];
    }));
    for (const { id, taxonomy, mentions } of reviews) {
      for (const { aspect, problem, fault, polarity } of mentions) {
        for (const named of [aspect, problem]) {
          assert.ok(named === null || ids.get(taxonomy)?.has(named), `${id}: ${named}`);
        }
        assert.ok(problem === null || (fault === "business" && polarity === "negative"), `${id}: ${problem}`);
        assert.ok(aspect !== null || problem !== null, id);
      }
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id)));
      assert.equal((digest[0] ?? 0) % 2, bit, id);
    }
    assert.equal(new Set(reviews.map(({ id }) => id)).size, reviews.length);
  });
}

const TRADES: Readonly<Record<GoldPart, readonly string[]>> = {
  development: ["campsite", "driving_school", "vet"],
  validation: [],
  held: ["airport_parking", "climbing_gym", "self_storage"],
};

/** The trades of a part, each with the contents of its files. */
async function tradesOf(part: GoldPart) {
  const folder = new URL(`../../fixtures/trades/${part}/`, import.meta.url);
  return await Promise.all(TRADES[part].map(async (name) => ({
    name,
    business: BusinessFile.parse(JSON.parse(await Deno.readTextFile(new URL(`${name}.business.json`, folder)))),
    taxonomy: Taxonomy.parse(JSON.parse(await Deno.readTextFile(new URL(`${name}.taxonomy.json`, folder)))),
    reviews: goldReviews(await Deno.readTextFile(new URL(`${name}.jsonl`, folder))),
  })));
}

Deno.test("labels use ids of their trade's taxonomy, and training reviews copy none of these texts", async () => {
  const trades = (await Promise.all([tradesOf("development"), tradesOf("held")])).flat();
  const all = trades.flatMap(({ reviews }) => reviews);
  for (const { name, taxonomy: { id, aspects, problems }, reviews } of trades) {
    assert.equal(id, name);
    for (const { taxonomy, trade, mentions } of reviews) {
      assert.deepEqual([taxonomy, trade], [name, name]);
      for (const { aspect, problem, fault, polarity } of mentions) {
        assert.ok(aspects.some(({ id }) => id === aspect), `${name}: ${aspect}`);
        assert.ok(problem === null || problems.some(({ id }) => id === problem), `${name}: ${problem}`);
        assert.ok(problem === null || (fault === "business" && polarity === "negative"), `${name}: ${problem}`);
      }
    }
  }
  assert.ok(all.flatMap(({ mentions }) => mentions).filter(({ fault }) => fault === "business").length >= 550);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const runs = new Set(all.flatMap(({ text }) => runsOf(text)));
  const { reviews } = await trainingReviews();
  assert.deepEqual(reviews.filter(({ text }) => isCopy(text, runs)).map(({ id }) => id), []);
});

Deno.test("there are 74 probes of ten kinds", async () => {
  const probes = goldProbes(await Deno.readTextFile(new URL("probes.jsonl", GOLD)));
  assert.equal(new Set(probes.map(({ id }) => id)).size, 74);
  assert.equal(new Set(probes.map(({ kind }) => kind)).size, 10);
});

Deno.test("the parts have the counts of NOTES.md, mostly home services, and share no review", async () => {
  const counts = new Map<string, readonly number[]>();
  const all: GoldReview[] = [];
  for (const [part] of PARTS) {
    const reviews = await partReviews(part);
    const mentions = reviews.flatMap((review) => review.mentions);
    counts.set(part, [reviews.length, mentions.length, mentions.filter(({ problem }) => problem !== null).length]);
    all.push(...reviews);
  }
  assert.deepEqual(Object.fromEntries(counts), {
    development: [323, 724, 245],
    validation: [175, 453, 106],
    held: [170, 354, 100],
  });
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.equal(new Set(all.map(({ text }) => spaced(text).trim())).size, all.length);
  assert.ok(all.filter(({ taxonomy }) => taxonomy === "home_services").length * 2 > all.length);
});
