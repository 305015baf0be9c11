import fc from "fast-check";
import assert from "node:assert/strict";
import { segmentSentences } from "../../../../domain/insights/text/segment_sentences.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function assertSame(text: string): void {
  assert.deepEqual(
    segmentSentences(text),
    Array.from(segmenter.segment(text), ({ segment }) => segment),
    JSON.stringify(text),
  );
}

Deno.test("sentences are those of Unicode Standard Annex 29, whatever stands around their ends", () => {
  const piece = fc.constantFrom(
    ...[..."aabAB1..!?,;:-\"'() \n\r\t’“”–…é«»\u00a0\u0085😀☀½ª🙶漢\u00ad\u0301"],
    "\r\n",
    "...",
    "e.g. ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => assertSame(pieces.join(""))),
    { numRuns: 5000 },
  );
});

Deno.test("every character of Latin texts and every emoji divides sentences as it should", () => {
  const contexts = ["a.X b", "a. X", "aX. b", "A.X B", "a. XA", "a! X", "a. Xb"];
  const characters = [
    ...Array.from({ length: 0x200 }, (_, code) => code),
    ...Array.from({ length: 0x170 }, (_, code) => 0x2600 + code),
    ...Array.from({ length: 0x800 }, (_, code) => 0x1f300 + code),
  ].map((code) => String.fromCodePoint(code));
  for (const context of contexts) for (const one of characters) assertSame(context.replaceAll("X", one));
});
