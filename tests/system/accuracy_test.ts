import assert from "node:assert/strict";
import { evaluateAspects } from "../../tools/eval/eval_aspects.ts";
import { f1 } from "../../tools/eval/eval_figures.ts";
import { evaluateReviews, evaluationReview } from "../../tools/eval/eval_reviews.ts";
import { labelledSentences } from "../../tools/eval/eval_sentences.ts";
import { vaderScore } from "../../tools/eval/eval.ts";
import { reviewAnalyzer } from "../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../domain/insights/subjects/subject_detector.ts";
import healthCare from "../../domain/insights/taxonomy/health_care.json" with { type: "json" };
import { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { businessOf } from "../support/reviews/review_of.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";

const TAXONOMIES = new Map(["home_services", "health_care"].map((name) => [name, builtInTaxonomy(name)]));
const folder = Deno.env.get("REVIEWS_TEST_DATA");
const needs = folder === undefined ? " (left out: REVIEWS_TEST_DATA names no folder of labelled reviews)" : "";

const taxonomy = Taxonomy.parse(healthCare);
const analyze = reviewAnalyzer(textReader(businessOf({ name: "Elm Road Surgery" }), taxonomy, byRulesAlone));

/** Labels of the NHS comments that correspond to an aspect; other aspects have none. */
const THEMES: Readonly<Record<string, readonly string[]>> = {
  waiting_time: ["Timeliness of care"],
  kindness: ["Staff manner & personal attributes"],
  information_and_advice: [
    "Information directly from staff during care",
    "Being kept informed, clarity & consistency of information",
    "Information provision & guidance",
    "Unspecified communication",
  ],
  being_listened_to: ["Staff listening, understanding & involving patients"],
  treatment_quality: ["Impact of treatment/ care", "Diagnosis & triage", "Pain management"],
  competence: ["Competence & training", "Organisation & efficiency"],
  appointments_and_access: ["Contacting services", "Appointment arrangements", "Appointment method"],
  hygiene: ["Cleanliness, tidiness & infection control"],
  coordination: ["Referals & continuity of care", "Staff continuity", "Discharge", "Patient records", "Care plans"],
  staffing: ["Number & deployment of staff"],
  transport_and_facilities: [
    "Transport to/ from services",
    "Environment & Facilities",
    "Sensory experience",
    "Parking",
    "Service location",
    "Provision of medical equipment",
  ],
  food_and_activities: [
    "Food & drink provision & facilities",
    "Activities & access to fresh air",
    "Electronic entertainment",
  ],
};
type Commented = readonly { readonly id: string; readonly rating: number; readonly text: string }[];
type Labelled = readonly { readonly id: string; readonly themes: readonly string[] }[];

/** Least figures of each set of comments. */
const FLOORS = [["nhs_fft_neas", 0.74, 0.78, 0.77], ["nhs_fft_nhft", 0.67, 0.745, 0.76]] as const;

for (const [name, detected, right, floor] of FLOORS) {
  Deno.test({
    name:
      `health_care finds the aspects of ${name} with F1 ${detected} its sentiment in ${right}, without its words in ${floor}, and more often than by stars${needs}`,
    ignore: folder === undefined,
    fn: async () => {
      const [reviews, gold] = await Promise.all(
        ["reviews", "gold"].map((part) => Deno.readTextFile(`${folder}/${name}_${part}.json`)),
      );
      const labels: Labelled = JSON.parse(gold ?? "");
      const themes = new Map(labels.map(({ id, themes }) => [id, themes]));
      const counts = { found: 0, right: 0, expected: 0 };
      const comments: Commented = JSON.parse(reviews ?? "");
      for (const { id, rating, text } of comments) {
        const labelled = themes.get(id) ?? [];
        if (labelled.length === 0 || labelled.includes("Labelling not possible")) continue;
        const found = new Set(analyze(evaluationReview(rating, text)).aspects.map((aspect) => aspect.id));
        for (const [aspect, meant] of Object.entries(THEMES)) {
          const isExpected = meant.some((theme) => labelled.includes(theme));
          counts.expected += Number(isExpected);
          counts.found += Number(found.has(aspect));
          counts.right += Number(isExpected && found.has(aspect));
        }
      }
      assert.ok(f1(counts) >= detected, String(f1(counts)));
      const { sentiment_words, ...others } = taxonomy;
      const [own, builtIn] = [{ ...others, sentiment_words }, others].map((words) =>
        evaluateReviews(reviews ?? "", gold ?? "", new Map([["own", words]]), () => 0).analyzer.get("own") ?? 0
      );
      assert.ok(own !== undefined && builtIn !== undefined && own >= right && own > builtIn, `${own} ${builtIn}`);
      const figures = evaluateReviews(reviews ?? "", gold ?? "", TAXONOMIES, () => 0);
      const [plain = 0, ofTheTrade = 0] = figures.analyzer.values();
      assert.ok(plain >= floor && ofTheTrade > plain && plain > figures.stars + 0.03, `${plain} ${ofTheTrade}`);
    },
  });
}

Deno.test({
  name: `aspects of mams_acsa_test are found with F1 0.73 and polarity 0.53, better than by VADER${needs}`,
  ignore: folder === undefined,
  fn: async () => {
    const sentences = labelledSentences(await Deno.readTextFile(`${folder}/absa/mams_acsa_test.xml`));
    const { detection, polarity, vader } = evaluateAspects(sentences, builtInTaxonomy("restaurant"), vaderScore);
    assert.ok(f1(detection) >= 0.73, String(f1(detection)));
    assert.ok(polarity.accuracy >= 0.53, String(polarity.accuracy));
    assert.ok(polarity.accuracy > vader.accuracy + 0.05, String(vader.accuracy));
  },
});

Deno.test("the measures give the known figures of a small labelled set", () => {
  const texts = ["Excellent", "Terrible", "Excellent"];
  const reviews = texts.map((text, n) => ({ id: `${n}`, rating: n === 1 ? 1 : 5, text }));
  const gold = [1, 5, 5].map((sentiment, n) => ({ id: `${n}`, sentiment }));
  const figures = evaluateReviews(JSON.stringify(reviews), JSON.stringify(gold), TAXONOMIES, () => 0);
  assert.deepEqual(figures, {
    reviews: 3,
    analyzer: new Map([["home_services", 2 / 3], ["health_care", 2 / 3]]),
    stars: 2 / 3,
    majority: 2 / 3,
    vader: 0,
  });
});
