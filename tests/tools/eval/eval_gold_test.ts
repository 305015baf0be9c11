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

Deno.test("found and right are aspects, claims and problems of the business; another firm's aspect is wrong with an opinion", () => {
  const { aspects, problems, claims, pairs } = evaluateGold(REVIEWS, ANSWERS, true);
  const counts = (of: typeof aspects) =>
    Array.from(of, ([id, { found, right, expected }]) => `${id} ${found} ${right} ${expected}`);
  assert.deepEqual(counts(aspects), ["pricing 1 1 1", "punctuality 2 2 2", "cleanliness 0 0 1", "friendliness 1 0 0"]);
  assert.deepEqual(summed(aspects), { found: 4, right: 3, expected: 4 });
  assert.deepEqual(counts(problems), ["late_arrival 1 1 2", "leak 1 0 0"]);
  // Right if any label has the polarity.
  assert.deepEqual(summed(claims.positive), { found: 1, right: 1, expected: 3 });
  assert.deepEqual(summed(claims.negative), { found: 2, right: 1, expected: 2 });
  // Only aspects whose labels agree. A missed one gets the polarity of the review.
  assert.deepEqual(pairs.map(({ aspect, gold, predicted, isFound }) => `${aspect} ${gold} ${predicted} ${isFound}`), [
    "pricing positive positive true",
    "punctuality negative neutral true",
    "cleanliness positive positive false",
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
  const line = (text: string, mention: Label) =>
    setLine("some", evaluateGold([...REVIEWS, review("d", text, [mention])], ANSWERS, true));
  assert.match(
    line("Clean.", label("cleanliness", "neutral", "Clean")),
    /^ {2}some +precision +75\.0 {2}recall +60\.0 .* both right 2 of 6, 4 found$/,
  );
  assert.match(line("Cheap, but late.", label("punctuality", "neutral", "late")), / both right 3 of 6, 6 found$/);
});

Deno.test("a labelled review is read by the taxonomy of its trade, and without stars by its text alone", () => {
  const kiln = { id: "kiln", label: "Kiln", words: ["kiln"] };
  const taxonomy = Taxonomy.parse({ id: "pottery", version: 1, aspects: [kiln], problems: [], topics: [] });
  const business = BusinessFile.parse({ name: "A pottery" });
  const { read } = goldReading(true, new Map([["pottery", { business, taxonomy }]]));
  assert.deepEqual(read("pottery", 5, "The kiln is great.").aspects.map(({ id }) => id), ["kiln"]);
  assert.deepEqual(read("restaurant", 5, "The food is great.").aspects.map(({ id }) => id), ["food"]);
  const sentiments = ([[5, ""], [null, ""], [null, "lovely "]] as const).map(([stars, word]) =>
    read("home_services", stars, `It was a ${word}faucet.`).sentiment
  );
  assert.deepEqual(sentiments, ["positive", "neutral", "positive"]);
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

Deno.test("a right quote is a whole sentence, labelled with its aspect and polarity; an unfinished one is not quoted", () => {
  const quotesOf = (mention: Label, end = " here.") =>
    evaluateQuotes(
      ["very", "so"].map((how) => review(how, `The crew was ${how} friendly and polite to all of us${end}`, [mention])),
      goldReading(),
    );
  const right = quotesOf(label("friendliness", "positive", "friendly"));
  const { quotes } = right;
  assert.ok(quotes > 0);
  assert.deepEqual(right, { quotes, rightAspect: quotes, rightPolarity: quotes, whole: quotes, good: quotes });
  const negative = quotesOf(label("friendliness", "negative", "friendly"));
  assert.deepEqual([negative.rightPolarity, negative.rightAspect], [0, quotes]);
  assert.equal(quotesOf(label("pricing", "positive", "friendly")).rightAspect, 0);
  assert.equal(quotesOf(label("friendliness", "positive", "friendly", { fault: "other" })).good, 0);
  const elsewhere = (more: Partial<Label>) =>
    quotesOf(label("friendliness", "positive", "rained", more), ". It rained.").rightAspect;
  assert.deepEqual([elsewhere({}), elsewhere({ also: ["friendly"] })], [0, quotes]);
  assert.equal(quotesOf(label("friendliness", "positive", "friendly"), "").quotes, 0);
});

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

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const linesOf = (path: string) => Deno.readTextFile(new URL(path, FIXTURES));

/**
 * Files of labelled reviews, with their numbers of reviews, of labels and of problems in `NOTES.md`. The first byte of
 * the SHA-256 of each id ends in this bit.
 */
const PARTS: readonly (readonly [GoldPart, bit: 0 | 1, counts: readonly number[]])[] = [
  ["development", 0, [323, 724, 245]],
  ["validation", 1, [175, 453, 106]],
  ["held", 1, [170, 354, 100]],
];

/** Asserts that labels use ids of the taxonomy, and problems only where the business is at fault. */
function assertLabels(reviews: readonly GoldReview[], { aspects, problems }: Taxonomy): void {
  const ids = new Set([...aspects, ...problems].map(({ id }) => id));
  for (const { id, mentions } of reviews) {
    for (const { aspect, problem, fault, polarity } of mentions) {
      for (const named of [aspect, problem]) assert.ok(named === null || ids.has(named), `${id}: ${named}`);
      assert.ok(problem === null || (fault === "business" && polarity === "negative"), `${id}: ${problem}`);
      assert.ok(aspect !== null || problem !== null, id);
    }
  }
}

Deno.test("the labelled reviews have the counts of NOTES.md, are mostly of home services, and none is in two parts", async () => {
  const all: GoldReview[] = [];
  for (const [part, bit, counts] of PARTS) {
    const reviews = goldReviews(await linesOf(`gold/${part}.jsonl`));
    const mentions = reviews.flatMap((review) => review.mentions);
    const problems = mentions.filter(({ problem }) => problem !== null);
    assert.deepEqual([reviews.length, mentions.length, problems.length], counts, part);
    for (const name of TAXONOMY_NAMES) {
      assertLabels(reviews.filter(({ taxonomy }) => taxonomy === name), builtInTaxonomy(name));
    }
    for (const { id, taxonomy } of reviews) {
      assert.ok(TAXONOMY_NAMES.some((name) => name === taxonomy), id);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id)));
      assert.equal((digest[0] ?? 0) % 2, bit, id);
    }
    all.push(...reviews);
  }
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.equal(new Set(all.map(({ text }) => spaced(text).trim())).size, all.length);
  assert.ok(all.filter(({ taxonomy }) => taxonomy === "home_services").length * 2 > all.length);
});

const TRADES = {
  development: ["campsite", "driving_school", "vet"],
  held: ["airport_parking", "climbing_gym", "self_storage"],
};

Deno.test("the labelled reviews of trades use their taxonomies, and training reviews copy none of these texts", async () => {
  const all: GoldReview[] = [];
  for (const path of Object.entries(TRADES).flatMap(([part, names]) => names.map((name) => `trades/${part}/${name}`))) {
    const name = path.replace(/.*\//, "");
    const taxonomy = Taxonomy.parse(JSON.parse(await linesOf(`${path}.taxonomy.json`)));
    BusinessFile.parse(JSON.parse(await linesOf(`${path}.business.json`)));
    const reviews = goldReviews(await linesOf(`${path}.jsonl`));
    assertLabels(reviews, taxonomy);
    for (const review of reviews) assert.deepEqual([taxonomy.id, review.taxonomy, review.trade], Array(3).fill(name));
    all.push(...reviews);
  }
  assert.ok(all.flatMap(({ mentions }) => mentions).filter(({ fault }) => fault === "business").length >= 550);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const runs = new Set(all.flatMap(({ text }) => runsOf(text)));
  const { reviews } = await trainingReviews();
  assert.deepEqual(reviews.filter(({ text }) => isCopy(text, runs)).map(({ id }) => id), []);
});
