import assert from "node:assert/strict";
import { computedInsights } from "../../../support/reviews/computed_insights.ts";
import { taxonomyOf } from "../../../support/insights/reading_of.ts";
import { businessOf, reviewsOf } from "../../../support/reviews/review_of.ts";

const aspect = { id: "cramps", label: "Cramps", question: "Is it free of cramps?", words: ["cramp"] };

function publishedOf(burden: boolean, texts: readonly string[]) {
  const taxonomy = taxonomyOf({ aspects: [{ ...aspect, ...burden ? { burden } : {} }] });
  const reviews = texts.flatMap((text, kind) =>
    reviewsOf(14, { native: `${kind} `, text, rating: kind === 0 ? 2 : 4 })
  );
  const document = computedInsights(businessOf({ name: "Acme" }), reviews, taxonomy);
  return {
    aspect: document.aspects[0],
    prose: `${document.summary} ${document.faq.map(({ answer }) => answer).join(" ")}`,
  };
}

Deno.test("the prose on a burden reports complaints and relief, and no praise", () => {
  const [complaint, relief] = ["The cramps were awful.", "The cramps went away."];
  for (const texts of [[complaint], ["", relief], [complaint, relief]]) {
    const { aspect, prose } = publishedOf(true, texts);
    assert.equal(aspect?.burden, true);
    assert.match(prose, /cramps \(\d+ with complaints, \d+ without\)/);
    assert.doesNotMatch(prose, /prais|criticis/i);
  }
  assert.match(publishedOf(true, ["", relief]).prose, /Little trouble: cramps \(0 with complaints, 14 without\)/);
  assert.match(
    publishedOf(true, [complaint]).prose,
    /Common complaints: cramps \(14 with complaints, 0 without\).*14 with complaints and 0 without\./,
  );
});

Deno.test("a burden's trend follows the complaint share of its mentions, not its number of mentions", () => {
  const taxonomy = taxonomyOf({ aspects: [{ ...aspect, burden: true }] });
  const said = (text: string, count: number, date: string) =>
    reviewsOf(count, { native: `${text} ${date}`, text, rating: 3, date });
  const reviews = [
    ...said("The cramps were awful.", 12, "2026-02-10"),
    ...said("The cramps were awful.", 20, "2026-05-10"),
    ...said("The cramps went away.", 100, "2026-05-10"),
    ...said("As ordered.", 1, "2026-07-10"),
  ];
  const { aspects: [cramps], faq } = computedInsights(businessOf(), reviews, taxonomy);
  assert.equal(cramps?.trend, "improving");
  assert.match(faq[0]?.answer ?? "", / Of late those who mention this complain less than before\./);
});

Deno.test("the hope to be rid of a burden is no relief, wherever it stands within eight words", () => {
  const said = (text: string) => publishedOf(true, ["", text]).aspect;
  assert.equal(said("I want to live without a single day of cramps.")?.neutral_count, 14);
  assert.equal(said("I want to live my life without a single day of cramps.")?.positive_count, 14);
});

Deno.test("an aspect without the setting is no burden in the document", () => {
  assert.ok(!("burden" in publishedOf(false, ["Awful cramps."]).aspect!));
});
