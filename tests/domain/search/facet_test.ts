import assert from "node:assert/strict";
import { type Facet, facetBuilder, facetSets } from "../../../domain/search/search_index.ts";

const VALUES = [["Ann"], ["ann", "Bo", "Ann"], [], ["ANN"], ["Bo"]];

// 200 reviews: the sets are short enough to be stored as ranks.
function facetOf(fold?: (name: string) => string): Facet<string> {
  const builder = facetBuilder(fold);
  for (let rank = 0; rank < 200; rank++) builder.add(VALUES[rank] ?? []);
  return builder.finish();
}

Deno.test("facetBuilder() lists each rank once for each folded value", () => {
  const facet = facetOf((name) => name.toLowerCase());
  assert.deepEqual(facet, new Map([["ann", Uint32Array.of(0, 1, 3)], ["bo", Uint32Array.of(1, 4)]]));
});

Deno.test("facetSets() leaves out values that no review has", () => {
  const facet = facetOf();
  assert.deepEqual(facetSets(facet, ["Bo", "Cy", "ANN"]), [Uint32Array.of(1, 4), Uint32Array.of(3)]);
});
