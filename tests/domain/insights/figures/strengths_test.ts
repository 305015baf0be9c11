import assert from "node:assert/strict";
import { strengthsOf } from "../../../../domain/insights/figures/strengths.ts";
import { aggregated } from "../../../support/insights/reading_of.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const { aspects: [aspect], entities } = aggregated(businessOf(), [reviewOf({ text: "They arrived on time." })]);

Deno.test("no small complaint is named beside a large one, and a complaint has more criticism than praise", () => {
  type Counts = Readonly<Record<string, readonly [good: number, bad: number]>>;
  type Problems = Readonly<Record<string, number>>;
  const cases: readonly [counts: Counts, problems: Problems, praised: string, criticised: string][] = [
    [{ a: [90, 9], b: [50, 5], c: [40, 20], d: [30, 0] }, {}, "a b c", ""],
    [{ a: [47, 36], b: [35, 12], c: [23, 48], d: [20, 32] }, { e: 17 }, "b", "c d"],
    [{ a: [6, 8], b: [14, 29] }, {}, "", "b a"],
    // Not the eight of one subject where three others have more.
    [{ a: [900, 190], b: [50, 40], c: [300, 100], d: [3, 8] }, { e: 30 }, "a c", ""],
    [{ a: [260, 190], b: [900, 40], c: [200, 15], d: [3, 8] }, { e: 60 }, "b c", ""],
    [{ a: [600, 513], b: [2000, 60] }, { e: 100 }, "b", ""],
    [{ a: [21, 13], b: [9, 11] }, { e: 7, f: 6 }, "", "b e"],
    [{ a: [5, 10], b: [9, 4] }, { e: 7 }, "b", "a e"],
    [{ a: [4, 4] }, { e: 4 }, "", ""],
  ];
  for (const [counts, problems, praised, criticised] of cases) {
    const aspects = Object.entries(counts).map(([id, [positive_count, negative_count]]) => ({
      ...aspect!,
      ...{ id, positive_count, negative_count },
    }));
    const faults = Object.entries(problems).map(([id, mention_count]) => ({
      ...{ id, label: id, mention_count, average_rating: 2, positive_pct: 0, score: 0, trend: "stable" as const },
      example_review_ids: [],
    }));
    const { strengths, complaints } = strengthsOf({ aspects, entities: { ...entities, problems: faults } });
    assert.equal(strengths.map(({ id }) => id).join(" "), praised);
    assert.equal(complaints.map(({ subject: { id } }) => id).join(" "), criticised);
  }
});
