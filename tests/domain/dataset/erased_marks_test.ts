import assert from "node:assert/strict";
import {
  type ErasedMarks,
  erasureKey,
  isErased,
  isErasedId,
  readErasedMarks,
  resemblesErased,
  writeMarks,
} from "../../../domain/dataset/erased_marks.ts";
import type { Review } from "../../../domain/review.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const NOW = new Date("2026-11-22T08:00:00Z");

async function marksOf(kv: Deno.Kv, ...reviews: readonly Review[]): Promise<ErasedMarks> {
  const operation = kv.atomic();
  for (const review of reviews) writeMarks(operation, await erasureKey(kv), review, NOW);
  await operation.commit();
  return await readErasedMarks(kv);
}

Deno.test("an erased review is known by its id, and by author, day and text under another id", async () => {
  using kv = await Deno.openKv(":memory:");
  const review = reviewOf({ native: "1", author: "Jane  Roe", text: "Late,\nand ﬁckle." });
  const marks = await marksOf(kv, review);
  assert.ok(isErasedId(marks, review.id) && !isErasedId(marks, reviewOf({ native: "2" }).id));
  const other = { ...review, id: reviewOf({ native: "2" }).id };
  for (const same of [{}, { author: "JANE ROE", text: " late, and fickle. ", rating: 1, source: "Yelp" }]) {
    assert.ok(isErased(marks, { ...other, ...same }), JSON.stringify(same));
  }
  const unknown = [{ author: "Jane Row" }, { date: "2026-05-15" }, { text: "Late." }, { text: null }];
  for (const different of unknown) assert.ok(!isErased(marks, { ...other, ...different }), JSON.stringify(different));
  assert.ok(isErased(marks, { ...review, author: "Somebody", text: "Else." }));
});

Deno.test("a review that had several ids is known by each of them", async () => {
  using kv = await Deno.openKv(":memory:");
  const [one, other] = [reviewOf({ native: "1" }), reviewOf({ native: "2" })];
  const marks = await marksOf(kv, { ...one, aliases: [other.id] });
  assert.ok(isErasedId(marks, one.id) && isErasedId(marks, other.id));
  const third = reviewOf({ native: "3", author: "Else", aliases: [other.id] });
  assert.ok(isErased(marks, third) && !isErased(marks, reviewOf({ native: "3", author: "Else" })));
});

Deno.test("a rating without text is recognised by author, day and stars, unless anonymous", async () => {
  using kv = await Deno.openKv(":memory:");
  const [jane, nobody] = [reviewOf({ native: "1", author: "Jane Roe", text: null }), reviewOf({ native: "2" })];
  const marks = await marksOf(kv, jane, { ...nobody, author: "A Google User", text: null });
  const id = reviewOf({ native: "3" }).id;
  assert.ok(isErased(marks, { ...jane, id }) && !isErased(marks, { ...jane, id, rating: 4 }));
  assert.ok(isErasedId(marks, nobody.id) && !isErased(marks, { ...jane, id, author: "A Google user" }));
});

Deno.test("a later version of an erased review is alike by author and day, by text and day, or by a long text", async () => {
  using kv = await Deno.openKv(":memory:");
  const words = "They came within the hour and mended the tap.";
  const jane = reviewOf({ native: "1", author: "Jane Roe", text: words });
  const nobody = reviewOf({ native: "2", author: "Anonymous", text: "Late." });
  const marks = await marksOf(kv, jane, nobody);
  const cases: readonly (readonly [review: Review, edit: Partial<Review>, isAlike: boolean])[] = [
    [jane, { text: "Now the tap drips again." }, true],
    [jane, { text: "Now the tap drips again.", source: "yelp" }, false],
    [jane, { text: "Now the tap drips again.", date: "2026-05-15" }, false],
    [jane, { author: "J. R.", date: "2026-05-15", source: "yelp" }, true],
    [nobody, { author: "J. R." }, true],
    [nobody, { author: "J. R.", source: "yelp" }, false],
    [nobody, { text: "Quick." }, false],
  ];
  for (const [review, edit, isAlike] of cases) {
    const edited = { ...review, id: reviewOf({ native: "3" }).id, ...edit };
    assert.equal(resemblesErased(marks, edited), isAlike, JSON.stringify(edit));
  }
  assert.ok(isErased(marks, { ...nobody, id: reviewOf({ native: "3" }).id }));
});

Deno.test("marks reveal nothing without the store's secret, and each store has its own secret", async () => {
  using kv = await Deno.openKv(":memory:");
  using second = await Deno.openKv(":memory:");
  const review = reviewOf({ author: "Jane Roe" });
  const [one, other] = [await marksOf(kv, review), await marksOf(second, review)];
  assert.deepEqual([one.marks.size, other.marks.size, one.marks.union(other.marks).size], [4, 4, 8]);
  const rows = await Array.fromAsync(kv.list({ prefix: ["erased"] }));
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`Jane|Roe|${review.id}|${review.date}`));
  assert.deepEqual(await erasureKey(kv), one.key);
});

Deno.test("without erasures no review counts as erased and no secret is created", async () => {
  using kv = await Deno.openKv(":memory:");
  const marks = await readErasedMarks(kv);
  assert.ok(!isErased(marks, reviewOf()) && !isErasedId(marks, reviewOf().id));
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })), []);
});
