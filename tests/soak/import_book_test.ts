import assert from "node:assert/strict";
import { changesIn, ImportBook, newestChange, SLOTS, textOfChange } from "../../soak/import_book.ts";
import { Findings } from "../../soak/findings.ts";
import { Timeline } from "../../soak/timeline.ts";

function importsOf(changes: number, timeline = new Timeline()) {
  const findings = new Findings(() => {}, new AbortController().signal);
  const book = new ImportBook(findings, timeline);
  for (let n = 0; n < changes; n++) book.accept(book.next());
  return { book, findings };
}

const textOf = (...changes: readonly number[]) => JSON.stringify(changes.map(textOfChange));

Deno.test("a document shows its change of each slot, and the newest one", () => {
  const text = textOf(3, 4, SLOTS + 5);
  assert.deepEqual([...changesIn(text)], [[3, 3], [4, 4], [5, SLOTS + 5]]);
  assert.equal(newestChange(text), SLOTS + 5);
  assert.equal(newestChange("{}"), -1);
});

Deno.test("an acknowledged change that is missing is a loss, a later one in its place is not", () => {
  const { book, findings } = importsOf(3);
  book.judgeWhole("It", textOf(0, 1, 2), book.accepted());
  for (let n = 0; n < SLOTS; n++) book.next();
  book.judgeWhole("It", textOf(0, 1 + SLOTS, 2), book.accepted());
  assert.equal(findings.faultCount, 0);
  book.judgeWhole("It", textOf(0, 2), book.accepted());
  assert.equal(findings.faults("lost").count, 1);
});

Deno.test("a change that was never made is a fault", () => {
  const { book, findings } = importsOf(1);
  book.judgeWhole("It", textOf(0, 7), book.accepted());
  assert.equal(findings.faults("wrong").count, 1);
});

Deno.test("a service may neither return to an older change nor stay behind for long", () => {
  const { book, findings } = importsOf(3);
  const now = Date.now();
  book.judgeNewest("first", 2, book.shown("first"), now);
  book.judgeNewest("second", 1, book.shown("second"), now);
  assert.equal(findings.faultCount, 0);
  book.judgeNewest("second", 1, book.shown("second"), now + 60_000);
  assert.equal(findings.faults("wrong").count, 1);
  book.judgeNewest("first", 1, book.shown("first"), now);
  assert.equal(findings.faults("wrong").count, 2);
});

Deno.test("a service that was down may stay behind", () => {
  const timeline = new Timeline();
  const { book, findings } = importsOf(3, timeline);
  timeline.begin("down", "first");
  book.judgeNewest("first", 1, -1, Date.now() + 60_000);
  assert.equal(findings.faultCount, 0);
});
