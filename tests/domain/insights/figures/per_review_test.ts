import assert from "node:assert/strict";
import { InsightsDocument } from "../../../../domain/documents/insights_document.ts";
import { computedInsights } from "../../../support/insights/computed_insights.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const taxonomy = builtInTaxonomy("home_services");

Deno.test("the analysis of a review contains its own names, however they are written", () => {
  const [one, two] = [["Ada\nBo"], ["Ada", "Bo"]].map((mentioned_technicians, n) =>
    reviewOf({ native: String(n), mentioned_technicians, mentioned_services: mentioned_technicians })
  );
  assert.ok(one !== undefined && two !== undefined);
  const { per_review } = computedInsights(businessOf(), [one, two], taxonomy);
  for (const { id, mentioned_technicians } of [one, two]) {
    assert.deepEqual(per_review[id]?.technicians, mentioned_technicians);
    assert.deepEqual(per_review[id]?.services, mentioned_technicians);
  }
});

Deno.test("a review may name all areas of a business", () => {
  const areas = Array.from({ length: 500 }, (_, n) => ({ id: `area-${n}`, label: `Area ${n}`, aliases: [] }));
  const text = areas.map(({ label }) => label).join(", ");
  const business = businessOf({ service_areas: areas });
  const document = computedInsights(business, [reviewOf({ text })], taxonomy);
  assert.equal(Object.values(document.per_review)[0]?.service_areas.length, 500);
  assert.deepEqual(InsightsDocument.parse(document), document);
});
