import assert from "node:assert/strict";
import { Business, BusinessFile } from "../../domain/business.ts";

Deno.test("BusinessFile gives every published member a value when a file has only a name", () => {
  const business = BusinessFile.parse({ name: "Acme" });
  assert.deepEqual(Object.keys(business).sort(), Object.keys(Business.shape).sort());
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
