import assert from "node:assert/strict";
import { buildFacet, facetSets } from "../../../domain/search/facet.ts";

const VALUES = [["Ann"], ["ann", "Bo", "Ann"], [], ["ANN"], ["Bo"]];

Deno.test("buildFacet() lists each rank once for each folded value", () => {
  // 200 reviews: the sets are short enough to be stored as ranks.
  const facet = buildFacet(200, (rank) => VALUES[rank] ?? [], (name) => name.toLowerCase());
  assert.deepEqual(facet, new Map([["ann", Uint32Array.of(0, 1, 3)], ["bo", Uint32Array.of(1, 4)]]));
});

Deno.test("facetSets() leaves out values that no review has", () => {
  const facet = buildFacet(200, (rank) => VALUES[rank] ?? []);
  assert.deepEqual(facetSets(facet, ["Bo", "Cy", "ANN"]), [Uint32Array.of(1, 4), Uint32Array.of(3)]);
});
