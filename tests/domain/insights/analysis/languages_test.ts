import assert from "node:assert/strict";
import { packAnalysis, unpackAnalysis } from "../../../../domain/insights/analysis/packed_analyses.ts";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { computedInsights } from "../../../support/reviews/computed_insights.ts";
import type { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf, reviewOf, reviewsOf } from "../../../support/reviews/review_of.ts";

const taxonomy: Taxonomy = {
  ...{ id: "own", version: 1, problems: [], topics: [] },
  aspects: [{ id: "staff", label: "Staff", words: ["technician", "friendly"] }],
};
const business = businessOf({ name: "Acme", service_areas: [{ id: "old-mill", label: "Old Mill", aliases: [] }] });
const analyze = reviewAnalyzer(textReader(business, taxonomy));

Deno.test("a review in another language is scored by its stars, and its words are not read as English", () => {
  const german = reviewOf({ rating: 2, text: "Die Rate war fair, aber der Monteur war nicht sehr nett. Old Mill." });
  const { language, score, aspects, problems, topics, service_areas } = analyze(german);
  assert.deepEqual([language, score, aspects, problems, topics], ["de", -0.5, [], [], []]);
  assert.deepEqual(service_areas, ["old-mill"]);
  assert.equal(analyze(reviewOf({ text: "They were very kind." })).language, undefined);
});

Deno.test("besides English a chosen subject is found beside an opinion alone, and stars judge words in short texts alone", () => {
  const words = { de: ["Paket"], fr: ["frais"] };
  const subjects = [{ label: "Parcels", words }];
  const read = reviewAnalyzer(textReader(business, chosenTaxonomy({ base: null, subjects }, businessOf())));
  const found = (text: string, rating: number) =>
    read(reviewOf({ text, rating })).aspects.map(({ id, sentiment }) => `${id} ${sentiment}`);
  assert.deepEqual(found("Der Bote nahm das Paket wieder mit.", 1), []);
  assert.deepEqual(found("Das Paket war kaputt.", 1), ["parcels negative"]);
  // A fee, where the owner has chosen it, and not "fresh".
  assert.deepEqual(found("Une banque sans frais pour tous les clients.", 5), []);
  const short = "Der Service hat uns nur mit dem Telefon in der Hand gesehen.";
  assert.deepEqual(found(short, 1), ["staff negative"]);
  assert.deepEqual(found(short + " Das war im Juni, und das war dann alles.".repeat(5), 1), ["staff neutral"]);
});

Deno.test("a short wait, or none, is praise besides English too", () => {
  const read = reviewAnalyzer(textReader(business, chosenTaxonomy(null, businessOf())));
  const sides = {
    positive:
      "Wir mussten nicht allzu lange auf das Essen warten. | Kurze Wartezeit. | Die Wartezeit war sehr kurz. | " +
      "Kaum Wartezeiten, sehr nett. | Die Wartezeit hielt sich in Grenzen. | Poca espera y buen trato. | " +
      "La espera fue corta. | Nous avons eu peu d'attente et le personnel est gentil. | " +
      "Nous avons trouvé que l'attente est très courte.",
    negative:
      "Wir mussten lange warten. | Trotz langer Wartezeit sehr zufrieden. | La espera fue muy larga y el trato malo.",
  };
  for (const [side, texts] of Object.entries(sides)) {
    for (const text of texts.split(" | ")) {
      const waiting = read(reviewOf({ text, rating: 4 })).aspects.find(({ id }) => id === "waiting");
      assert.equal(waiting?.sentiment, side, text);
    }
  }
});

Deno.test("the language is kept with the analysis", () => {
  for (const text of ["Muy caro y además no arreglaron la fuga.", "They were very kind."]) {
    const analysis = analyze(reviewOf({ text }));
    assert.deepEqual(unpackAnalysis(packAnalysis(analysis, taxonomy), taxonomy), analysis);
  }
});

Deno.test("reviews in other languages are counted and told", () => {
  const texts = ["Muy caro y además no arreglaron la fuga.", "Très bon accueil.", "El técnico fue muy amable."];
  const more = ["Todo muy bien y con buena atención.", "La casa quedó muy limpia y el precio fue bueno."];
  const reviews = [...texts, ...more, "Fair price."].map((text, n) => reviewOf({ native: `${n}`, text }));
  const { languages, per_review, summary } = computedInsights(business, reviews, taxonomy);
  assert.deepEqual(languages, [{ language: "es", review_count: 4 }, { language: "fr", review_count: 1 }]);
  const found = reviews.map(({ id }) => per_review[id]?.language);
  assert.deepEqual(found, ["es", "fr", "es", "es", "es", undefined]);
  assert.match(summary ?? "", /5 reviews are in Spanish and French and counted by the stars alone\.$/);
});

Deno.test("texts not recognised are in the language of nine in ten of the others", () => {
  const shown = (others: number) => {
    const reviews = [
      ...reviewsOf(9, { native: "de", text: "Sehr freundlich, saubere Arbeit, gerne wieder." }),
      ...reviewsOf(others, { native: "fr", text: "Très bon accueil." }),
      reviewOf({ text: "Ersatzgesagt dann zurück gezogen" }),
    ];
    return computedInsights(business, reviews, taxonomy).per_review[reviews.at(-1)!.id]?.language;
  };
  assert.deepEqual([shown(1), shown(2)], ["de", "und"]);
});
