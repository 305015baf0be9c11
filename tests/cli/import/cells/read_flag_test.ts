import assert from "node:assert/strict";
import { readFlag } from "../../../../cli/import/cells/read_flag.ts";
import { ValueFault } from "../../../../cli/import/cells/value_fault.ts";

Deno.test("readFlag() reads yes and no in every way that files write them", () => {
  for (const value of ["true", "TRUE", " Yes ", "1", 1, true]) assert.equal(readFlag(value, false), true, `${value}`);
  for (const value of ["false", "No", "0", 0, false]) assert.equal(readFlag(value, true), false, `${value}`);
});

Deno.test("readFlag() refuses other values and a blank in a column that is there", () => {
  for (const value of ["maybe", "2", 2, "", " ", null, {}]) {
    assert.ok(readFlag(value, true) instanceof ValueFault, JSON.stringify(value));
  }
});

Deno.test("readFlag() gives the default when the file has no such column", () => {
  assert.equal(readFlag(undefined, true), true);
  assert.equal(readFlag(undefined, false), false);
});
