import assert from "node:assert/strict";
import { Business, BusinessFile } from "../../domain/business.ts";
import { InsightsFile } from "../../domain/documents/insights_document.ts";
import { computedInsights } from "../support/reviews/computed_insights.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";

Deno.test("BusinessFile gives every published member but words a value when a file has only a name", () => {
  const business = BusinessFile.parse({ name: "Acme" });
  assert.deepEqual([...Object.keys(business), "words"].sort(), Object.keys(Business.shape).sort());
  assert.equal(business.address, null);
  assert.deepEqual(business.technicians, []);
});

Deno.test("BusinessFile completes nested members", () => {
  const business = BusinessFile.parse({
    name: "Acme",
    address: { locality: "Springfield" },
    services: [{ id: "ac", label: "AC" }],
  });
  assert.deepEqual(business.address, {
    street_address: null,
    locality: "Springfield",
    region: null,
    postal_code: null,
    country: null,
  });
  assert.deepEqual(business.services, [{ id: "ac", label: "AC", aliases: [] }]);
});

Deno.test("BusinessFile refuses a misspelt member and a missing name", () => {
  assert.equal(BusinessFile.safeParse({ name: "Acme", telefone: "1" }).success, false);
  assert.equal(BusinessFile.safeParse({}).success, false);
  assert.equal(BusinessFile.safeParse("Acme").success, false);
  assert.equal(BusinessFile.safeParse(null).success, false);
});

Deno.test("an array is no object, so that a file of another shape is refused and not completed", () => {
  const document = computedInsights(businessOf(), [reviewOf()], builtInTaxonomy("home_services"));
  assert.equal(InsightsFile.safeParse(document).success, true);
  for (const wrong of [{ ...document, entities: [] }, { ...document, overall_sentiment: [] }, []]) {
    const { error } = InsightsFile.safeParse(wrong);
    assert.match(error?.issues[0]?.message ?? "", /expected object, received array/);
  }
});

Deno.test("InsightsFile completes the analyses of single reviews", () => {
  const document = computedInsights(businessOf(), [], builtInTaxonomy("home_services"));
  const { id } = reviewOf();
  const { per_review } = InsightsFile.parse({ ...document, per_review: { [id]: { sentiment: "positive" } } });
  const nothing = { aspects: [], technicians: [], services: [], problems: [], service_areas: [], topics: [] };
  assert.deepEqual(per_review[id], { sentiment: "positive", score: null, ...nothing });
});
