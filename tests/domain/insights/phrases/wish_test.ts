import assert from "node:assert/strict";
import { isWish } from "../../../../domain/insights/phrases/wish.ts";

Deno.test("isWish() finds what should be better, and what should be done", () => {
  for (
    const phrase of [
      "Answered the phone quicker",
      "answer the phone sooner",
      "Shorten recordings at beginning of call",
      "Employ more call handlers",
      "smoother ride",
      "a smoother ride",
      "Better organisation for return journey",
      "maybe shorter waiting times",
    ]
  ) assert.equal(isWish(phrase), true, phrase);
});

Deno.test("isWish() leaves alone what judges how it was", () => {
  for (
    const phrase of [
      "answered the phone",
      "answered straight away",
      "always answer the phone",
      "call handlers were rude",
      "service could be better",
      "better than last year",
      "ride was smoother",
      "much better",
      "feel better",
      "not answered any quicker",
      "need more staff",
      "less dust",
      "long wait",
    ]
  ) assert.equal(isWish(phrase), false, phrase);
});
