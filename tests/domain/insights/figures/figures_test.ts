import { fc, runs } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { InsightsDocument, writeInsightsDocument } from "../../../../domain/documents/insights_document.ts";
import { insightsFaults } from "../../../../domain/insights/insights_faults.ts";
import { computedInsights } from "../../../support/reviews/computed_insights.ts";
import { percentOf } from "../../../../domain/insights/rounding.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../../domain/review.ts";
import { opinionatedReviews, REVIEWED_BUSINESS } from "../../../support/reviews/opinionated_reviews.ts";
import { reviewsOf } from "../../../support/reviews/review_of.ts";

/** A quotation with the month of its review. */
const QUOTE = /“([^”]*)” \(([A-Z][a-z]+ \d{4})\)/g;
const NUMBER = /\d+(?:\.\d+)?/g;
const RUNS = runs(60);
/** Reviews that once gave insights with a fault, by what their texts have. */
const FAILED: [readonly Review[], string][] = [
  "The staff was great, we thought. 、e\u0301.配 The staff was great.", // A letter and its accent before a full stop.
].map((text) => [reviewsOf(5, { text }), "general"]);
const taxonomyName = fc.constantFrom(...TAXONOMY_NAMES);

function insights(reviews: readonly Review[], taxonomy: string): InsightsDocument {
  return computedInsights(REVIEWED_BUSINESS, reviews, builtInTaxonomy(taxonomy));
}

Deno.test("every figure of the insights follows from the single reviews", () => {
  fc.assert(
    fc.property(opinionatedReviews, taxonomyName, (reviews, taxonomy) => {
      const document = insights(reviews, taxonomy);
      assert.deepEqual(InsightsDocument.parse(document), document);
      assert.deepEqual(insightsFaults(document, reviews), []);
      const { aspects, entities, topics, per_review, overall_sentiment, temporal } = document;
      assert.deepEqual(new Set(Object.keys(per_review)), new Set(reviews.map(({ id }) => id)));
      const count = (sentiment: string) =>
        Object.values(per_review).filter((analysis) => analysis.sentiment === sentiment).length;
      for (const sentiment of ["positive", "neutral", "negative"] as const) {
        assert.equal(overall_sentiment[`${sentiment}_pct`], percentOf(count(sentiment), reviews.length));
      }
      for (const aspect of aspects) {
        const said = Object.values(per_review).flatMap(({ aspects }) => aspects.filter(({ id }) => id === aspect.id));
        const of = (kind: string) => said.filter(({ sentiment }) => sentiment === kind).length;
        const { mention_count, positive_count, neutral_count, negative_count } = aspect;
        const counts = [mention_count, positive_count, neutral_count, negative_count];
        assert.deepEqual(counts, [said.length, of("positive"), of("neutral"), of("negative")]);
        assert.equal(aspect.positive_pct, percentOf(of("positive"), said.length));
      }
      const lists = { ...entities, topics };
      for (const kind of ["technicians", "services", "problems", "service_areas", "topics"] as const) {
        const named = new Set(Object.values(per_review).flatMap((analysis) => analysis[kind]));
        assert.deepEqual(new Set(lists[kind].map(({ id }) => id)), named);
        for (const entry of lists[kind]) {
          const of = reviews.filter(({ id }) => per_review[id]?.[kind].includes(entry.id));
          assert.equal(entry.mention_count, of.length);
          if ("average_rating" in entry) {
            const stars = of.reduce((sum, { rating }) => sum + rating, 0);
            assert.equal(entry.average_rating, Math.round(stars / of.length * 100) / 100);
          }
        }
      }
      assert.equal(temporal.monthly.reduce((sum, { review_count }) => sum + review_count, 0), reviews.length);
    }),
    { ...RUNS, examples: FAILED },
  );
});

const ONE_DECIMAL = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** Returns a number as prose has it: with one decimal. */
function asSaid(figure: number | null = null): number {
  return Number(ONE_DECIMAL.format(figure ?? NaN));
}

Deno.test("the summary and the answers contain only figures of the insights, and none of fewer than five reviews", () => {
  fc.assert(
    fc.property(opinionatedReviews, taxonomyName, (reviews, taxonomy) => {
      const { summary, faq, aspects, entities, review_count } = insights(reviews, taxonomy);
      if (reviews.length < 5) assert.deepEqual([summary, faq], [null, []]);
      const mean = Math.round(reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length * 100) / 100;
      const high = reviews.filter(({ rating }) => rating > 3).length;
      const low = reviews.filter(({ rating }) => rating < 3).length;
      const people = entities.technicians.filter(({ mention_count }) => mention_count >= 5)
        .flatMap(({ mention_count, average_rating }) => [mention_count, asSaid(average_rating)]);
      const found = [...aspects, ...entities.problems].filter(({ mention_count }) => mention_count >= 5);
      const general = [review_count, asSaid(mean), 5, ...people];
      const counts = [
        ...found.map(({ mention_count }) => mention_count),
        ...aspects.filter(({ mention_count }) => mention_count >= 5)
          .flatMap(({ positive_count, negative_count }) => [positive_count, negative_count]),
      ];
      // Halves become even, so that both together are never more than 100.
      const shares = [high, low].map((part) => part * 100 / reviews.length)
        .map((percent) => percent % 1 === 0.5 ? 2 * Math.round(percent / 2) : Math.round(percent));
      const told = (summary ?? "").replace(/From \w+ \d{4} to \w+ \d{4} /, "");
      for (const { 0: number, index } of told.matchAll(NUMBER)) {
        const figures = told[index + number.length] === "%" ? [...shares, 1, 99] : [...general, ...counts];
        assert.ok(figures.includes(Number(number)), summary ?? "");
      }
      for (const [, name, count, stars] of told.matchAll(/(\w+) \((\d+) reviews, ([\d.]+) stars/g)) {
        const person = entities.technicians.find(({ label }) => label === name);
        assert.deepEqual([person?.mention_count, asSaid(person?.average_rating)], [Number(count), Number(stars)]);
      }
      for (const { answer, about } of faq) {
        const prose = answer.slice(0, answer.indexOf(" One ")).replace(/^.*: (?=\d+ reviews, )/, "");
        const [count = 0, positive = 0, negative = 0, ...others] = Array.from(prose.matchAll(NUMBER), Number);
        const list = about?.kind === "aspects" ? aspects : entities[about?.kind ?? "services"];
        const subject = list.find(({ id }) => id === about?.id);
        assert.equal(count, subject?.mention_count, answer);
        assert.ok(others.length === 0 && positive + negative >= 5 && positive + negative <= count, answer);
        if (subject !== undefined && "positive_count" in subject) {
          const counts = [subject.positive_count, subject.negative_count];
          assert.deepEqual([positive, negative].sort(), counts.sort(), answer);
        }
        const sides = 5 * Math.min(positive, negative) >= positive + negative ? 2 : 1;
        assert.equal(answer.match(QUOTE)?.length, sides, answer);
      }
    }),
    RUNS,
  );
});

function monthOf(date: string): string {
  return new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(date));
}

Deno.test("every quotation is verbatim from a review that is named, and every phrase from one that speaks of it", () => {
  fc.assert(
    fc.property(opinionatedReviews, taxonomyName, (reviews, taxonomy) => {
      const { faq, aspects, pull_quote, per_review } = insights(reviews, taxonomy);
      const texts = new Map(reviews.map(({ id, text }) => [id, text ?? ""]));
      for (const { answer, source_review_ids } of faq) {
        for (const [, quote = "", month] of answer.matchAll(QUOTE)) {
          const isFrom = ({ id, text, date }: Review) =>
            source_review_ids.includes(id) && text?.includes(quote) && monthOf(date) === month;
          assert.ok(quote.length <= 180 && reviews.some(isFrom), answer);
        }
      }
      for (const { id, top_phrases } of aspects) {
        const said = [...texts].filter(([review]) => per_review[review]?.aspects.some((aspect) => aspect.id === id));
        for (const phrase of top_phrases) assert.ok(said.some(([, text]) => text.includes(phrase)), phrase);
      }
      const five = reviews.filter(({ rating }) => rating === 5);
      assert.ok(pull_quote === null || five.some(({ text }) => text?.includes(pull_quote)));
    }),
    RUNS,
  );
});

Deno.test("the same reviews give the same bytes in any order, by every taxonomy", () => {
  const orders = opinionatedReviews.chain((reviews) => {
    const { length } = reviews;
    return fc.tuple(fc.constant(reviews), fc.shuffledSubarray([...reviews], { minLength: length, maxLength: length }));
  });
  fc.assert(
    fc.property(orders, taxonomyName, (orders, taxonomy) => {
      const [one, other] = orders.map((reviews) => writeInsightsDocument(insights(reviews, taxonomy)));
      assert.deepEqual(other, one);
    }),
    RUNS,
  );
});
