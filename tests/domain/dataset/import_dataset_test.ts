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

Deno.test("an import names the reviews that it publishes twice, not those that others have", () => {
  const twice = ["1", "2"].map((native) => reviewOf({ native, author: "Ann", text: "Quick." }));
  const current = datasetOf(twice);
  const found = (native: string, author: string) =>
    importDataset(current, importOf([reviewOf({ native, author, text: "Quick." })])).duplicates.length;
  assert.deepEqual([found("3", "Ben"), found("2", "Ann"), found("3", "Ann")], [0, 1, 1]);
});
