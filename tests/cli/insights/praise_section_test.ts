import assert from "node:assert/strict";
import { praiseSection } from "../../../cli/insights/aspects_section.ts";
import { pageOf } from "../../../cli/insights/page.ts";
import { businessOf } from "../../support/reviews/review_of.ts";

const page = pageOf(80, Infinity, false);
const named = {
  id: "x",
  label: "X",
  mention_count: 2,
  average_rating: 5,
  positive_pct: 100,
  score: 1,
  trend: null,
  example_review_ids: [],
};
const none = { technicians: [], services: [], problems: [], service_areas: [] };
const staffed = businessOf({ technicians: [{ id: "x", name: "X", aliases: [] }] });

Deno.test("praiseSection() says nothing of technicians where the business lists none", () => {
  assert.deepEqual(praiseSection(page, { entities: none }, businessOf({ technicians: [] })), []);
  assert.deepEqual(praiseSection(page, { entities: { ...none, services: [named] } }, businessOf({ technicians: [] })), [
    "Services: reviews (stars)",
    "X 2 (5.0)",
  ]);
});

Deno.test("praiseSection() names technicians, or says that the insights name none of those of the business", () => {
  assert.deepEqual(praiseSection(page, { entities: none }, staffed), [
    "Who is praised",
    "The insights name no technician.",
  ]);
  const both = praiseSection(page, { entities: { ...none, technicians: [named], services: [named] } }, businessOf());
  assert.deepEqual([both[0], both[3], both[4]], ["Who is praised", "", "Services: reviews (stars)"]);
});
