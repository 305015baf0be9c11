import assert from "node:assert/strict";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { starCheck } from "../../../../domain/insights/figures/star_check.ts";
import { computedInsights } from "../../../support/reviews/computed_insights.ts";
import type { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { taxonomyOf } from "../../../support/insights/reading_of.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../../../../domain/review.ts";
import { businessOf, reviewsOf } from "../../../support/reviews/review_of.ts";

const business = businessOf({ name: "Acme" });

function ownOf(burden: boolean): Taxonomy {
  return taxonomyOf({
    aspects: [
      { id: "cramps", label: "Cramps", words: ["cramp"], ...burden ? { burden } : {} },
      { id: "staff", label: "Staff", words: ["staff"] },
    ],
    problems: [{ id: "waits", label: "Long waits", words: ["long wait"] }],
  });
}

function repeated(rows: readonly (readonly [text: string, rating: number])[], times: number): readonly Review[] {
  return rows.flatMap(([text, rating], row) => reviewsOf(times, { native: `${row} `, text, rating }));
}

// Without the setting "no cramps" is a lack, and "amazing" is next to something undesirable.
const CRAMPS = repeated([
  ["No cramps for me. The staff was kind.", 5],
  ["An amazing amount of cramps. The staff was rude.", 1],
], 12);

Deno.test("an aspect that unhappy customers praise and happy ones criticise is doubted, until it is said to be a burden", () => {
  assert.deepEqual(
    starCheck(CRAMPS, textReader(business, ownOf(false))).map((
      { kind, id, better, worse },
    ) => [kind, id, better, worse]),
    [["aspect", "cramps", 1, 5]],
  );
  assert.deepEqual(starCheck(CRAMPS, textReader(business, ownOf(true))), []);
});

Deno.test("a burden that nobody was spared is doubted where happy customers name it, not where unhappy ones do", () => {
  const waiting = textReader(
    business,
    taxonomyOf({ aspects: [{ id: "waiting", label: "Waiting", words: ["=waiting"], burden: true }] }),
  );
  const named = (rating: number) =>
    repeated([["The driver was waiting at the door.", rating], ["Kind people.", 5], ["Rude people.", 1]], 12);
  assert.deepEqual(starCheck(named(5), waiting).map(({ id, better, worse }) => [id, better, worse]), [
    ["waiting", 3, 5],
  ]);
  assert.deepEqual(starCheck(named(1), waiting), []);
  assert.deepEqual(starCheck(named(3), waiting), []);
});

Deno.test("the order of the reviews does not matter to the check", () => {
  const backwards = [...CRAMPS].reverse();
  assert.deepEqual(
    starCheck(backwards, textReader(business, ownOf(false))),
    starCheck(CRAMPS, textReader(business, ownOf(false))),
  );
});

Deno.test("a problem that happy customers mention is doubted", () => {
  const told = repeated(
    [["There was a long wait, which was bad.", 5], ["The staff was rude.", 1], ["Kind staff.", 5]],
    12,
  );
  const doubts = starCheck(told, textReader(business, ownOf(true)));
  assert.deepEqual(doubts.map(({ kind, id }) => [kind, id]), [["problem", "waits"]]);
});

Deno.test("reviews in other languages count on no side, because their text is not analysed", () => {
  const told = repeated(
    [["There was a long wait, which was bad.", 4], ["The staff was rude.", 1], ["Kind staff.", 5]],
    12,
  );
  const foreign = repeated([["La comida estaba muy buena y el personal fue muy amable.", 5]], 100);
  const [alone, among] = [told, [...told, ...foreign]].map((reviews) =>
    starCheck(reviews, textReader(business, ownOf(true)))
  );
  assert.equal(alone?.length, 1);
  assert.deepEqual(among, alone);
});

Deno.test("nothing is doubted where the stars hardly vary, where few speak of it, or under a built-in taxonomy", () => {
  const own = textReader(business, ownOf(false));
  assert.deepEqual(starCheck(CRAMPS.map((review) => ({ ...review, rating: 5 })), own), []);
  assert.deepEqual(starCheck(CRAMPS.slice(8, 16), own), []);
  assert.deepEqual(starCheck([], own), []);
  const rude = repeated([["The staff was rude, late and far too expensive.", 5], ["Kind, punctual, cheap.", 1]], 12);
  assert.deepEqual(starCheck(rude, textReader(business, builtInTaxonomy("home_services"))), []);
});

Deno.test("a doubted aspect has published figures, but no verdict", () => {
  const document = computedInsights(business, CRAMPS, ownOf(false));
  assert.deepEqual(document.aspects.map(({ id }) => id).toSorted(), ["cramps", "staff"]);
  assert.doesNotMatch(`${document.summary} ${JSON.stringify(document.faq)}`, /cramps (?:\(|is|are)|about cramps/);
  assert.match(document.summary ?? "", /staff/);
  const sound = computedInsights(business, CRAMPS, ownOf(true));
  assert.match(sound.summary ?? "", /cramps \(/);
});
