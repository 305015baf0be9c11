import assert from "node:assert/strict";
import { lexiconInsights } from "../../../../domain/insights/lexicon_insights.ts";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { businessOf } from "../../../support/reviews/business_of.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const aspect = { id: "cramps", label: "Cramps", question: "Is it free of cramps?", words: ["cramp"] };

function publishedOf(burden: boolean, texts: readonly string[]) {
  const taxonomy = Taxonomy.parse({
    id: "pill",
    version: 1,
    aspects: [{ ...aspect, ...burden ? { burden } : {} }],
    problems: [],
    topics: [],
  });
  const reviews = texts.flatMap((text, kind) =>
    Array.from({ length: 14 }, (_, n) => reviewOf({ native: `${kind} ${n}`, text, rating: kind === 0 ? 2 : 4 }))
  );
  const { document } = lexiconInsights(businessOf({ name: "Acme" }), reviews, taxonomy, null);
  return {
    aspect: document.aspects[0],
    prose: `${document.summary} ${document.faq.map(({ answer }) => answer).join(" ")}`,
  };
}

Deno.test("of a burden the prose tells complaints and relief, and praises nothing", () => {
  for (
    const texts of [["Cramps every day."], ["", "The cramps went away."], [
      "Cramps every day.",
      "The cramps went away.",
    ]]
  ) {
    const { aspect, prose } = publishedOf(true, texts);
    assert.equal(aspect?.burden, true);
    assert.match(prose, /cramps \(\d+\+ reviews\)/);
    assert.doesNotMatch(prose, /prais|criticis/i);
  }
  assert.match(publishedOf(true, ["", "The cramps went away."]).prose, /Little trouble with cramps .*got better/);
  assert.match(publishedOf(true, ["Cramps every day."]).prose, /Common complaints: cramps .*complain/);
});

Deno.test("an aspect without the setting is no burden in the document", () => {
  assert.ok(!("burden" in publishedOf(false, ["Awful cramps."]).aspect!));
});
