import assert from "node:assert/strict";
import { wayTable } from "../../../../domain/insights/text/way_table.ts";

Deno.test("a table of ways keeps every way however many are added, and knows no other", () => {
  const ways = wayTable<string>();
  assert.equal(ways.get(1, 1), null);
  for (let node = 1; node <= 60; node++) {
    for (let word = node % 2 + 1; word <= 100; word += 2) ways.add(node, word, `${node} ${word}`);
  }
  for (let node = 1; node <= 60; node++) {
    for (let word = 1; word <= 100; word++) {
      assert.equal(ways.get(node, word), word % 2 === (node % 2 + 1) % 2 ? `${node} ${word}` : null);
    }
  }
});
