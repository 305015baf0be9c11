import assert from "node:assert/strict";
import { importDataset } from "../../../domain/dataset/import_dataset.ts";
import { businessOf, datasetOf, importOf, reviewOf } from "../../support/reviews/review_of.ts";

function imported(name: string | null) {
  const services = [{ id: "taps", label: "Taps", aliases: [] }];
  const current = name === null ? null : datasetOf([], { business: businessOf({ name, services }) });
  return importDataset(current, importOf([reviewOf()]));
}

Deno.test("a business without a name is named so that a sentence can begin with it", () => {
  for (const name of [null, "This business"]) {
    const { dataset, businessUnnamed } = imported(name);
    assert.equal(dataset.business.name, "This business");
    assert.equal(dataset.business.services.length, name === null ? 0 : 1);
    assert.equal(businessUnnamed, true);
  }
  const { dataset, businessUnnamed } = imported("Acme");
  assert.equal(dataset.business.name, "Acme");
  assert.equal(businessUnnamed, false);
});
