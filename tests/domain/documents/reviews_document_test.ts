import assert from "node:assert/strict";
import {
  readReviewsDocument,
  reviewOffsets,
  ReviewsDocument,
  writeReviewsDocument,
} from "../../../domain/documents/reviews_document.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

const decoder = new TextDecoder();

for (const count of [0, 1, 2, 3, 4095, 4096, 4097, 9000]) {
  Deno.test(`writeReviewsDocument() writes ${count} reviews as JSON that reads back, and their offsets`, () => {
    const reviews = Array.from({ length: count }, (_, n) => reviewOf({ native: String(n), text: `line\n${n} "ü"` }));
    const bytes = writeReviewsDocument(businessOf(), reviews);
    const document = JSON.parse(decoder.decode(bytes));
    assert.deepEqual(document.reviews, reviews);
    assert.equal(ReviewsDocument.safeParse(document).success, true);
    assert.deepEqual(readReviewsDocument(bytes), { business: businessOf(), reviews });
    const offsets = reviewOffsets(bytes);
    assert.equal(offsets.length, count + 1);
    reviews.forEach((review, rank) => {
      const text = decoder.decode(bytes.subarray(offsets[rank], (offsets[rank + 1] ?? 0) - 2));
      assert.equal(text, JSON.stringify(review));
    });
  });
}
