import assert from "node:assert/strict";
import { Business, BusinessFile } from "../../domain/business.ts";
import { BusinessWithPage } from "../../domain/page_settings.ts";
import { InsightsFile } from "../../domain/documents/insights_document.ts";
import { computedInsights } from "../support/reviews/computed_insights.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";

Deno.test("BusinessFile gives every published member but words a value, also within, and refuses what is not one", () => {
  const { address, services, ...business } = BusinessFile.parse({
    name: "Acme",
    address: { locality: "Springfield" },
    services: [{ id: "ac", label: "AC" }],
  });
  const names = [...Object.keys(business), "address", "services", "words"];
  assert.deepEqual(names.sort(), Object.keys(Business.shape).sort());
  assert.deepEqual([business.telephone, business.technicians], [null, []]);
  const unknown = { street_address: null, region: null, postal_code: null, country: null };
  assert.deepEqual(address, { ...unknown, locality: "Springfield" });
  assert.deepEqual(services, [{ id: "ac", label: "AC", aliases: [] }]);
  for (const wrong of [{ name: "Acme", telefone: "1" }, {}, "Acme", null]) {
    assert.equal(BusinessFile.safeParse(wrong).success, false);
  }
});

Deno.test("hours that no page can read are refused in an operator's file, and restored from a full export", () => {
  const file = { name: "Acme", opening_hours: ["Mo-Fr 07:30-18:00", "by appointment"] };
  assert.deepEqual(BusinessFile.parse(file).opening_hours, file.opening_hours);
  const { error } = BusinessWithPage.safeParse(file);
  assert.deepEqual(error?.issues.map(({ path }) => path), [["opening_hours", 1]]);
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
