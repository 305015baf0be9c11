import assert from "node:assert/strict";
import { weightedValues } from "../../domain/documents/content_negotiation.ts";

Deno.test("weightedValues() reads names in lower case with their weights, 1 where none is well-formed", () => {
  const cases: readonly [string, readonly (readonly [string, number])[]][] = [
    ["gzip", [["gzip", 1]]],
    ["BR;q=0.5, *;Q=0", [["br", 0.5], ["*", 0]]],
    [" text/html ; level=1 ; q=0.125 ,text/*", [["text/html", 0.125], ["text/*", 1]]],
    ["gzip;q=2, br;q=0.1234, zstd;q=", [["gzip", 1], ["br", 1], ["zstd", 1]]],
    ["gzip;q=1.000;q=0", [["gzip", 1]]],
    ["", [["", 1]]],
  ];
  for (const [field, expected] of cases) {
    assert.deepEqual(weightedValues(field).map(({ name, weight }) => [name, weight]), expected, field);
  }
});
