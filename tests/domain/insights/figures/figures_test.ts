import fc from "fast-check";
import assert from "node:assert/strict";
import { InsightsDocument, writeInsightsDocument } from "../../../../domain/documents/insights_document.ts";
import { insightsFaults } from "../../../../domain/insights/insights_faults.ts";
import { lexiconInsights } from "../../../../domain/insights/lexicon_insights.ts";
import { percentOf } from "../../../../domain/insights/numbers.ts";
import { chosenTaxonomy, TAXONOMY_NAMES } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../../domain/review.ts";
import { opinionatedReviews, REVIEWED_BUSINESS } from "../../../support/reviews/opinionated_reviews.ts";

const QUOTE = /“([^”]*)”/g;
const NUMBER = /\d+(?:\.\d+)?/g;
const RUNS = { numRuns: 60 };
const taxonomyName = fc.constantFrom(...TAXONOMY_NAMES);

function insights(reviews: readonly Review[], taxonomy: string): InsightsDocument {
  return lexiconInsights(REVIEWED_BUSINESS, reviews, chosenTaxonomy(taxonomy), null).document;
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
        assert.deepEqual(
          [aspect.mention_count, aspect.positive_count, aspect.neutral_count, aspect.negative_count],
          [said.length, of("positive"), of("neutral"), of("negative")],
        );
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
    RUNS,
  );
});

Deno.test("the summary and the answers contain only figures of the insights, and none of fewer than five reviews", () => {
  fc.assert(
    fc.property(opinionatedReviews, taxonomyName, (reviews, taxonomy) => {
      const { summary, faq, aspects, entities, overall_sentiment, review_count } = insights(reviews, taxonomy);
      if (reviews.length < 5) assert.deepEqual([summary, faq], [null, []]);
      const stars = Math.round(reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length * 100) / 100;
      const people = entities.technicians.map(({ mention_count }) => mention_count).filter((count) => count >= 5);
      let told = summary ?? "";
      for (const [said, part, whole] of told.matchAll(/\((\d+) of (?:the )?(\d+)(?: reviews on this)?\)/g)) {
        const before = told.slice(0, told.indexOf(said)).toLowerCase();
        const aspect = aspects.find(({ label, mention_count, positive_count, negative_count }) =>
          mention_count === Number(whole) && before.endsWith(`${label.toLowerCase()} `) &&
          [positive_count, negative_count].includes(Number(part))
        );
        assert.ok(aspect !== undefined && aspect.mention_count >= 5, told);
        told = told.replace(said, "");
      }
      const problems = entities.problems.map(({ mention_count }) => mention_count);
      const general = [review_count, stars, 5, 3, ...people, ...problems.filter((count) => count >= 5)];
      const shares = [overall_sentiment.positive_pct, overall_sentiment.negative_pct]
        .flatMap((share) => [share, Math.round(share ?? 0)]);
      for (const { 0: number, index } of told.matchAll(NUMBER)) {
        const figures = told[index + number.length] === "%" ? shares : general;
        assert.ok(figures.includes(Number(number)), summary ?? "");
      }
      const subjects = [...aspects, ...entities.technicians, ...entities.services, ...entities.service_areas];
      for (const { answer } of faq) {
        const prose = answer.replaceAll(OPENING, "").replaceAll(QUOTE, "").toLowerCase();
        const about = subjects.filter(({ label, mention_count }) =>
          mention_count >= 5 && prose.includes(` ${label.toLowerCase()}`)
        );
        assert.ok(about.some((subject) => tells(prose, subject)), answer);
      }
    }),
    RUNS,
  );
});

/** What stands before a quotation names the month of its review. */
const OPENING = /[^.”]* [A-Z][a-z]+ \d{4}[^:”]*(?=: “)/g;
const SIDE =
  /(\d+) (?:of the \d+ reviews that (?:speak of|name|mention) .+? )?(?:(?:is|are|do so|does so) )?(positive|neutral|negative|with praise|with complaints|with neither)/g;
const KINDS: Readonly<Record<string, string>> = {
  "with praise": "positive",
  "with complaints": "negative",
  "with neither": "neutral",
};

type Subject = InsightsDocument["aspects"][number] | InsightsDocument["entities"]["services"][number];

/** Whether all numbers of an answer are those of one subject, and the three kinds add up to its mentions. */
function tells(prose: string, subject: Subject): boolean {
  const { label, mention_count, positive_pct } = subject;
  const numbers = [...prose.replace(label.toLowerCase(), "").matchAll(NUMBER)].map(([number]) => Number(number));
  const kinds = [...prose.matchAll(SIDE)]
    .map(([, number, kind = ""]) => [KINDS[kind] ?? kind, Number(number)] as const);
  const positive = kinds.find(([kind]) => kind === "positive")?.[1] ?? 0;
  const known = "positive_count" in subject
    ? kinds.every(([kind, number]) => subject[`${kind as "positive"}_count`] === number)
    : kinds.length === 0 || percentOf(positive, mention_count) === positive_pct;
  const sum = kinds.reduce((sum, [, number]) => sum + number, 0);
  const stars = "average_rating" in subject ? [subject.average_rating] : [];
  const others = [mention_count, ...stars, ...kinds.map(([, number]) => number)];
  return known && (kinds.length === 0 || sum === mention_count) && numbers.every((number) => others.includes(number));
}

Deno.test("every quotation is verbatim from a review that is named, and every phrase from one that speaks of it", () => {
  fc.assert(
    fc.property(opinionatedReviews, taxonomyName, (reviews, taxonomy) => {
      const { faq, aspects, topics, pull_quote, per_review } = insights(reviews, taxonomy);
      const texts = new Map(reviews.map(({ id, text }) => [id, text ?? ""]));
      for (const { answer, source_review_ids } of faq) {
        for (const [, quote = ""] of answer.matchAll(QUOTE)) {
          assert.ok(source_review_ids.some((id) => texts.get(id)?.includes(quote)), answer);
        }
      }
      for (const { id, top_phrases } of aspects) {
        const said = [...texts].filter(([review]) => per_review[review]?.aspects.some((aspect) => aspect.id === id));
        for (const phrase of top_phrases) assert.ok(said.some(([, text]) => text.includes(phrase)), phrase);
      }
      for (const { id, top_phrases } of topics) {
        const said = [...texts].filter(([review]) => per_review[review]?.topics.includes(id));
        for (const phrase of top_phrases) assert.ok(said.some(([, text]) => text.includes(phrase)), phrase);
      }
      const five = reviews.filter(({ rating }) => rating === 5);
      assert.ok(pull_quote === null || five.some(({ text }) => text?.includes(pull_quote)));
    }),
    RUNS,
  );
});

Deno.test("the same reviews give the same bytes in any order, by every taxonomy", () => {
  const orders = opinionatedReviews.chain((reviews) =>
    fc.tuple(
      fc.constant(reviews),
      fc.shuffledSubarray([...reviews], { minLength: reviews.length, maxLength: reviews.length }),
    )
  );
  fc.assert(
    fc.property(orders, taxonomyName, ([reviews, shuffled], taxonomy) => {
      assert.deepEqual(
        writeInsightsDocument(insights(shuffled, taxonomy)),
        writeInsightsDocument(insights(reviews, taxonomy)),
      );
    }),
    RUNS,
  );
});
