import assert from "node:assert/strict";
import { framed, newFrames } from "../../../../domain/insights/prose/frames.ts";

Deno.test("newFrames() gives each frame three times, in turns, then none", () => {
  const { next } = newFrames();
  assert.deepEqual(Array.from({ length: 7 }, () => next(["a", "b"])), ["a", "b", "a", "b", "a", "b", null]);
  assert.deepEqual([next(["b", "c"]), next([])], ["c", null]);
  assert.equal(newFrames().next(["a"]), "a");
});

Deno.test("framed() puts names in once, also where they hold braces or signs of replacement", () => {
  assert.equal(framed("{name} and {count}.", { name: "{count} $& $1", count: "5" }), "{count} $& $1 and 5.");
});
