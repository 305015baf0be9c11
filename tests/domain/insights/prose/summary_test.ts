import fc from "fast-check";
import assert from "node:assert/strict";
import { countText } from "../../../../domain/insights/prose/counted_words.ts";
import { summary, type SummaryFigures } from "../../../../domain/insights/prose/summary.ts";
import { aggregated } from "../../../support/insights/aggregated.ts";
import { businessOf } from "../../../support/reviews/business_of.ts";
import { generatedReviews } from "../../../support/reviews/generated_reviews.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const FIGURES: Omit<SummaryFigures, "aspects"> = {
  overall_sentiment: aggregated(businessOf(), []).overall_sentiment,
  entities: aggregated(businessOf(), []).entities,
  customers: "customers",
  reviewCount: 2000,
  averageRating: 4,
  analysedCount: 0,
  languages: [],
  trend: "stable",
  labelOf: (label) => label.toLowerCase(),
};
const BUSINESS = businessOf({ technicians: [{ id: "ada", name: "Ada", aliases: [] }] });

Deno.test("summary() contains only figures of the data, and none of fewer than five reviews", () => {
  fc.assert(
    fc.property(generatedReviews, (reviews) => {
      const { summary, overall_sentiment, aspects, entities } = aggregated(BUSINESS, reviews);
      assert.equal(summary === null, reviews.length < 5);
      const rest = (summary ?? "").replace(/^.* has (\d+) reviews with an average of ([\d.]+) out of 5 stars\./, (
        _,
        count,
        average,
      ) => {
        const stars = reviews.reduce((sum, { rating }) => sum + rating, 0);
        assert.deepEqual([Number(count), Number(average)], [
          reviews.length,
          Math.round(stars / reviews.length * 100) / 100,
        ]);
        return "";
      }).replace(/ ([\d.]+)% of the reviews are positive and ([\d.]+)% negative/, (_, positive, negative) => {
        assert.deepEqual([Number(positive), Number(negative)], [
          wholePercent(overall_sentiment.positive_pct),
          wholePercent(overall_sentiment.negative_pct),
        ]);
        return "";
      }).replace(/(\w+) \((\d+) of (?:the )?(\d+)(?: reviews on this)?\)/g, (_, label, part, whole) => {
        const aspect = aspects.find((aspect) => aspect.label.toLowerCase() === label);
        assert.ok(Number(whole) >= 5 && aspect?.mention_count === Number(whole));
        assert.ok([aspect.positive_count, aspect.negative_count].includes(Number(part)));
        return "";
      }).replace(/leaks \((\d+) reviews\)/, (_, count) => {
        assert.equal(Number(count), entities.problems[0]?.mention_count);
        return "";
      }).replace(/Ada \((\d+) reviews\)/, (_, count) => {
        assert.equal(Number(count), entities.technicians[0]?.mention_count);
        return "";
      });
      assert.doesNotMatch(rest, /\d/);
    }),
    { numRuns: 80 },
  );
});

Deno.test("summary() says that opinion is divided when it is", () => {
  const reviews = [5, 5, 5, 1, 1, 1].map((rating, index) => reviewOf({ native: String(index), rating, text: null }));
  assert.match(
    aggregated(BUSINESS, reviews).summary ?? "",
    /Opinion is divided: 50% of the reviews are positive and 50% negative\./,
  );
});

Deno.test("summary() does not call divided what seven in ten praise, even if a fifth complains", () => {
  const ratings = Array.from({ length: 50 }, (_, at) => at < 39 ? 5 : at < 49 ? 1 : 3);
  const reviews = ratings.map((rating, index) => reviewOf({ native: String(index), rating, text: null }));
  assert.match(
    aggregated(BUSINESS, reviews).summary ?? "",
    /Most customers are satisfied: 78% of the reviews are positive and 20% negative\./,
  );
});

/** An aspect by its counts of reviews. */
function aspect(label: string, mention_count: number, positive_count: number, negative_count: number) {
  return { ...aggregated(BUSINESS, []).aspects[0]!, label, mention_count, positive_count, negative_count };
}

Deno.test("summary() ranks what is praised by the number of reviews, and does not call criticised what most praise", () => {
  const aspects = [
    aspect("Work", 80, 68, 11),
    aspect("Manners", 11, 11, 0),
    aspect("Staff", 33, 21, 9),
    aspect("Price", 43, 15, 15),
  ];
  const text = summary(BUSINESS, { ...FIGURES, aspects });
  assert.match(
    text ?? "",
    /Praised, with few complaints: work \(68 of the 80 reviews on this\) and manners \(11 of 11\)\./,
  );
  assert.match(text ?? "", /Often criticised: price \(15 of the 43 reviews on this\)\./);
  assert.doesNotMatch(text ?? "", /staff/);
});

Deno.test("summary() names what is complained of most, also where few speak of it at all", () => {
  const text = summary(BUSINESS, {
    ...FIGURES,
    aspects: [
      aspect("Waiting time", 1104, 400, 592),
      aspect("Kindness", 900, 880, 10),
      aspect("Appointments and access", 121, 20, 92),
      aspect("Food", 90, 88, 1),
      aspect("Assessment and treatment", 176, 100, 60),
    ],
  });
  assert.match(
    text ?? "",
    /Praised, with few complaints: kindness \(880 of the 900 reviews on this\)\. Often criticised: waiting time \(592 of /,
  );
  assert.match(text ?? "", / of the 1,104 reviews on this\) and appointments and access \(92 of 121\)\./);
});

Deno.test("summary() does not name what few praise where many praise something else, though others complain of that", () => {
  const aspects = [aspect("Overall experience", 7, 6, 0), aspect("Food", 226, 99, 64)];
  const text = summary(BUSINESS, { ...FIGURES, aspects }) ?? "";
  assert.match(text, /Often criticised: food \(64 of the 226 reviews on this\)\./);
  assert.doesNotMatch(text, /[Pp]raised/);
});

Deno.test("summary() keeps a business with a hostile name on one line", () => {
  const business = businessOf({ name: 'Acme "\n# Heating' });
  const reviews = ["1", "2", "3", "4", "5"].map((native) => reviewOf({ native, text: null }));
  assert.ok(aggregated(business, reviews).summary?.startsWith("Acme # Heating has 5 reviews"));
});

Deno.test("countText() parts thousands, so that a summary says 20,000 reviews as pages do", () => {
  assert.deepEqual([0, 999, 1000, 20_000].map(countText), ["0", "999", "1,000", "20,000"]);
});

function wholePercent(percent: number | null): number | null {
  const whole = Math.round(percent ?? 0);
  return whole === 0 || whole === 100 ? percent : whole;
}

Deno.test("summary() names the commonest problems, and rounds no share to all or nothing", () => {
  const reviews = Array.from(
    { length: 250 },
    (_, index) =>
      reviewOf({
        native: String(index),
        text: index < 5 ? "A leak, and it was fixed, great." : "Great.",
        rating: index === 9 ? 1 : 5,
      }),
  );
  const summary = aggregated(BUSINESS, reviews).summary ?? "";
  assert.match(summary, /99\.6% of the reviews are positive and 0\.4% negative/);
  assert.match(summary, /The commonest problem: leaks \(5 reviews\)\./);
});
